// SHA-256 over 64 MB, ten times.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const bytes = readFileSync(new URL("../data/64mb.txt", import.meta.url));
for (let count = 0; count < 10; count++) {
  if (createHash("sha256").update(bytes).digest("hex").length !== 64) throw new Error("no digest");
}
