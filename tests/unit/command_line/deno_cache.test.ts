// `deno cache` and `deno install --entrypoint`: what a program imports is fetched, and nothing runs.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "deno-cache-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Result {
  out: string;
  err: string;
  status: number;
}

function run(...args: string[]): Promise<Result> {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", DENO_DIR: path.join(folder, "cache") };
  env.XDG_CACHE_HOME = path.join(folder, "cache");
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, out, err) =>
      resolve({ out, err, status: typeof error?.code === "number" ? error.code : 0 }),
    );
  });
}

async function withModules(use: (address: string) => Promise<void>): Promise<string[]> {
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url!);
    response.setHeader("content-type", "text/typescript");
    response.end(request.url === "/a.ts" ? 'export * from "./b.ts";' : "export const value: number = 7;");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  server.closeAllConnections();
  return requested;
}

for (const command of [["cache"], ["install", "--entrypoint"]]) {
  test(`${command.join(" ")} fetches the modules of a program that then runs without a network`, async () => {
    fs.rmSync(path.join(folder, "cache"), { recursive: true, force: true });
    const requested = await withModules(async (address) => {
      fs.writeFileSync(path.join(folder, "main.ts"), `import { value } from "${address}/a.ts"; console.log(value);`);
      const { out, status } = await run(...command, "--allow-import", "--no-lock", "main.ts");
      assert.deepStrictEqual([out, status], ["", 0]);
    });
    assert.deepStrictEqual(requested, ["/a.ts", "/b.ts"]);
    assert.strictEqual((await run("run", "--allow-import", "--cached-only", "--no-lock", "main.ts")).out, "7\n");
  }, 60_000);
}

test("nothing runs, and a module that is missing is an error", async () => {
  fs.writeFileSync(path.join(folder, "thrower.ts"), 'throw new Error("it ran");');
  assert.strictEqual((await run("cache", "thrower.ts")).status, 0);
  fs.writeFileSync(path.join(folder, "broken.ts"), 'import "./missing.ts";');
  const { err, status } = await run("cache", "thrower.ts", "broken.ts");
  assert.match(err, /Module not found "file:\/\/.*missing\.ts"/);
  assert.strictEqual(status, 1);
}, 60_000);
