const { SecretKey, verify, aggregatePublicKeys, PublicKey } = require("@chainsafe/blst");

const secret = SecretKey.fromKeygen(Buffer.alloc(32, 7));
const message = Buffer.from("hello");
const signature = secret.sign(message);
console.log(secret.toPublicKey().toHex(), signature.toHex());
console.log(
  verify(message, secret.toPublicKey(), signature),
  verify(Buffer.from("x"), secret.toPublicKey(), signature),
);
try {
  PublicKey.fromBytes(Buffer.alloc(3));
} catch (error) {
  console.log(error.message);
}
