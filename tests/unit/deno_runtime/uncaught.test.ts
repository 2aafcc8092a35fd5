// What Deno 2.9 prints for an exception that ends the process.
import assert from "node:assert";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-uncaught-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What a program of Deno writes to standard error; `FOLDER/` stands for the URL of its folder. */
async function run(source: string): Promise<string> {
  const path = join(folder, "program.ts");
  writeFileSync(path, source);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", path],
    env: { NO_COLOR: "1" },
  });
  const { stderr, code } = await command.output();
  assert.equal(code, 1);
  return new TextDecoder().decode(stderr).replaceAll(`file://${folder}/`, "FOLDER/");
}

test("an error of the main module is one of a promise, with the line and a caret", async () => {
  assert.equal(
    await run('Deno.pid;\nfunction inner() {\n  throw new TypeError("bad");\n}\ninner();\n'),
    'error: Uncaught (in promise) TypeError: bad\n  throw new TypeError("bad");\n        ^\n' +
      "    at inner (FOLDER/program.ts:3:9)\n    at FOLDER/program.ts:5:1\n",
  );
});

test("a rejected promise is reported in the same way, with the causes", async () => {
  assert.equal(
    await run('Deno.pid;\nPromise.reject(new Error("outer", { cause: new RangeError("inner") }));\n'),
    'error: Uncaught (in promise) Error: outer\nPromise.reject(new Error("outer", { cause: new RangeError("inner") }));\n' +
      "               ^\n    at FOLDER/program.ts:2:16\nCaused by: RangeError: inner\n    at FOLDER/program.ts:2:44\n",
  );
});

test("an exception of a timer is not one of a promise, and values are inspected", async () => {
  assert.equal(await run("Deno.pid;\nsetTimeout(() => {\n  throw { a: 1 };\n}, 1);\n"), "error: Uncaught { a: 1 }\n");
  assert.equal(await run('Deno.pid;\nthrow "text";\n'), 'error: Uncaught (in promise) "text"\n');
});

test("the errors of an AggregateError precede the line", async () => {
  assert.equal(
    await run('Deno.pid;\nthrow new AggregateError([new Error("a")], "all");\n'),
    "error: Uncaught (in promise) AggregateError: all\n    Error: a\n        at FOLDER/program.ts:2:27\n" +
      'throw new AggregateError([new Error("a")], "all");\n      ^\n    at FOLDER/program.ts:2:7\n',
  );
});
