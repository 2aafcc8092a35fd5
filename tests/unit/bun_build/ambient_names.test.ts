// Names of TypeScript that `declare` announces and the same source defines, as Bun 1.4.5 builds them. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const cases: Record<string, string> = {
  const: "declare const foo: any",
  let: "declare let foo: any",
  var: "declare var foo: any",
  class: "declare class foo {}",
  "abstract class": "declare abstract class foo {}",
  function: "declare function foo(): void;",
  "function with a body": "declare function foo() {}",
  namespace: "declare namespace foo { let x: any }",
  enum: "declare enum foo { a }",
  "const enum": "declare const enum foo { a }",
};

for (const [name, source] of Object.entries(cases)) {
  test(`a ${name} that is only announced`, async () => {
    const { printed } = await builtProgram({ "main.ts": `${source}\nlet foo = 1;\nconsole.log(foo);` });
    assert.strictEqual(printed, "1");
  });
}

test("announcements in functions, and lines behind them", async () => {
  const source = "function f() {\n  declare let b: number\n  let b = 2;\n  return b;\n}\nconsole.log(f());";
  const { printed } = await builtProgram({ "main.ts": source });
  assert.strictEqual(printed, "2");
});

test("what is only announced stays a global name", async () => {
  const { printed } = await builtProgram({
    "main.ts": "declare const other: string; globalThis.other = 'o'; console.log(other);",
  });
  assert.strictEqual(printed, "o");
});

test("a name that is only announced is the default export", async () => {
  const { printed } = await builtProgram({
    "main.ts": "globalThis.other = 'o'; import('./a.ts').then((a) => console.log(a.default));",
    "a.ts": "declare let other: string; export default other;",
  });
  assert.strictEqual(printed, "o");
});
