import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

// The cache of an earlier run may make a program faster, and nothing else.
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-bytecode-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const isBrio = "brio" in process.versions;
const filler = `// ${"x".repeat(2000)}\n`;

interface Run {
  stdout: string;
  stderr: string;
  status: number | null;
}

let caches = 0;

function newCache(): string {
  return path.join(folder, `cache-${++caches}`);
}

function environment(cache: string): NodeJS.ProcessEnv {
  return { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: "", NODE_DISABLE_COMPILE_CACHE: "" };
}

function run(file: string, cache: string, more: NodeJS.ProcessEnv = {}): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    env: { ...environment(cache), ...more },
  });
  return { stdout, stderr, status };
}

/** The entries of bytecode in a cache folder. */
function entries(cache: string): string[] {
  const place = path.join(cache, "brio", "transform", "bytecode");
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

write(
  "part.cjs",
  `${filler}exports.add = function add(a, b) { return a + b; };\nexports.late = (n) => { throw new RangeError("late " + n); };\n`,
);
const main = write(
  "main.mjs",
  `${filler}
import part from "./part.cjs";
console.log(part.add(1, 2), part.add.toString(), import.meta.url.endsWith("main.mjs"));
try { part.late(3); } catch (error) { console.log(error.message, error.stack.split("\\n").slice(0, 2).map((line) => line.replace(/\\(.*[/]/, "(")).join()); }
async function* generate() { yield* [1, 2]; }
for await (const one of generate()) console.log(one);
process.exitCode = 3;
`,
);

test("the second and third run print what the first did", () => {
  const cache = newCache();
  const first = run(main, cache);
  assert.match(
    first.stdout,
    /^3 function add\(a, b\) \{ return a \+ b; \} true\nlate 3 RangeError: late 3, {4}at .*[(/]part\.cjs:3:31\)?\n1\n2\n$/,
  );
  assert.strictEqual(first.status, 3);
  if (isBrio) assert.strictEqual(entries(cache).length, 2);
  assert.deepStrictEqual(run(main, cache), first);
  assert.deepStrictEqual(run(main, cache), first);
});

test("entries that are damaged, truncated or of another source are ignored and replaced", () => {
  const cache = newCache();
  const first = run(main, cache);
  for (const damage of [
    (bytes: Buffer) => {
      bytes[bytes.length >> 1]! ^= 0xff;
      return bytes;
    },
    (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1),
    () => Buffer.alloc(0),
  ]) {
    const before = entries(cache).map((entry) => fs.readFileSync(entry));
    for (const entry of entries(cache)) fs.writeFileSync(entry, damage(fs.readFileSync(entry)));
    assert.deepStrictEqual(run(main, cache), first);
    assert.deepStrictEqual(
      entries(cache).map((entry) => fs.readFileSync(entry).length),
      before.map((bytes) => bytes.length),
    );
  }
  const [one, other] = entries(cache);
  if (one !== undefined && other !== undefined) fs.copyFileSync(one, other);
  assert.deepStrictEqual(run(main, cache), first);
});

test("a changed file is compiled anew", () => {
  const cache = newCache();
  const file = write("changes.cjs", `${filler}console.log("one", (() => 1)());`);
  assert.strictEqual(run(file, cache).stdout, "one 1\n");
  write("changes.cjs", `${filler}console.log("two", (() => 2)());`);
  assert.strictEqual(run(file, cache).stdout, "two 2\n");
});

test("a file that does not parse or throws fails in the same way each time", () => {
  for (const text of ["let a = 1;\nlet a = 2;", "\n\nnull.x;", "throw new TypeError('no');"]) {
    const cache = newCache();
    const file = write("fails.cjs", filler + text);
    const first = run(file, cache);
    assert.strictEqual(first.status, 1);
    assert.match(first.stderr, /SyntaxError|TypeError/);
    assert.deepStrictEqual(run(file, cache), first);
  }
});

test("a program that ends by process.exit ends as before", () => {
  const cache = newCache();
  const exits = write("exits.cjs", `${filler}setTimeout(() => { console.log("bye"); process.exit(4); }, 1);`);
  for (let count = 0; count < 3; count++)
    assert.deepStrictEqual(run(exits, cache), { stdout: "bye\n", stderr: "", status: 4 });
  if (isBrio) assert.strictEqual(entries(cache).length, 1);
});

test("without a folder, or with one that cannot be written, programs run", () => {
  const cache = newCache();
  assert.strictEqual(run(main, cache, { NODE_DISABLE_COMPILE_CACHE: "1" }).status, 3);
  assert.deepStrictEqual(entries(cache), []);
  const file = write("a-file", "");
  assert.strictEqual(run(main, file).status, 3);
  assert.strictEqual(run(main, path.join(file, "below")).status, 3);
});

test("two processes that start at once do not disturb each other", async () => {
  const cache = newCache();
  const expected = run(main, newCache()).stdout;
  const runs = Array.from(
    { length: 6 },
    () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [main], {
          env: environment(cache),
          stdio: ["ignore", "pipe", "inherit"],
        });
        let text = "";
        child.stdout.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        child.on("close", () => resolve(text));
      }),
  );
  assert.deepStrictEqual(new Set(await Promise.all(runs)), new Set([expected]));
});

test("a program that keeps running is cached once it has started", async () => {
  const cache = newCache();
  const file = write(
    "server.cjs",
    `${filler}const server = require("node:http").createServer((request, response) => response.end("hello")).listen(0, "127.0.0.1", () => console.log(server.address().port));`,
  );
  const child = spawn(process.execPath, [file], { env: environment(cache), stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = Number(await new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve)));
    const deadline = Date.now() + 20_000;
    while (isBrio && entries(cache).length === 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (isBrio) assert.strictEqual(entries(cache).length, 1);
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "hello");
  } finally {
    child.kill();
  }
});
