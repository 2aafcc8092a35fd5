// Text of large Blobs, whose memory strings may share.
import assert from "node:assert";
import { test } from "../harness.ts";

const LINE = "a line of text\n";
const COUNT = 8_000;

test("text of a large Blob stays as it is when the source changes and the Blob is gone", async () => {
  const source = new TextEncoder().encode(LINE.repeat(COUNT));
  let blob: Blob | undefined = new Blob([source]);
  source.fill(0);
  const texts = [await blob.text(), await blob.text()];
  const part = await blob.slice(LINE.length, LINE.length * (COUNT - 1)).text();
  const bytes = await blob.bytes();
  bytes.fill(1);
  new Uint8Array(await blob.arrayBuffer()).fill(2);
  blob = undefined;
  for (let round = 0; round < 10; round++) {
    new Blob([new Uint8Array(1 << 20).fill(round)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const text of texts) assert.strictEqual(text, LINE.repeat(COUNT));
  assert.strictEqual(part, LINE.repeat(COUNT - 2));
  assert.strictEqual(texts[0]!.slice(LINE.length, LINE.length * 2), LINE);
  assert.ok(new Map([[texts[0], 1]]).has(LINE.repeat(COUNT)));
});

test("text beyond ASCII, with a byte order mark, and of several parts", async () => {
  const wide = "zażółć 日本 ".repeat(20_000);
  assert.strictEqual(await new Blob([new TextEncoder().encode(wide)]).text(), wide);
  const latin = "é".repeat(100_000);
  assert.strictEqual(await new Blob([new TextEncoder().encode(latin).buffer]).text(), latin);
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...new Uint8Array(100_000).fill(0x61)]);
  assert.strictEqual(await new Blob([marked]).text(), "a".repeat(100_000));
  const half = new Uint8Array(80_000).fill(0x62);
  assert.strictEqual(await new Blob([half, half.subarray(0, 70_000), "c"]).text(), `${"b".repeat(150_000)}c`);
});

test("a large Blob of a view of shared memory", async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(100_000)).fill(0x64);
  assert.strictEqual(await new Blob([shared as never]).text(), "d".repeat(100_000));
});
