// Streams that a program drops, started or not, leak no memory.
import { ok } from "node:assert";
import { memoryUsage } from "node:process";
import { test } from "../harness.ts";

const ROUNDS = 6;
const STREAMS = 400;
/** All of them at once would take 700 MB: a stream of gzip has more than 256 kB. */
const KEPT_BYTES_MAX = 350e6;

async function grow(make: () => unknown): Promise<number> {
  const before = memoryUsage.rss();
  for (let round = 0; round < ROUNDS; round++) {
    for (let count = 0; count < STREAMS; count++) make();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return memoryUsage.rss() - before;
}

test("compression streams that were never used", async () => {
  const grown = await grow(() => new CompressionStream("gzip"));
  ok(grown < KEPT_BYTES_MAX, `${grown}`);
});

test("compression streams that were begun and dropped", async () => {
  const grown = await grow(() => {
    const writer = new CompressionStream("gzip").writable.getWriter();
    writer.write(new Uint8Array(100)).catch(() => {});
  });
  ok(grown < KEPT_BYTES_MAX, `${grown}`);
});
