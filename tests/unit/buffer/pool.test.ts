// Small buffers share one ArrayBuffer, which cannot be transferred.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { test } from "../harness.ts";

test("the pool cannot be transferred", () => {
  const first = Buffer.from("hello world");
  const second = Buffer.from("hello world");
  assert.strictEqual(first.buffer, second.buffer);
  const { port1 } = new MessageChannel();
  assert.throws(() => port1.postMessage(first, [first.buffer as ArrayBuffer]), { name: "DataCloneError", code: 25 });
  assert.throws(() => structuredClone(first, { transfer: [first.buffer as ArrayBuffer] }), { name: "DataCloneError" });
  assert.throws(() => (first.buffer as any).transfer(), { name: "TypeError" });
  assert.strictEqual(first.toString(), "hello world");
  port1.close();
});

test("buffers keep their bytes while the memory of collected ones is used again", () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const held: Buffer[] = [];
  for (let round = 0; round < 8; round++) {
    for (let index = 0; index < 600; index++) {
      const made = Buffer.allocUnsafe(1000).fill(index);
      if (index % 50 === round) held.push(made);
    }
    collect();
  }
  for (const [index, made] of held.entries()) {
    const round = Math.floor(index / 12);
    const expected = ((index % 12) * 50 + round) & 255;
    assert.ok(
      made.every((byte) => byte === expected),
      `${index}`,
    );
  }
});

test("--zero-fill-buffers clears the memory of unsafe buffers", () => {
  const program = `
    let sum = 0;
    for (let index = 0; index < 2000; index++) {
      const made = Buffer.allocUnsafe(1000);
      for (const byte of made) sum += byte;
      made.fill(255);
      if (index % 300 === 0) globalThis.gc();
    }
    console.log(sum);`;
  const shown = execFileSync(process.execPath, ["--expose-gc", "--zero-fill-buffers", "-e", program], {
    encoding: "utf8",
  });
  assert.strictEqual(shown, "0\n");
});
