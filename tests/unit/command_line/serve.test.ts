// `deno serve`: the default export of a program is served. https://docs.deno.com/runtime/reference/cli/serve/
import assert from "node:assert";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { unusedPort } from "../unused_port.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "serve-command-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const env = { ...process.env, NO_COLOR: "1", DENO_JOBS: "3" };

function file(source: string): string {
  const name = path.join(folder, `m${fs.readdirSync(folder).length}.ts`);
  fs.writeFileSync(name, source);
  return name;
}

/** Starts a server, and calls `use` when it has written the line that `pattern` finds. Returns what it wrote. */
async function serving(args: string[], pattern: RegExp, use: (found: RegExpExecArray) => unknown): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  try {
    await new Promise<void>((resolve, reject) => {
      const receive = (chunk: Buffer): void => {
        text += String(chunk);
        if (pattern.test(text)) resolve();
      };
      child.stdout!.on("data", receive);
      child.stderr!.on("data", receive);
      child.on("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });
    await use(pattern.exec(text)!);
  } finally {
    child.kill("SIGKILL");
  }
  return text;
}

const LISTENING = /deno serve: Listening on http:\/\/(\S+):(\d+)\/( with \d+ threads)?\n/;
const HELLO = `export default { fetch(request, info) {
  return new Response(new URL(request.url).pathname + " " + info.remoteAddr.hostname);
} };`;
const run = (...args: string[]) => spawnSync(process.execPath, args, { env, encoding: "utf8" });

test("the default export is served at the port and the host of the flags", async () => {
  const port = await unusedPort();
  await serving(["serve", "-A", "--port", String(port), "--host=127.0.0.1", file(HELLO)], LISTENING, async (found) => {
    assert.deepStrictEqual(found.slice(1, 3), ["127.0.0.1", String(port)]);
    const response = await fetch(`http://127.0.0.1:${port}/path`);
    assert.strictEqual(await response.text(), "/path 127.0.0.1");
  });
}, 30_000);

test("onListen replaces the line, and arguments are the program's", async () => {
  const source = `export default { fetch: () => new Response(Deno.args.join()), onListen: ({ port }) => console.log("at", port) };`;
  await serving(["serve", "-A", "--port=0", file(source), "a", "--b"], /^at (\d+)\n$/, async ([, port]) => {
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "a,--b");
  });
}, 30_000);

test("--parallel serves on several threads, which all run the main module", async () => {
  const source = `console.log("main", import.meta.main); export default { fetch: () => new Response("hi") };`;
  const isComplete = /(?=(?:[^]*main true){3})[^]*Listening on http:\/\/0\.0\.0\.0:(\d+)\/ with 3 threads\n/;
  await serving(["serve", "-A", "--parallel", "--port=0", file(source)], isComplete, async ([, port]) => {
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "hi");
  });
}, 30_000);

test("the address needs no permission besides the flag", async () => {
  const port = await unusedPort();
  const source = `const { state } = await Deno.permissions.query({ name: "net" }); export default { fetch: () => new Response(state) };`;
  const args = ["serve", "--allow-read", "--no-prompt", `--port=${port}`, "--host", "127.0.0.1", file(source)];
  await serving(args, LISTENING, async () => {
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "prompt");
  });
}, 30_000);

test("another default export is reported after the program has run", () => {
  for (const source of [
    "console.log(1);",
    "console.log(1); export default 3;",
    "console.log(1); export default () => {};",
  ]) {
    const { stdout, stderr, status } = run("serve", "-A", "--port=0", file(source));
    assert.strictEqual(stdout, "1\n");
    assert.match(
      stderr,
      /^error: \w+ serve requires export default \{ fetch \} in the main module, did you mean to run "\w+ run"\?\n$/,
    );
    assert.strictEqual(status, 0);
  }
}, 60_000);

test("members of another type are errors", () => {
  const { stderr, status } = run("serve", "-A", "--port=0", file("export default { fetch: 3 };"));
  assert.match(stderr, /TypeError: Invalid type for fetch: must be a function/);
  assert.strictEqual(status, 1);
}, 30_000);

test("the port must be one", () => {
  const { stderr, status } = run("serve", "-A", "--port", "x", file(HELLO));
  assert.match(stderr, /invalid value 'x' for '--port'/);
  assert.strictEqual(status, 1);
}, 30_000);

test("a program that is run is not served, which a warning says", () => {
  const deno = process.versions.brio === undefined ? ["run", "-A"] : ["run", "--as", "deno"];
  const { stderr, status } = run(...deno, file(HELLO));
  assert.match(stderr, /^warning: Detected export default \{ fetch \}, did you mean to run "\w+ serve"\?\n$/);
  assert.strictEqual(status, 0);
}, 30_000);

test("DENO_SERVE_ADDRESS is where the first server listens", () => {
  const source = `const server = Deno.serve({ port: 1 }, () => new Response()); console.log(server.addr.hostname); await server.shutdown();`;
  const args = process.versions.brio === undefined ? ["run", "-A"] : ["run", "--as", "deno"];
  const found = spawnSync(process.execPath, [...args, file(source)], {
    env: { ...env, DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" },
    encoding: "utf8",
  });
  assert.strictEqual(found.stdout, "127.0.0.1\n");
}, 30_000);
