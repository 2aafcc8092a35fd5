const k = require("kerberos");
console.log(typeof k.initializeClient);
k.initializeClient("HTTP@nope.invalid", {})
  .then((c) => c.step(""))
  .catch((e) => console.log(e.name, typeof e.message));
