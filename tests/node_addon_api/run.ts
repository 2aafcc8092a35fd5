// node-addon-api's own tests: `brio --as node tests/node_addon_api/run.ts FOLDER [PATTERN] [--brief]`, where FOLDER is a checkout of
// nodejs/node-addon-api 8.9.2 (25f7ba08) in which `npm install` was run. Builds its addons on the first run (build.ts; the
// headers come from the package node-api-headers, in FOLDER or named by NODE_API_HEADERS), and runs each test file as a
// process of its own. With --brief the variants of the addon (without C++ exceptions, with Maybe, in another namespace) are
// copies of the first, which takes a quarter of the time to build.
// Without a pattern, writes score.snap: which files fail, each with its message. reasons.txt says why; a failure
// without a reason there, or a reason without a failure, ends the run with 1. Run by Node, the file changes nothing and prints only.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { build } from "./build.ts";

const isBrief = process.argv.includes("--brief");
const [source, pattern = ""] = process.argv.slice(2).filter((argument) => argument !== "--brief");
if (source === undefined) throw new Error("name a checkout of nodejs/node-addon-api");
const folder = fs.realpathSync(source);
const here = import.meta.dirname;
const headers = process.env["NODE_API_HEADERS"] ?? path.join(folder, "node_modules/node-api-headers/include");
const TIME_LIMIT_MS = 900_000;
const MESSAGE_LENGTH_MAX = 140;

/** Names in `test/` that are no tests, as its index.js lists them. */
const NO_TESTS = new Set(["build", "common", "child_processes", "addons", "napi_child.js", "testUtil.js", "index.js"]);
/** Compiled for no addon of the others: it is started by hand. */
NO_TESTS.add("thunking_manual.js");

function testsIn(below: string): string[] {
  const found: string[] = [];
  for (const entry of fs.readdirSync(path.join(folder, "test", below), { withFileTypes: true })) {
    const name = path.join(below, entry.name);
    if (NO_TESTS.has(name)) continue;
    if (!entry.isDirectory()) {
      if (name.endsWith(".js")) found.push(name);
    } else if (fs.existsSync(path.join(folder, "test", name, "index.js"))) {
      found.push(`${name}/index.js`);
    } else {
      found.push(...testsIn(name));
    }
  }
  return found;
}

/** Runs one file. Returns why it failed; undefined for a pass. */
function failureOf(test: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // As their index.js does: some start themselves, and know by the name of the main file that they are to.
    const program = `require(${JSON.stringify(path.join(folder, "test", test))})`;
    const child = spawn(process.execPath, ["--expose-gc", "-e", program], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1" },
      timeout: TIME_LIMIT_MS,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const lines = output.split("\n").map((line) => line.trim());
      const message = lines.find((line) => /^(?:[\w.]*Error\b|FATAL)/.test(line)) ?? lines.find((line) => line !== "");
      resolve(`${signal ?? `exit ${code}`}: ${message ?? ""}`.replaceAll(folder, "").slice(0, MESSAGE_LENGTH_MAX));
    });
    child.stdin.end();
  });
}

/** The files below each reason of reasons.txt. */
function explained(): Set<string> {
  const lines = fs.readFileSync(path.join(here, "reasons.txt"), "utf8").split("\n");
  return new Set(lines.filter((line) => line.startsWith("    ")).map((line) => line.trim()));
}

await build(folder, headers, isBrief);
const tests = testsIn("")
  .filter((name) => name.includes(pattern))
  .sort();
const failures: [string, string][] = [];
for (const test of tests) {
  const failure = await failureOf(test);
  if (failure === undefined) continue;
  failures.push([test, failure]);
  console.log(`FAILED ${test}: ${failure}`);
}
const summary = `${tests.length - failures.length}/${tests.length} files pass`;
console.log(summary);
if (pattern === "" && process.versions["brio"] !== undefined) {
  const lines = failures.map(([test, failure]) => `${test}: ${failure}\n`);
  fs.writeFileSync(path.join(here, "score.snap"), `${summary}\n${lines.join("")}`);
  const reasons = explained();
  const unexplained = failures.filter(([test]) => !reasons.has(test)).map(([test]) => `no reason why ${test} fails`);
  const outdated = [...reasons].filter((name) => !failures.some(([test]) => test === name));
  const problems = [...unexplained, ...outdated.map((name) => `${name} has a reason, and does not fail`)];
  problems.forEach((problem) => console.log(`reasons.txt: ${problem}`));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
