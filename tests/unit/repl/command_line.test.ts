// `-i` together with `-e`, `-p` and `--input-type`; when `-p` prints.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

function run(input: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", input });
  // Which prompt it is does not matter here.
  return { status, stdout: stdout.replace(/^Welcome to .*\nType .*\n/, "Welcome\n"), stderr };
}

test("-i -e runs the code behind the first prompt, which knows its variables", () => {
  assert.strictEqual(
    run("x\nz\n", "-i", "-e", "var x = 5; const z = 6; console.log('code')").stdout,
    "Welcome\n> code\n5\n> 6\n> ",
  );
});

test("-i -p prints the result at the end", () => {
  assert.strictEqual(run("1\n", "-i", "-p", "42").stdout, "Welcome\n> 1\n> 42\n");
});

test("code of -i -e that throws ends the prompt", () => {
  const { status, stdout, stderr } = run("1\n", "-i", "-e", "throw new RangeError('mine')");
  assert.deepStrictEqual([status, stdout], [1, "Welcome\n> "]);
  assert.match(stderr, /RangeError: mine/);
});

test("-i excludes --input-type", () => {
  assert.deepStrictEqual(run("1\n", "-i", "--input-type=module"), {
    status: 9,
    stdout: "",
    stderr: "Cannot specify --input-type for REPL\n",
  });
});

test("-p prints the result as it is when the process ends, before the program's listeners of exit", () => {
  assert.strictEqual(
    run("", "-p", "var o = { a: 1 }; setTimeout(() => { o.a = 2; console.log('timer') }); o").stdout,
    "timer\n{ a: 2 }\n",
  );
  assert.strictEqual(run("", "-p", "process.on('exit', () => console.log('exit')); 'result'").stdout, "result\nexit\n");
  assert.deepStrictEqual(run("", "-p", "process.exit(3)"), { status: 3, stdout: "", stderr: "" });
});

test("the prompt's module is its own, also with code to run first", () => {
  const { stdout } = spawnSync(process.execPath, ["--interactive", "-e", "42"], {
    encoding: "utf8",
    input: "module.id\n.exit\n",
  });
  assert.match(stdout, /'<repl>'/);
});

test("the prompt works on when an input deletes the iterator of arrays", () => {
  const input = "delete Array.prototype[Symbol.iterator];\nfor (const x of [3, 2, 1]);\n.exit\n";
  // The engines describe the value differently.
  assert.match(
    run(input, "--interactive").stdout,
    /^Welcome\n> true\n> Uncaught TypeError: (?:\[3,2,1\]|\{\}) is not iterable\n> $/,
  );
});

for (const [name, start] of [
  ["an endless input", "value = 1001; process.send(0); while (true) {}"],
  [
    "an endless run of node:vm inside an input",
    "value = 1001; require('vm').runInThisContext('process.send(0); while (true) {}', { breakOnSigint: true })",
  ],
]) {
  test(`SIGINT ends ${name}, not the session`, async () => {
    const child = spawn(process.execPath, ["-i"], { stdio: ["pipe", "pipe", "inherit", "ipc"] });
    let printed = "";
    child.stdout!.setEncoding("utf8").on("data", (chunk) => {
      printed += chunk;
      if (/interrupted/.test(chunk)) child.stdin!.end("value * 2\n");
    });
    child.on("message", () => child.kill("SIGINT"));
    child.stdin!.write(`${start}\n`);
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.strictEqual(code, 0);
    assert.match(printed, /Script execution was interrupted by `SIGINT`[^]*\b2002\n/);
  });
}

// Node 26.10 does not end there.
test("-i ends with its input when the reader of its output has left", async () => {
  const child = spawn(process.execPath, ["-i"], { stdio: ["pipe", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.destroy();
  child.stdin.write("setInterval(() => console.log(1), 20)\n2 + 2\n");
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.stdin.end();
  const limit = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...end) => resolve(end)),
  );
  clearTimeout(limit);
  assert.deepStrictEqual([code, signal], [0, null]);
});
