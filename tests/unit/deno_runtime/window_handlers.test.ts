// `onload`, `onunload`, `onerror` and the other handlers, `close`, `closed` and `name` of the global object in Deno.
import assert from "node:assert";
import { test } from "../harness.ts";

const scope: any = globalThis;

test("handlers are null until they are set, and null again for values that are not functions", () => {
  assert.ok(Deno.version);
  for (const name of ["onbeforeunload", "onerror", "onload", "onunhandledrejection", "onunload"]) {
    assert.strictEqual(scope[name], null);
    const handler = (): void => {};
    scope[name] = handler;
    assert.strictEqual(scope[name], handler);
    scope[name] = null;
    assert.strictEqual(scope[name], null);
  }
});

test("close ends the program with its handlers, and exit code 0", async () => {
  const code = `
    globalThis.onload = (event) => console.log(event.type);
    globalThis.onunload = (event) => console.log(event.type);
    setTimeout(() => { console.log(closed, name); close(); console.log(closed); }, 50);
    setTimeout(() => console.log("never"), 5000);
  `;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, code);
  const args = "brio" in (scope.process.versions as object) ? ["--as", "deno", file] : ["run", "-A", file];
  const { stdout, code: status } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  await Deno.remove(file);
  assert.strictEqual(new TextDecoder().decode(stdout), "load\nfalse \ntrue\nunload\n");
  assert.strictEqual(status, 0);
});
