// A main module whose default export is an argument of `Bun.serve` is served; the output and the exceptions are those of Bun 1.4.5.
import assert from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** Runs a program in a folder of its own; `use` gets the first line that it prints, null when it exits without one. */
async function withProgram(
  name: string,
  text: string,
  use: (line: string | null, child: ChildProcess) => Promise<void> | void,
  more: Record<string, string> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "brio-default-"));
  for (const [file, content] of Object.entries({ [name]: text, ...more })) writeFileSync(join(folder, file), content);
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let printed = "";
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes("\n")) break;
    }
    await use(printed === "" ? null : printed.split("\n")[0]!, child);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
}

async function askAt(line: string | null): Promise<string> {
  const port = /^Started (?:development )?server: http:\/\/[\w.]+:(\d+)$/.exec(line ?? "")?.[1];
  assert(port, `${line}`);
  return await (await fetch(`http://127.0.0.1:${port}/`)).text();
}

const BUN_LOCK = { "bun.lock": "{}" };

const SERVED: [name: string, file: string, text: string, more?: Record<string, string>][] = [
  [
    "an object",
    "main.ts",
    "export default { port: 0, fetch: (request: Request) => new Response(new URL(request.url).pathname) };",
  ],
  [
    "an object of a class, after await",
    "main.mjs",
    "await 1; class App { fetch() { return new Response('/'); } }\nexport default new App();",
  ],
  [
    "an object, after a timer",
    "main.mjs",
    "await new Promise((resolve) => setTimeout(resolve, 20)); export default { port: 0, fetch: () => new Response('/') };",
  ],
  [
    "an object, after a file was read",
    "main.mjs",
    "import { readFile } from 'node:fs/promises'; await readFile(import.meta.filename); export default { port: 0, fetch: () => new Response('/') };",
  ],
  [
    "a program that speaks of Bun",
    "main.ts",
    "export default { port: 0, fetch: () => new Response(Bun.version && '/') };",
  ],
  [
    "exports of CommonJS in a project of Bun",
    "main.cjs",
    "module.exports = { port: 0, fetch: () => new Response('/') };",
    BUN_LOCK,
  ],
  [
    "one that is exported again",
    "main.mjs",
    "export { default } from './app.mjs';",
    { "app.mjs": "export default { port: 0, fetch: () => new Response('/') };" },
  ],
];

for (const [name, file, text, more] of SERVED) {
  test(`served: ${name}`, async () => {
    await withProgram(file, text, async (line) => assert.strictEqual(await askAt(line), "/"), more);
  });
}

const LEFT_ALONE: [name: string, text: string, more?: Record<string, string>][] = [
  ["what has no function fetch", "export default { port: 0, fetch: 5 };", BUN_LOCK],
  ["routes alone", "export default { port: 0, routes: { '/': new Response('') } };", BUN_LOCK],
  ["a named export", "export const port = 0; export const fetch = () => new Response('');", BUN_LOCK],
  ["a function", "export default function fetch() {}", BUN_LOCK],
  ["a server", "export default { port: 0, fetch: () => new Response(''), stop() {} };", BUN_LOCK],
  ["a promise", "export default Promise.resolve({ port: 0, fetch: () => new Response('') });", BUN_LOCK],
];

for (const [name, text, more] of LEFT_ALONE) {
  test(`left alone: ${name}`, async () => {
    await withProgram(
      "main.mjs",
      text,
      async (line, child) => {
        assert.strictEqual(line, null);
        if (child.exitCode === null) await once(child, "exit");
        assert.strictEqual(child.exitCode, 0);
      },
      more,
    );
  });
}

test("production and a host name are printed", async () => {
  await withProgram(
    "main.mjs",
    "export default { port: 0, hostname: '127.0.0.1', development: false, fetch: () => new Response('/') };",
    async (line) => {
      assert.match(line!, /^Started server: http:\/\/127\.0\.0\.1:\d+$/);
      assert.strictEqual(await askAt(line), "/");
    },
  );
});

// A program of Node may export an object that it serves itself.
test("a program that has a server of its own is not served", async () => {
  const text =
    "import http from 'node:http';\nconst server = http.createServer((_, res) => res.end('own')).listen(0, () => setTimeout(() => { console.log('own'); server.close(); }, 50));\nexport default { port: 0, fetch: () => new Response('') };";
  await withProgram("main.mjs", text, async (line, child) => {
    assert.strictEqual(line, "own");
    if (child.exitCode === null) await once(child, "exit");
    assert.strictEqual(child.exitCode, 0);
  });
});

test("options that are wrong end the program", async () => {
  await withProgram(
    "main.mjs",
    "process.stderr.write = () => true; process.on('uncaughtException', (error) => { console.log(error.code); process.exit(3); });\nexport default { port: 99999999, fetch: () => new Response('') };",
    (line) => {
      assert.strictEqual(line, "ERR_OUT_OF_RANGE");
    },
  );
});
