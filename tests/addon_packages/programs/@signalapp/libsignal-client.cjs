const s = require("@signalapp/libsignal-client");
const pair = s.IdentityKeyPair.generate();
const key = pair.privateKey;
const signature = key.sign(Buffer.from("message"));
console.log(
  signature.length,
  pair.publicKey.verify(Buffer.from("message"), signature),
  pair.publicKey.verify(Buffer.from("other"), signature),
);
console.log(Buffer.from(s.hkdf(32, Buffer.alloc(32, 1), Buffer.from("info"), null)).toString("hex"));
console.log(
  pair.publicKey.serialize().length,
  s.PublicKey.deserialize(pair.publicKey.serialize()).equals?.(pair.publicKey),
);
try {
  s.PublicKey.deserialize(Buffer.from("bad"));
} catch (e) {
  console.log(e.name, e.code, e.message);
}
const aes = s.Aes256GcmSiv.new(Buffer.alloc(32, 2));
console.log(Buffer.from(aes.encrypt(Buffer.from("abc"), Buffer.alloc(12, 3), Buffer.alloc(0))).toString("hex"));
