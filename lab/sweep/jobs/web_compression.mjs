// 100 MB through `CompressionStream` and `DecompressionStream`.
import { check, logLine } from "../job_support.mjs";

const block = new TextEncoder().encode(Array.from({ length: 500 }, (_, index) => logLine(index)).join("\n"));
const BLOCKS = Math.ceil(100_000_000 / block.length);
let sent = 0;
const source = new ReadableStream({
  pull(controller) {
    if (sent++ === BLOCKS) controller.close();
    else controller.enqueue(block);
  },
});
let length = 0;
const stream = source.pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"));
for await (const chunk of stream) length += chunk.length;
check(length === BLOCKS * block.length, "bytes are missing");
