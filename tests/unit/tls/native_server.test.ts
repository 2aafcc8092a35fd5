// TLS of Bun.serve and Deno.serve. Their globals exist in their homes only, so that each server runs in a child of its home.
import assert from "node:assert";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import https from "node:https";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "./certificates.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "serve_tls_"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs `code` (with `key` and `cert` in scope) as a program of `home`; it prints its port. */
async function serve(home: string, code: string): Promise<{ port: number; stop(): void }> {
  const file = path.join(folder, `${home}_${Math.random().toString(36).slice(2)}.mjs`);
  fs.writeFileSync(file, `const key = ${JSON.stringify(key)}, cert = ${JSON.stringify(certificate)};\n${code}`);
  const child = spawn(process.execPath, ["--as", home, file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { port: Number(String(line)), stop: () => void child.kill("SIGKILL") };
}

function get(
  port: number,
  where: string,
  options: https.RequestOptions = {},
): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = https.request({ port, host: "127.0.0.1", path: where, ca: authority, ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode!, body: Buffer.concat(parts) }));
    });
    request.on("error", reject);
    request.end(options.method === "POST" ? "x".repeat(100_000) : undefined);
  });
}

const answer = `async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/long") return new Response("y".repeat(1_000_000));
  if (request.method === "POST") return new Response(String((await request.text()).length));
  return new Response(request.url);
}`;

for (const [home, code] of [
  [
    "bun",
    `const server = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { key, cert }, fetch: ${answer} }); console.log(server.port);`,
  ],
  [
    "deno",
    `Deno.serve({ port: 0, hostname: "127.0.0.1", key, cert, onListen: ({ port }) => console.log(port) }, ${answer});`,
  ],
] as const) {
  test(`${home}: requests are answered over TLS`, async () => {
    const { port, stop } = await serve(home, code);
    try {
      assert.strictEqual(String((await get(port, "/a?b")).body), `https://127.0.0.1:${port}/a?b`);
      assert.strictEqual((await get(port, "/long")).body.length, 1_000_000);
      assert.strictEqual(String((await get(port, "/", { method: "POST" })).body), "100000");
      const several = await Promise.all(Array.from({ length: 20 }, (_, index) => get(port, `/${index}`)));
      several.forEach(({ body }, index) => assert.ok(String(body).endsWith(`/${index}`)));
      const socket = tls.connect({ port, host: "127.0.0.1", ca: authority, ALPNProtocols: ["h2", "http/1.1"] });
      await once(socket, "secureConnect");
      assert.strictEqual(socket.alpnProtocol, "http/1.1");
      socket.destroy();
      await assert.rejects(get(port, "/", { ca: undefined }), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
    } finally {
      stop();
    }
  });
}

test("bun: a wrong certificate is an error, and the server uses plain HTTP without one", async () => {
  const run = (code: string): Promise<string> =>
    new Promise((resolve) => {
      const file = path.join(folder, `run_${Math.random().toString(36).slice(2)}.mjs`);
      fs.writeFileSync(file, code);
      execFile(process.execPath, ["--as", "bun", file], (_error, out) => resolve(out));
    });
  assert.match(
    await run(
      `try { Bun.serve({ port: 0, tls: { key: "x", cert: "y" }, fetch() {} }); } catch (error) { console.log(error.code); }`,
    ),
    /^ERR_OSSL_PEM_NO_START_LINE/,
  );
  assert.match(
    await run(
      `const server = Bun.serve({ port: 0, tls: {}, fetch() {} }); console.log(server.url.protocol); server.stop(true);`,
    ),
    /^http:/,
  );
});
