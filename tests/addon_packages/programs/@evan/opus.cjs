const { Encoder, Decoder } = require("@evan/opus");
const encoder = new Encoder({ channels: 2, sample_rate: 48000, application: "audio" });
const frame = new Int16Array(1920).map((_, i) => 8000 * Math.sin(i / 10));
const encoded = encoder.encode(frame);
const decoded = new Decoder({ channels: 2, sample_rate: 48000 }).decode(encoded);
console.log(encoded.length, decoded.length, encoder.bitrate > 0);
try {
  new Encoder({ channels: 9 });
} catch (e) {
  console.log(e.name, e.message);
}
