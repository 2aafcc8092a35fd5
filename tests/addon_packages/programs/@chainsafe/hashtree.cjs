const { createHash } = require("node:crypto");
const { hash, hashInto } = require("@chainsafe/hashtree");

const input = Buffer.concat([Buffer.alloc(64), Buffer.alloc(64, 1)]);
const output = hash(input);
console.log(output);
console.log(createHash("sha256").update(input.subarray(64)).digest().equals(output.subarray(32)));
const into = new Uint8Array(64);
hashInto(input, into);
console.log(Buffer.compare(into, output));
for (const wrong of [() => hash(new Uint8Array(63)), () => hash("x"), () => hashInto(input, new Uint8Array(1))]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
