// gzipSync over 64 MB.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const packed = gzipSync(readFileSync(new URL("../data/64mb.txt", import.meta.url)));
if (packed.length < 1_000_000) throw new Error("too small");
