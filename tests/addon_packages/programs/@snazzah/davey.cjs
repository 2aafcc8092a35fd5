const davey = require("@snazzah/davey");
console.log(davey.VERSION, davey.DAVE_PROTOCOL_VERSION, davey.Codec);
const session = new davey.DAVESession(1, "158049329150427136", "927310423890473011");
console.log(session.userId, session.channelId, session.epoch, session.ownLeafIndex, session.status);
console.log(Buffer.isBuffer(session.getSerializedKeyPackage()), session.ready, String(session));
console.log(davey.generateDisplayableCode(Buffer.alloc(30, 7), 30, 5));
try {
  session.processCommit(Buffer.from("none"));
} catch (e) {
  console.log(e.name, e.code, e.message);
}
davey
  .generatePairwiseFingerprint(0, Buffer.alloc(65, 1), "1", Buffer.alloc(65, 2), "2")
  .then((f) => console.log(f.toString("hex")));
