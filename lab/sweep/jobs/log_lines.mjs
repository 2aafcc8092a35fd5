// Regular expressions over 500,000 lines of a log.
import { check, logLine } from "../job_support.mjs";

const pattern = /^(\S+) \S+ (\S+) \[([^\]]+)\] "(\w+) ([^ "]+) HTTP\/[\d.]+" (\d{3}) (\d+) "([^"]*)" "([^"]*)"$/;
const lines = Array.from({ length: 1000 }, (_, index) => logLine(index));
const byStatus = new Map();
let bytes = 0;
for (let round = 0; round < 500; round++) {
  for (const line of lines) {
    const match = pattern.exec(line);
    byStatus.set(match[6], (byStatus.get(match[6]) ?? 0) + 1);
    bytes += Number(match[7]);
    if (/curl\/(\d+)/.test(match[9]) && match[5].replace(/\?.*$/, "").split("/").length !== 3) bytes = -1;
  }
}
check(byStatus.size === 2 && bytes > 0, "lines were not read");
