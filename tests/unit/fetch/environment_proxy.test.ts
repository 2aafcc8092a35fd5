// HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY of fetch, in a child of each home. Node respects them with NODE_USE_ENV_PROXY.
import assert from "node:assert";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { withRawServer } from "./raw_server.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fetch_proxy_"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
// Node has one home only.
const isBrio = path.basename(process.execPath) !== "node";
const file = path.join(folder, "main.mjs");
fs.writeFileSync(
  file,
  "fetch(process.argv[2]).then((response) => console.log(response.status), () => console.log('failed')).then(() => process.exit())",
);

/** Whether a fetch of `url` in `home` reaches the proxy whose URL replaces "PROXY" in the values of `variables`. */
async function usesProxy(home: string, variables: Record<string, string>, url: string): Promise<boolean> {
  let isUsed = false;
  await withRawServer(async (proxy) => {
    const env: Record<string, string> = { PATH: process.env.PATH ?? "", NO_COLOR: "1" };
    if (process.env.BRIO_BUILTINS !== undefined) env.BRIO_BUILTINS = process.env.BRIO_BUILTINS;
    for (const [name, value] of Object.entries(variables)) env[name] = value.replace("PROXY", proxy.url);
    const flags = isBrio ? ["--as", home] : [];
    await new Promise<void>((resolve) => execFile(process.execPath, [...flags, file, url], { env }, () => resolve()));
    isUsed = proxy.seen.length > 0;
  }, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
  return isUsed;
}

const PLAIN = "http://127.0.0.1:9999/";
const SECURE = "https://127.0.0.1:9999/";
const ENABLED = { NODE_USE_ENV_PROXY: "1" };

test("Node uses the environment's proxy with NODE_USE_ENV_PROXY", async () => {
  assert.strictEqual(await usesProxy("node", { HTTP_PROXY: "PROXY" }, PLAIN), false);
  assert.strictEqual(await usesProxy("node", { ...ENABLED, HTTP_PROXY: "PROXY" }, PLAIN), true);
  assert.strictEqual(
    await usesProxy("node", { ...ENABLED, HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "PROXY" }, PLAIN),
    true,
  );
  assert.strictEqual(await usesProxy("node", { ...ENABLED, ALL_PROXY: "PROXY" }, PLAIN), false);
  assert.strictEqual(await usesProxy("node", { ...ENABLED, HTTPS_PROXY: "PROXY" }, SECURE), true);
  assert.strictEqual(await usesProxy("node", { ...ENABLED, HTTP_PROXY: "PROXY" }, SECURE), true);
});

test("Node's exceptions are names, ports and patterns", async () => {
  for (const [list, expected] of [
    ["127.0.0.1", false],
    ["*", false],
    ["127.0.0.1:9999", false],
    ["127.0.0.1:1", true],
    ["foo.test 127.0.0.1", false],
    ["127.0.0.0/8", true],
  ] as const) {
    assert.strictEqual(
      await usesProxy("node", { ...ENABLED, HTTP_PROXY: "PROXY", NO_PROXY: list }, PLAIN),
      expected,
      list,
    );
  }
  for (const [list, expected] of [
    [".test", false],
    ["test", false],
    ["*.test", false],
    ["est", true],
  ] as const) {
    assert.strictEqual(
      await usesProxy("node", { ...ENABLED, HTTP_PROXY: "PROXY", NO_PROXY: list }, "http://example.test/"),
      expected,
      list,
    );
  }
});

if (isBrio) {
  test("Bun respects ALL_PROXY too, and networks as exceptions", async () => {
    assert.strictEqual(await usesProxy("bun", { ALL_PROXY: "PROXY" }, PLAIN), true);
    assert.strictEqual(await usesProxy("bun", { HTTP_PROXY: "PROXY" }, SECURE), false);
    assert.strictEqual(await usesProxy("bun", { HTTP_PROXY: "PROXY", NO_PROXY: "127.0.0.0/8" }, PLAIN), false);
    assert.strictEqual(await usesProxy("bun", { HTTP_PROXY: "PROXY", NO_PROXY: "*" }, PLAIN), false);
  });

  test("Deno supports no patterns, prefers upper case and ignores invalid URLs", async () => {
    assert.strictEqual(await usesProxy("deno", { HTTP_PROXY: "PROXY", NO_PROXY: "*" }, PLAIN), true);
    assert.strictEqual(await usesProxy("deno", { HTTP_PROXY: "PROXY", NO_PROXY: "127.0.0.1:9999" }, PLAIN), true);
    assert.strictEqual(await usesProxy("deno", { HTTP_PROXY: "PROXY", NO_PROXY: "127.0.0.0/8" }, PLAIN), false);
    assert.strictEqual(
      await usesProxy("deno", { HTTP_PROXY: "PROXY", NO_PROXY: "*.test" }, "http://example.test/"),
      true,
    );
    assert.strictEqual(
      await usesProxy("deno", { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "PROXY" }, PLAIN),
      false,
    );
    assert.strictEqual(await usesProxy("deno", { ALL_PROXY: "PROXY" }, PLAIN), true);
  });
}
