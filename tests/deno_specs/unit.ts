// Deno's unit tests about permissions: `brio tests/deno_specs/unit.ts FOLDER [FILE…]`, where FOLDER is a checkout of
// denoland/deno (98f9507a) with the submodule of its standard library. Runs all of `permissions_test.ts` and
// `worker_permissions_test.ts`, and of the other files the tests that have a permission less, or that expect NotCapable.
// Prints what fails, and counts. DENO_BINARY runs them in Deno, BRIO_BINARY names another binary of Brio.
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
    const name =
      /(?:^|[\s,])(?:async )?function\*? *(\w+)/.exec(block)?.[1] ??
      /name: *"([^"]+)"/.exec(block)?.[1] ??
      /^\s*"([^"]+)"/.exec(block)?.[1];
    if (name === undefined || !(isWhole || IS_DENIED.test(block))) continue;
    found.push({
      name,
      isIgnored: /ignore: *(?:true|Deno\.build\.os !== "windows"|Deno\.build\.os === "linux")/.test(block),
    });
  }
  return found;
}

/** What `test` prints for a file, and the signal that ended it. */
function output(file: string, tests: Test[]): Promise<string> {
  const names = tests.map(({ name }) => RegExp.escape(name)).join("|");
  const config = ["--config", path.join(root, "tests/config/deno.json")];
  const own = deno === undefined ? ["--as", "deno"] : ["--no-check", "--unstable-worker-options"];
  const given = [
    "test",
    ...own,
    "-A",
    ...config,
    "--location",
    "http://127.0.0.1:4545/",
    "--filter",
    `/^(?:${names})$/`,
  ];
  return new Promise((resolve) => {
    const child = spawn(deno ?? brio, [...given, path.join(unit, file)], {
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

/** Which tests failed, with the first line of what they printed. */
async function run(file: string, tests: Test[]): Promise<Map<string, string>> {
  const printed = await output(file, tests);
  if (process.env.VERBOSE) console.log(printed);
  const failed = new Map<string, string>();
  for (const { name, isIgnored } of tests) {
    if (isIgnored || new RegExp(`^${RegExp.escape(name)} \\.\\.\\. .*(?:ok|ignored)`, "m").test(printed)) continue;
    // With the test's own output, its result is on a line of its own.
    if (new RegExp(`^${RegExp.escape(name)} \\.\\.\\.[^]*?^----- [^]*?\\.\\.\\. (?:ok|ignored) \\(`, "m").test(printed))
      continue;
    const at = printed.search(new RegExp(`^${RegExp.escape(name)} =>`, "m"));
    const message = at < 0 ? printed.trim().split("\n").at(-1) : printed.slice(at).split("\n").slice(1, 3).join(" ");
    failed.set(name, `${message}`.trim().slice(0, 140));
  }
  return failed;
}

await startServers(path.join(root, "tests"));
let [count, failures] = [0, 0];
const files = fs.readdirSync(unit).filter((name) => name.endsWith("_test.ts"));
for (const file of files.sort()) {
  if (only.length > 0 && !only.some((part) => file.includes(part))) continue;
  const tests = testsOf(file);
  if (tests.length === 0) continue;
  const failed = await run(file, tests);
  count += tests.length;
  failures += failed.size;
  for (const [name, message] of failed) console.log(`FAILED ${file}: ${name}: ${message}`);
}
console.log(`${count - failures}/${count} tests pass`);
process.exit(failures === 0 ? 0 : 1);
