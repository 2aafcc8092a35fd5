const { MongoCrypt } = require("mongodb-client-encryption");
console.log(MongoCrypt.libmongocryptVersion);
try {
  new MongoCrypt({});
} catch (e) {
  console.log(e.name, e.message);
}
