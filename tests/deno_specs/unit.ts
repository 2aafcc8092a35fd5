// Deno's unit tests about permissions: `brio tests/deno_specs/unit.ts FOLDER [FILE…]`, where FOLDER is a checkout of
// denoland/deno (98f9507a) with the submodule of its standard library. Runs all of `permissions_test.ts` and
// `worker_permissions_test.ts`, and of the other files the tests that have a permission less, or that expect NotCapable.
// Prints what fails, and writes unit_score.snap; unit_reasons.txt says why. DENO_BINARY runs them in Deno, BRIO_BINARY names another binary of Brio.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { startServers } from "./servers.ts";

const [folder, ...only] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a checkout of denoland/deno");
const root = fs.realpathSync(folder);
const unit = path.join(root, "tests/unit");
const deno = process.env.DENO_BINARY;
const brio = process.env.BRIO_BINARY ?? process.execPath;
const RUN_MS_MAX = 120_000;
/** Files that are about permissions as a whole. */
const WHOLE = ["permissions_test.ts", "worker_permissions_test.ts"];
/** A permission that a test does not have, or the error of a refusal. */
const IS_DENIED =
  /\b(?:read|write|net|env|run|sys|ffi|import): *(?:false|\[\])|permissions: *(?:\{ *\}|"none")|NotCapable/;

interface Test {
  name: string;
  isIgnored: boolean;
}

/** The tests of a file, by its source: each begins with `Deno.test(` at the start of a line. */
function testsOf(file: string): Test[] {
  const source = fs.readFileSync(path.join(unit, file), "utf8");
  const blocks = source.split(/^Deno\.test\(/m).slice(1);
  const isWhole = WHOLE.includes(file);
  const found: Test[] = [];
  for (const block of blocks) {
    // The name is before the body, which may declare functions, too.
    const head = block.split(/=> *\{|\) *(?::[^{]*)?\{/)[0]!;
    const name =
      /^\s*"([^"]+)"/.exec(head)?.[1] ??
      /name: *"([^"]+)"/.exec(head)?.[1] ??
      /(?:^|[\s,])(?:async )?function\*? *(\w+)/.exec(head)?.[1];
    if (name === undefined || !(isWhole || IS_DENIED.test(block))) continue;
    found.push({
      name,
      isIgnored: /ignore: *(?:true|Deno\.build\.os !== "windows"|Deno\.build\.os === "linux")/.test(block),
    });
  }
  return found;
}

/** What a program prints, and the signal that ended it. */
function output(binary: string, given: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(binary, given, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: RUN_MS_MAX,
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.on("close", (_code, signal) => resolve(signal === null ? text : `${text}\n${signal}`));
  });
}

/** Which tests failed, with the first line of why. */
async function run(file: string, tests: Test[]): Promise<Map<string, string>> {
  const names = `^(?:${tests.map(({ name }) => RegExp.escape(name)).join("|")})$`;
  const failed = deno === undefined ? await runInBrio(file, names) : await runInDeno(file, names, tests);
  for (const { name, isIgnored } of tests) if (isIgnored) failed.delete(name);
  return failed;
}

interface Report {
  files: { errors: string[]; tests: { path: string[]; status: string; errors: { message?: string }[] }[] }[];
}

async function runInBrio(file: string, names: string): Promise<Map<string, string>> {
  const report = path.join(folder!, "report.json");
  fs.rmSync(report, { force: true });
  const given = ["test", "-t", names, "--reporter", "json", "--reporter-outfile", report, path.join(unit, file)];
  const printed = await output(brio, given);
  if (process.env.VERBOSE) console.log(printed);
  const passed = new Set<string>();
  const why = new Map<string, string>();
  const { files } = fs.existsSync(report)
    ? (JSON.parse(fs.readFileSync(report, "utf8")) as Report)
    : { files: [] as Report["files"] };
  for (const { tests } of files)
    for (const {
      path: [name = ""],
      status,
      errors,
    } of tests) {
      if (status === "fail") why.set(name, errors[0]?.message ?? "failed");
      else passed.add(name);
    }
  const outside = files[0]?.errors[0] ?? printed.trim().split("\n").at(-1) ?? "";
  const failed = new Map<string, string>();
  for (const { name } of testsOf(file))
    if (!passed.has(name))
      failed.set(name, (why.get(name) ?? `did not run: ${JSON.stringify(outside)}`).split("\n")[0]!.slice(0, 140));
  return failed;
}

async function runInDeno(file: string, names: string, tests: Test[]): Promise<Map<string, string>> {
  const config = ["--config", path.join(root, "tests/config/deno.json"), "--no-check", "--unstable-worker-options"];
  const given = ["test", "-A", ...config, "--location", "http://127.0.0.1:4545/", "--filter", `/${names}/`];
  const printed = await output(deno!, [...given, path.join(unit, file)]);
  if (process.env.VERBOSE) console.log(printed);
  const failed = new Map<string, string>();
  for (const { name } of tests) {
    if (new RegExp(`^${RegExp.escape(name)} \\.\\.\\. .*(?:ok|ignored)`, "m").test(printed)) continue;
    // With the test's own output, its result is on a line of its own.
    if (new RegExp(`^${RegExp.escape(name)} \\.\\.\\.[^]*?^----- [^]*?\\.\\.\\. (?:ok|ignored) \\(`, "m").test(printed))
      continue;
    const at = printed.search(new RegExp(`^${RegExp.escape(name)} =>`, "m"));
    const message = at < 0 ? printed.trim().split("\n").at(-1) : printed.slice(at).split("\n").slice(1, 3).join(" ");
    failed.set(name, `${message}`.trim().slice(0, 140));
  }
  return failed;
}

// The import map of the tests, where `brio test` looks for one.
if (deno === undefined) fs.writeFileSync(path.join(root, "deno.json"), '{ "importMap": "./import_map.json" }\n');
await startServers(path.join(root, "tests"));
let count = 0;
const failures: [string, string][] = [];
const files = fs.readdirSync(unit).filter((name) => name.endsWith("_test.ts"));
for (const file of files.sort()) {
  if (only.length > 0 && !only.some((part) => file.includes(part))) continue;
  const tests = testsOf(file);
  if (tests.length === 0) continue;
  count += tests.length;
  for (const [name, message] of await run(file, tests)) {
    failures.push([`${file}: ${name}`, message]);
    console.log(`FAILED ${file}: ${name}: ${message}`);
  }
}
const summary = `${count - failures.length}/${count} tests pass`;
console.log(summary);
process.exit(only.length > 0 || deno !== undefined ? Math.min(failures.length, 1) : report());

/** Writes unit_score.snap, and compares the failures with unit_reasons.txt, where each stands below its reason. */
function report(): number {
  const own = (name: string): string => path.join(import.meta.dirname, name);
  fs.writeFileSync(own("unit_score.snap"), `${summary}\n${failures.map(([name]) => `${name}\n`).join("")}`);
  const lines = fs.readFileSync(own("unit_reasons.txt"), "utf8").split("\n");
  const reasons = new Set(lines.filter((line) => line.startsWith("    ")).map((line) => line.trim()));
  const failed = new Set(failures.map(([name]) => name));
  const problems = [
    ...[...failed].filter((name) => !reasons.has(name)).map((name) => `no reason why ${name} fails`),
    ...[...reasons].filter((name) => !failed.has(name)).map((name) => `${name} has a reason, and does not fail`),
  ];
  problems.forEach((problem) => console.log(`unit_reasons.txt: ${problem}`));
  return problems.length === 0 ? 0 : 1;
}
