// Sizes of the chunks of streams over Blobs in memory, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

async function sizes(stream: ReadableStream<Uint8Array>): Promise<number[]> {
  const found: number[] = [];
  for await (const chunk of stream) found.push(chunk.length);
  return found;
}

test("this is a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("the first chunk of a Blob has 16 KiB, the others up to 2 MiB", async () => {
  assert.deepStrictEqual(await sizes(new Blob(["y".repeat(16_384)]).stream()), [16_384]);
  assert.deepStrictEqual(await sizes(new Blob(["y".repeat(65_537)]).stream()), [16_384, 49_153]);
  assert.deepStrictEqual(await sizes(new Blob(["y".repeat(2_200_000)]).stream()), [16_384, 2_097_152, 86_464]);
});

test("the parts of a Blob are joined", async () => {
  assert.deepStrictEqual(await sizes(new Blob(["abc", "def", new Uint8Array(70_000)]).stream()), [16_384, 53_622]);
  assert.strictEqual(await new Response(new Blob(["abc", "def"]).stream()).text(), "abcdef");
});

test("a slice of a Blob and the body of a Response have such chunks, too", async () => {
  const blob = new Blob(["x".repeat(300_000)]);
  assert.deepStrictEqual(await sizes(blob.slice(10, 200_000).stream()), [16_384, 183_606]);
  assert.deepStrictEqual(await sizes(new Response(blob).body!), [16_384, 283_616]);
});

test("an empty Blob has no chunk", async () => {
  assert.deepStrictEqual(await sizes(new Blob([]).stream()), []);
});
