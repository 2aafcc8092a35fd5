const midi = require("@julusian/midi");
try {
  const input = new midi.Input();
  console.log(input.getPortCount());
  input.destroy?.();
} catch (e) {
  console.log(e.name, e.code, e.message);
}
console.log(midi.Constants !== undefined);
