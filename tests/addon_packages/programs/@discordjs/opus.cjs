const { createHash } = require("node:crypto");
const { OpusEncoder } = require("@discordjs/opus");

const encoder = new OpusEncoder(48000, 2);
const encoded = encoder.encode(Buffer.alloc(3840, 1));
console.log(encoded.length, createHash("sha256").update(encoder.decode(encoded)).digest("hex"), encoder.getBitrate());
try {
  encoder.decode(Buffer.alloc(1000, 255));
} catch (error) {
  console.log(error.name, error.message);
}
