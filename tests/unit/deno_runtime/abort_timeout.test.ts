// AbortSignal.timeout in Deno: a listener keeps the process alive.
import assert from "node:assert";
import { test } from "../harness.ts";

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

/** What a program prints. */
function run(program: string): string {
  const file = Deno.makeTempFileSync({ suffix: ".ts" });
  try {
    Deno.writeTextFileSync(file, `Deno.version;\n${program}`);
    return new TextDecoder().decode(new Deno.Command(Deno.execPath(), { args: ["run", file] }).outputSync().stdout);
  } finally {
    Deno.removeSync(file);
  }
}

test("a timeout with a listener is waited for", () => {
  assert.strictEqual(run(`AbortSignal.timeout(30).onabort = () => console.log("fired")`), "fired\n");
  assert.strictEqual(run(`AbortSignal.any([AbortSignal.timeout(30)]).onabort = () => console.log("fired")`), "fired\n");
});

test("a timeout without a listener, or whose listener is gone, is not", () => {
  const started = Date.now();
  run(`AbortSignal.timeout(20000)`);
  run(
    `const signal = AbortSignal.timeout(20000); const listener = () => {}; signal.addEventListener("abort", listener); signal.removeEventListener("abort", listener);`,
  );
  assert.ok(Date.now() - started < 15000);
});
