// Runs Bun's own tests of its bundler, unmodified and with their helper, in Brio and in Bun, and writes the score of those that
// Bun passes: `brio --as bun tests/bundler_bun/run.ts FOLDER BUN [FILE…]`, where FOLDER is `test` of a checkout of Bun with its packages
// installed, BUN the binary of Bun, and FILE a path below `bundler`, by default all. A file has ten minutes, and a test one.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [folder, peer, ...names] = process.argv.slice(2);
if (folder === undefined || peer === undefined) throw new Error("usage: run.ts FOLDER BUN [FILE…]");
const FILE_LIMIT_MS = 600_000;
const TEST_LIMIT_MS = 60_000;
const MESSAGE_LENGTH_MAX = 120;

const place = fs.mkdtempSync(path.join(os.tmpdir(), "bundler-bun-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
// The tests start the binary that runs them; by this name it is Bun.
const own = path.join(place, "bun");
fs.copyFileSync(process.execPath, own);

interface Result {
  state: "pass" | "fail" | "skip";
  message: string;
}

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp|#10|#xA);/g, (_, name: string) => {
    const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
    return entities[name] ?? "\n";
  });

/** The results of a file by the names of its tests. A name that occurs again has a number. */
function results(report: string): Map<string, Result> {
  const all = new Map<string, Result>();
  for (const [, attributes, body = ""] of report.matchAll(/<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)) {
    const given = decoded(/\bname="([^"]*)"/.exec(attributes!)?.[1] ?? "");
    let name = given;
    for (let count = 2; all.has(name); count++) name = `${given}#${count}`;
    const failure = /<(?:failure|error)\b[^>]*?(?:message="([^"]*)")?[^>]*>/.exec(body);
    const state = failure ? "fail" : body.includes("<skipped") ? "skip" : "pass";
    all.set(name, { state, message: decoded(failure?.[1] ?? "") });
  }
  return all;
}

function run(binary: string, file: string): Map<string, Result> {
  const report = path.join(place, "report.xml");
  fs.rmSync(report, { force: true });
  const flags = [`--timeout=${TEST_LIMIT_MS}`, "--reporter=junit", `--reporter-outfile=${report}`];
  spawnSync(binary, ["test", ...flags, `bundler/${file}`], {
    cwd: folder,
    // With `CI` the helper has no limit of five seconds.
    env: { ...process.env, CI: "1", BUN_FEATURE_FLAG_INTERNAL_FOR_TESTING: "1", TMPDIR: place },
    stdio: "ignore",
    timeout: FILE_LIMIT_MS,
  });
  return fs.existsSync(report) ? results(fs.readFileSync(report, "utf8")) : new Map();
}

const files = names.length > 0 ? names : fs.globSync("**/*.test.{ts,js}", { cwd: path.join(folder, "bundler") }).sort();
const lines: string[] = [];
let [passed, all] = [0, 0];
for (const file of files) {
  const expected = [...run(peer, file)].filter(([, { state }]) => state === "pass");
  const actual = run(own, file);
  const failed = expected.filter(([name]) => actual.get(name)?.state !== "pass");
  all += expected.length;
  passed += expected.length - failed.length;
  lines.push("", `# ${file}: ${expected.length - failed.length} of ${expected.length}`);
  for (const [name] of failed) {
    const message = actual.get(name)?.message.replace(/\s+/g, " ").replaceAll(place, "") ?? "did not run";
    lines.push(`${name}: ${message.slice(0, MESSAGE_LENGTH_MAX)}`);
  }
  console.log(lines.findLast((line) => line.startsWith("# ")));
}
const score = [`${all} tests that Bun passes: ${passed} pass`, ...lines, ""].join("\n");
console.log(score.split("\n", 1)[0]);
if (names.length === 0) fs.writeFileSync(path.join(import.meta.dirname, "score.snap"), score);
