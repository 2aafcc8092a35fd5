const { Entry } = require("@napi-rs/keyring");
try {
  const e = new Entry("a", "b");
  console.log(e.getPassword());
} catch (e) {
  console.log(e.name, e.code);
}
