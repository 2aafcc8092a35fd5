// WebKit's JSTests/stress in Brio and in the engine's own shell: `./x jsc-stress FOLDER [PATTERN]`, where FOLDER is
// JSTests/stress of a checkout of WebKit. Reports the tests that the shell passes and Brio does not, which are faults of
// the embedding; what fails in both is the engine's own. Not part of `./x test`: see tests/README.md.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [shell, source, pattern = ""] = process.argv.slice(2);
if (shell === undefined || source === undefined) throw new Error("usage: run.ts SHELL FOLDER [PATTERN]");
const HOST = path.join(import.meta.dirname, "host.cjs");
const TIME_LIMIT_MS = 60_000;
const MESSAGE_LENGTH_MAX = 160;

interface Run {
  passed: boolean;
  reason: string;
}

/** Why a test is not run: it asks for options of the shell, or for what only the shell has. */
function reasonToSkip(text: string): string | undefined {
  if (/^\/\/@.*(?:\bskip\b|requireOptions|--\w+)/m.test(text)) return "asks for options of the shell";
  const name =
    /(?<![\w.])(\$vm|\$262|\$\.agent|\$\.evalScript|describe(?:Array)?\(|jscOptions|generateHeapSnapshot|startSamplingProfiler|makeMasqueradesAsUndefined|reoptimizationRetryCount|predictInt32|isInt32\(|effectful42|forceGCSlowPaths|createBuiltin|callerSourceOrigin|drainMicrotasks|setTimeout\()/.exec(
      text,
    )?.[1];
  return name === undefined ? undefined : `uses ${name.replace("(", "")} of the shell`;
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: source, env: { ...process.env, ...env }, timeout: TIME_LIMIT_MS });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code, signal) => {
      const line = output.split("\n").find((one) => /^(?:Exception|[A-Z]\w*Error|brio|ASSERT)/.test(one)) ?? "";
      const reason = signal === null ? `exit code ${code}: ${line}` : signal;
      resolve({ passed: code === 0, reason: reason.slice(0, MESSAGE_LENGTH_MAX) });
    });
    child.stdin.end();
  });
}

const names = fs.readdirSync(source).filter((name) => name.endsWith(".js") && name.includes(pattern));
const skipped = new Map<string, number>();
const onlyBrio: string[] = [];
const both: string[] = [];
let passed = 0;

async function check(name: string): Promise<void> {
  const reason = reasonToSkip(fs.readFileSync(path.join(source, name), "latin1"));
  if (reason !== undefined) {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    return;
  }
  const here = await run(process.execPath, ["--as", "node", "--expose-gc", HOST, path.join(source, name)], {});
  if (here.passed) {
    passed += 1;
    return;
  }
  // As docs/decisions/0003-engine-options.md sets them.
  const options = { JSC_useSharedArrayBuffer: "true", JSC_useExplicitResourceManagement: "true" };
  const there = await run(shell, [name], options);
  (there.passed ? onlyBrio : both).push(`${name}\n    ${here.reason}`);
}

let next = 0;
async function work(): Promise<void> {
  for (let name = names[next++]; name !== undefined; name = names[next++]) await check(name);
}
await Promise.all(Array.from({ length: Math.max(1, Math.min(os.availableParallelism(), 2)) }, work));

for (const [title, list] of [
  ["fail in Brio and pass in the shell", onlyBrio],
  ["fail in both", both],
] as const) {
  console.log(`${list.length} ${title}`);
  for (const one of list.sort()) console.log(`  ${one}`);
}
for (const [reason, count] of skipped) console.log(`${count} skipped: ${reason}`);
console.log(`${passed} passed, ${onlyBrio.length} fail only in Brio, ${both.length} in both`);
process.exitCode = onlyBrio.length === 0 ? 0 : 1;
