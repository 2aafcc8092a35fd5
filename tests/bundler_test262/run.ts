// The module tests of test262, bundled and then run, beside the same tests run from their sources:
// `brio --as bun tests/bundler_test262/run.ts FOLDER [PATTERN]`, where FOLDER is a checkout of tc39/test262. Writes score.snap:
// how many pass as bundles, and the tests that pass from the source only, with what their bundles did.
// A negative test passes as a bundle when it is not built, or when the bundle throws the error that it names.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [folder, pattern = ""] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of a checkout of test262");
const TIME_LIMIT_MS = 20_000;
const MESSAGE_LENGTH_MAX = 120;
const ROOT = path.join(folder, "test/language");

interface Test {
  name: string;
  file: string;
  includes: string[];
  isAsync: boolean;
  /** The error that it must throw or be refused with. */
  error: string | undefined;
}

function read(name: string): Test | undefined {
  const file = path.join(ROOT, name);
  const head = /\/\*---([\s\S]*?)---\*\//.exec(fs.readFileSync(file, "utf8"))?.[1] ?? "";
  const flags = /^flags:\s*\[(.*?)\]/m.exec(head)?.[1]!.split(/,\s*/) ?? [];
  if (!flags.includes("module")) return undefined;
  const listed = /^includes:\s*\[(.*?)\]/m.exec(head)?.[1]!.split(/,\s*/) ?? [];
  const lines = [...(/^includes:\s*\n((?:\s+-.*\n)+)/m.exec(head)?.[1] ?? "").matchAll(/-\s*(\S+)/g)].map(
    (one) => one[1]!,
  );
  const error = /^negative:[\s\S]*?^\s+type:\s*(\w+)/m.exec(head)?.[1];
  return { name, file, includes: [...listed, ...lines].filter(Boolean), isAsync: flags.includes("async"), error };
}

const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "bundled-test262-")));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
// Prints `passed`, or what was thrown.
fs.writeFileSync(
  path.join(place, "host.cjs"),
  `const [harness, tested, isAsync] = process.argv.slice(2);
const fs = require("node:fs");
const say = (text) => { fs.writeSync(1, text); process.exit(0); };
globalThis.print = (text) => say(text === "Test262:AsyncTestComplete" ? "passed" : String(text));
for (const file of harness.split(",")) require("node:vm").runInThisContext(fs.readFileSync(file, "utf8"));
import(tested).then(
  () => { if (isAsync !== "true") say("passed"); },
  (error) => say(\`\${error?.name ?? error?.constructor?.name}: \${error?.message ?? error}\`),
);`,
);

function run(args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: TIME_LIMIT_MS,
    });
    const output: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (output.stdout += chunk));
    child.stderr.on("data", (chunk) => (output.stderr += chunk));
    child.on("close", (code) => resolve(output.stdout || `exit ${code}: ${output.stderr.trim().split("\n", 1)[0]}`));
  });
}

function outcome(test: Test, module: string): Promise<string> {
  const names = ["assert.js", "sta.js", "doneprintHandle.js", ...test.includes];
  const harness = names.map((name) => path.join(folder!, "harness", name)).join(",");
  return run(["--as", "node", path.join(place, "host.cjs"), harness, module, `${test.isAsync}`]);
}

const isPassed = (test: Test, text: string): boolean =>
  test.error === undefined ? text === "passed" : text.startsWith(`${test.error}:`);

async function bundled(test: Test): Promise<string> {
  const outdir = fs.mkdtempSync(path.join(place, "bundle-"));
  const naming = { entry: "entry.mjs", chunk: "[name]-[hash].mjs" };
  const built = await Bun.build({
    entrypoints: [test.file],
    outdir,
    target: "bun",
    splitting: true,
    naming,
    throw: false,
  });
  if (!built.success) {
    return test.error === undefined ? `not built: ${built.logs[0]?.message}` : `${test.error}: not built`;
  }
  const text = await outcome(test, path.join(outdir, "entry.mjs"));
  fs.rmSync(outdir, { recursive: true, force: true });
  return text;
}

const tests = fs
  .globSync("{module-code,import,export,expressions/dynamic-import,expressions/import.meta}/**/*.js", { cwd: ROOT })
  .filter((name) => !name.endsWith("_FIXTURE.js") && name.includes(pattern))
  .sort()
  .map(read)
  .filter((test) => test !== undefined);
const lines: string[] = [];
let [bundles, neither] = [0, 0];
const waiting = [...tests];

async function work(): Promise<void> {
  for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
    const text = await bundled(test);
    if (isPassed(test, text)) bundles++;
    else if (!isPassed(test, await outcome(test, test.file))) neither++;
    else
      lines.push(
        `${test.name}: ${text.split("\n", 1)[0]!.replaceAll(place, "").replaceAll(`${ROOT}/`, "").slice(0, MESSAGE_LENGTH_MAX)}`,
      );
  }
}

await Promise.all(Array.from({ length: os.availableParallelism() }, work));
const score = [
  `${tests.length} tests: ${bundles} pass as bundles, ${lines.length} from the source only, ${neither} neither`,
  "",
  "# from the source only",
  ...lines.sort(),
  "",
].join("\n");
console.log(score);
if (pattern === "") fs.writeFileSync(path.join(import.meta.dirname, "score.snap"), score);
