// `readline` over a file of 1.5 million lines (200 MB).
import { createReadStream, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { check, temporaryFolder, writeLog } from "../job_support.mjs";

const folder = temporaryFolder();
const file = path.join(folder, "access.log");
writeLog(file, 1_500_000);
let lines = 0;
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
  if (line.length > 10) lines++;
check(lines === 1_500_000, "lines are missing");
rmSync(folder, { recursive: true });
