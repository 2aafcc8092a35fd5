// 200 MB through gzip and back by streams.
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { check, logLine } from "../job_support.mjs";

const block = Buffer.from(Array.from({ length: 500 }, (_, index) => logLine(index)).join("\n"));
const BLOCKS = Math.ceil(200_000_000 / block.length);
function* blocks() {
  for (let index = 0; index < BLOCKS; index++) yield block;
}
let length = 0;
const sink = new Writable({
  write(chunk, encoding, done) {
    length += chunk.length;
    done();
  },
});
await pipeline(Readable.from(blocks(), { objectMode: false }), createGzip({ level: 1 }), createGunzip(), sink);
check(length === BLOCKS * block.length, "bytes are missing");
