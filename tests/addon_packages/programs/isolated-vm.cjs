try {
  const ivm = require("isolated-vm");
  const i = new ivm.Isolate({ memoryLimit: 32 });
  console.log(i.createContextSync().evalSync("1+1"));
} catch (e) {
  console.log(e.code, e.message);
}
