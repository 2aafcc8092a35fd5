// Deno.Command and Deno.kill, in programs of Deno's home. The expected output is that of Deno 2.9.6.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/deno-command-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

function run(code: string): unknown[] {
  const file = `${folder}/${count++}.mjs`;
  writeFileSync(
    file,
    `const print = (...values) => console.log(JSON.stringify(values)); const text = (bytes) => new TextDecoder().decode(bytes);
    const failed = async (call) => { try { await call(); print("no error"); } catch (error) { print(error.name, error.message); } };\n${code}`,
  );
  const result = spawnSync(process.execPath, ["--as", "deno", file], { encoding: "utf8", timeout: 9000 });
  assert.strictEqual(result.stderr, "");
  return result.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("output and outputSync collect what the program wrote", () => {
  const expected = [3, null, false, "out x\n", "err\n", "Uint8Array"];
  assert.deepStrictEqual(
    run(`
    const command = new Deno.Command("sh", { args: ["-c", "echo out $WORD; echo err >&2; exit 3"], env: { WORD: "x" } });
    for (const result of [await command.output(), command.outputSync()]) print(result.code, result.signal, result.success, text(result.stdout), text(result.stderr), result.stdout.constructor.name);
    const killed = new Deno.Command("sh", { args: ["-c", "kill -9 $$"], stdout: "null" }).outputSync(); print(killed.code, killed.signal, killed.success);
    await failed(() => killed.stdout); print(text(new Deno.Command("pwd", { cwd: "/usr", clearEnv: true, env: { PATH: "/usr/bin:/bin" } }).outputSync().stdout));`),
    [
      expected,
      expected,
      [137, "SIGKILL", false],
      ["TypeError", "Cannot get 'stdout': 'stdout' is not piped"],
      ["/usr\n"],
    ],
  );
});

test("spawn gives streams and a status", () => {
  assert.deepStrictEqual(
    run(`
    const child = new Deno.Command("cat", { stdin: "piped", stdout: "piped" }).spawn(); print(typeof child.pid); await failed(() => child.stderr);
    const writer = child.stdin.getWriter(); await writer.write(new TextEncoder().encode("hey")); await writer.close(); print(await child.stdout.text(), await child.status); await failed(() => child.kill());`),
    [
      ["number"],
      ["TypeError", "Cannot get 'stderr': 'stderr' is not piped"],
      ["hey", { success: true, code: 0, signal: null }],
      ["TypeError", "Child process has already terminated"],
    ],
  );
});

test("kill, an abort signal and Deno.kill end the program", () => {
  const ended = [{ success: false, code: 143, signal: "SIGTERM" }];
  assert.deepStrictEqual(
    run(`
    const first = new Deno.Command("sleep", { args: ["5"] }).spawn(); first.kill(); print(await first.status);
    print(await new Deno.Command("sleep", { args: ["5"], signal: AbortSignal.timeout(20) }).spawn().status);
    const last = new Deno.Command("sleep", { args: ["5"] }).spawn(); Deno.kill(last.pid); print(await last.status);`),
    [ended, ended, ended],
  );
});

test("signals reach their listeners", () => {
  assert.deepStrictEqual(
    run(
      `const listener = () => { print("got it"); Deno.removeSignalListener("SIGUSR2", listener); }; Deno.addSignalListener("SIGUSR2", listener); Deno.kill(Deno.pid, "SIGUSR2"); await new Promise((resolve) => setTimeout(resolve, 50));`,
    ),
    [["got it"]],
  );
});

test("a program that cannot be started rejects or throws", () => {
  const missing = ["NotFound", "Failed to spawn 'no-such-program': entity not found"];
  const piped = ["TypeError", "Piped stdin is not supported for this function, use 'Deno.Command.spawn()' instead"];
  assert.deepStrictEqual(
    run(`
    const command = new Deno.Command("no-such-program"); await failed(() => command.output()); await failed(() => command.outputSync()); await failed(() => command.spawn());
    await failed(() => new Deno.Command("cat", { stdin: "piped" }).output()); await failed(() => new Deno.Command("cat", { stdin: "piped" }).outputSync());
    await failed(() => new Deno.Command("ls", { stdout: "x" }).outputSync()); await failed(() => Deno.kill(999999)); await failed(() => Deno.kill(1, "NO"));
    print(await command.output().catch((error) => error instanceof Deno.errors.NotFound));`),
    [
      missing,
      missing,
      missing,
      piped,
      piped,
      ["TypeError", "unknown variant `x`, expected one of `inherit`, `piped`, `null`"],
      ["NotFound", "ESRCH: No such process"],
      ["TypeError", "Invalid signal: NO"],
      [true],
    ],
  );
});

test("a missing working directory is named", () => {
  const [[name, message]] = run(`await failed(() => new Deno.Command("sh", { cwd: "/nonexistent" }).output());`) as any;
  assert.strictEqual(name, "NotFound");
  assert.match(message, /^Failed to spawn '\S*\/sh': No such cwd '\/nonexistent'$/);
});

test("arguments are converted to strings, and must not contain NUL", () => {
  const lines = run(`
    const decode = async (args) => new TextDecoder().decode((await new Deno.Command("echo", { args }).output()).stdout).trim();
    print(await decode([5, true, null]), await decode("xy"));
    await failed(() => new Deno.Command("echo", { args: ["a\\0b"] }).output()); await failed(() => new Deno.Command("a\\0b").outputSync()); await failed(() => new Deno.Command().output());`) as any;
  assert.deepStrictEqual(lines[0], ["5 true null", "x y"]);
  assert.strictEqual(lines[1][0], "TypeError");
  assert.match(lines[1][1], /^Failed to spawn '\S*echo': nul byte found in provided data$/);
  assert.deepStrictEqual(lines.slice(2), [
    ["NotFound", "Failed to spawn 'a\0b': entity not found"],
    ["TypeError", "missing field `cmd`"],
  ]);
});
