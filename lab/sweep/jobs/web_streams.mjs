// 200 MB of a file by `Readable.toWeb` through a `TransformStream` and back by `Readable.fromWeb`.
import { createReadStream, rmSync, statSync } from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { check, temporaryFolder, writeLog } from "../job_support.mjs";

const folder = temporaryFolder();
const file = path.join(folder, "access.log");
writeLog(file, 1_500_000);
let length = 0;
const sink = new Writable({
  write(chunk, encoding, done) {
    length += chunk.length;
    done();
  },
});
const web = Readable.toWeb(createReadStream(file)).pipeThrough(new TransformStream());
await pipeline(Readable.fromWeb(web), sink);
check(length === statSync(file).size, "bytes are missing");
rmSync(folder, { recursive: true });
