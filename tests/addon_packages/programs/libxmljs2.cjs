try {
  const x = require("libxmljs2");
  console.log(x.parseXml("<a><b>1</b></a>").get("//b").text());
} catch (e) {
  console.log(e.code, e.message.split("\n")[0]);
}
