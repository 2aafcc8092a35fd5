const sherpa = require("sherpa-onnx-node");
console.log(Object.keys(sherpa).sort().join(" "));
console.log(sherpa.version, sherpa.readWave === undefined);
const buffer = new sherpa.CircularBuffer(100);
buffer.push(new Float32Array([1, 2, 3]));
console.log(buffer.size(), buffer.get(0, 3), buffer.head());
buffer.pop(2);
console.log(buffer.size(), buffer.head());
try {
  sherpa.readWave("/none.wav");
} catch (error) {
  console.log(error.name);
}
