// Programs that request permissions in an endless loop without a terminal. Deno 2.9.6 never ends; here they end with an error.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const MESSAGE =
  "error: The program requested permissions 10000 times in a row, and none was granted; run again with the --allow-env flag\n";

function run(code: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["--as", "deno", "--secure", "-e", code], {
    encoding: "utf8",
    timeout: 50_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

for (const [name, code] of [
  ["asynchronous", 'for (;;) if ((await Deno.permissions.request({ name: "env" })).state === "granted") break;'],
  ["synchronous", 'while (Deno.permissions.requestSync({ name: "env" }).state !== "granted");'],
  ["that catches errors", 'for (;;) try { await Deno.permissions.request({ name: "env" }); } catch {}'],
] as const)
  test(`a loop ends with a message and 1: ${name}`, () => {
    const { status, stdout, stderr } = run(code);
    assert.deepStrictEqual({ status, stdout, stderr }, { status: 1, stdout: "", stderr: MESSAGE });
  }, 55_000);

test("requests in many turns of the event loop, and fewer in one, are answered", () => {
  const code = `
      const ask = () => Deno.permissions.requestSync({ name: "env" }).state;
      let last;
      for (let turn = 0; turn < 12; turn++) {
        for (let count = 0; count < 1000; count++) last = ask();
        await new Promise((resolve) => setTimeout(resolve));
      }
      console.log(last);`;
  const { status, stdout, stderr } = run(code);
  assert.deepStrictEqual({ status, stdout, stderr }, { status: 0, stdout: "denied\n", stderr: "" });
}, 30_000);

test("a loop in a worker is an error for its parent", () => {
  const code = `new Worker("data:text/javascript," + encodeURIComponent('for (;;) await Deno.permissions.request({ name: "env" })'), { type: "module" }); setInterval(() => {}, 1000);`;
  const { status, stderr } = run(code);
  assert.match(stderr, /^error: Uncaught \(in worker "".*requested permissions 10000 times in a row/);
  assert.strictEqual(status, 1);
}, 55_000);
