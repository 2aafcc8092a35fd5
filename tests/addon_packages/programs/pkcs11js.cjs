const pkcs11js = require("pkcs11js");

const pkcs11 = new pkcs11js.PKCS11();
try {
  pkcs11.load("/none/libsofthsm2.so");
} catch (error) {
  console.log(error.name, error.message);
}
try {
  pkcs11.C_Initialize();
} catch (error) {
  console.log(error.name, error.message);
}
console.log(pkcs11js.CKM_SHA256, pkcs11js.CKO_PRIVATE_KEY);
