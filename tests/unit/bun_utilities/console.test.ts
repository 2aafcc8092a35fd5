// `console` as an iterator, `console.write`, `prompt`, `confirm` and `alert`, as Bun 1.4.5 has them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-console-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

async function run(code: string, input: string): Promise<string> {
  const file = path.join(folder, "program.js");
  fs.writeFileSync(file, `Bun.version;\n${code}`);
  return new Response(Bun.spawn([process.execPath, file], { stdin: new Blob([input]) }).stdout).text();
}

test("the lines of standard input", async () => {
  assert.strictEqual(
    await run("for await (const line of console) console.write(`<${line}>`, new Uint8Array([33]));", "a\nb\r\n\nlast"),
    "<a>!<b\r>!<>!<last>!",
  );
});

test("prompt, confirm and alert read a line", async () => {
  const cases: [string, string, string][] = [
    ["prompt('name?')", "bob\n", "name? bob"],
    ["prompt('name?')", "\n", "name? null"],
    ["prompt('name?', 'me')", "\n", "name? [me] me"],
    ["prompt('name?', 'me')", "", "name? [me] null"],
    ["confirm('sure?')", "y\n", "sure? [y/N] true"],
    ["confirm('sure?')", "yes\n", "sure? [y/N] false"],
    ["confirm()", "", "Confirm [y/N] false"],
    ["alert('stop')", "\n", "stop [Enter] undefined"],
  ];
  for (const [code, input, expected] of cases)
    assert.strictEqual(await run(`console.log(${code})`, input), `${expected}\n`, code);
});
