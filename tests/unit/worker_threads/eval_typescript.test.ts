// TypeScript in the source of a worker, by Node's rules.
import assert from "node:assert";
import { test } from "../harness.ts";
import { Worker } from "node:worker_threads";

/** The message of a worker, or its error's name, code and the first line of its message. */
function outcome(source: string, execArgv: string[] = []): Promise<unknown> {
  return new Promise((resolve) => {
    const worker = new Worker(source, { eval: true, execArgv });
    worker.on("message", resolve);
    worker.on("error", (error: any) => resolve(`${error.name} ${error.code} ${error.message.split("\n")[0]}`));
    worker.on("exit", () => resolve("nothing"));
  });
}

const post = `require("node:worker_threads").parentPort.postMessage`;

test("types are erased when the source is not JavaScript", async () => {
  assert.strictEqual(await outcome(`const x: number = 1; ${post}(x);`), 1);
  assert.strictEqual(await outcome(`interface A { a: string } ${post}("interface");`), "interface");
  assert.strictEqual(
    await outcome(`import { parentPort } from "node:worker_threads"; const x: number = 2; parentPort!.postMessage(x);`),
    2,
  );
});

test("syntax with an effect at run time is refused with the error of JavaScript", async () => {
  assert.strictEqual(await outcome(`enum A { x } ${post}(A.x);`), "SyntaxError undefined Unexpected reserved word");
  assert.match(String(await outcome(`let y = <any>1; ${post}(y);`)), /^SyntaxError undefined /);
});

test("an input type of JavaScript refuses types", async () => {
  for (const type of ["module", "commonjs"]) {
    assert.strictEqual(
      await outcome(`const x: number = 1;`, [`--input-type=${type}`]),
      "SyntaxError undefined Missing initializer in const declaration",
      type,
    );
  }
});

test("an input type of TypeScript erases types and refuses the rest", async () => {
  assert.strictEqual(await outcome(`const x: number = 1; ${post}(x);`, ["--input-type=commonjs-typescript"]), 1);
  for (const type of ["module-typescript", "commonjs-typescript"]) {
    assert.strictEqual(
      await outcome(`enum A { x }`, [`--input-type=${type}`]),
      "SyntaxError ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX TypeScript enum is not supported in strip-only mode",
      type,
    );
  }
});

test("JavaScript stays as it is", async () => {
  assert.strictEqual(await outcome(`${post}(typeof require);`), "function");
  assert.match(String(await outcome(`const = 1`)), /^SyntaxError undefined /);
});
