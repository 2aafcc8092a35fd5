// A file of 200 MB through SHA-256, and through AES-256-GCM to another file.
import { createCipheriv, createHash } from "node:crypto";
import { createReadStream, createWriteStream, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { check, temporaryFolder, writeLog } from "../job_support.mjs";

const folder = temporaryFolder();
const file = path.join(folder, "access.log");
writeLog(file, 1_500_000);
const hash = createHash("sha256");
await pipeline(createReadStream(file), hash);
check(hash.digest("hex").length === 64, "the digest is not complete");
const copy = path.join(folder, "encrypted");
await pipeline(
  createReadStream(file),
  createCipheriv("aes-256-gcm", Buffer.alloc(32, 1), Buffer.alloc(12, 2)),
  createWriteStream(copy),
);
check(statSync(copy).size === statSync(file).size, "bytes are missing");
rmSync(folder, { recursive: true });
