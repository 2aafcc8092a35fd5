// Compares the runtime that runs this file with a list: `brio tests/surface/check.ts tests/surface/node.txt [SEVERITY,…]`.
import { readFileSync } from "node:fs";
import process from "node:process";
import { differences } from "./differences.ts";

const [, , list, wanted = "missing,kind,detail,flags,parent,extra"] = process.argv;
const found = await differences(readFileSync(list!, "utf8"));
const counts: Record<string, number> = {};
for (const { path, severity, text } of found) {
  counts[severity] = (counts[severity] ?? 0) + 1;
  if (wanted.split(",").includes(severity)) console.log(`${severity}\t${path}\t${text}`);
}
console.log(JSON.stringify(counts));
process.exit(0);
