// The names of functions and classes in bundles that do not shorten them: those of the sources, also where two modules use one
// name, and where a default export has none. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const files = {
  "main.js": `import First from "./first.js";
import second from "./second.js";
import third from "./third.js";
import { User as OtherUser, make } from "./user.js";
class User {}
const make2 = make;
console.log(JSON.stringify([First, second, third, User, OtherUser, make2].map((one) => one.name)));
console.log(new OtherUser().constructor.name, first());
function first() { return First.name; }`,
  "first.js": "export default class {}",
  "second.js": "export default function () {}",
  "third.js": "export default () => {};",
  "user.js": "export class User { static id = 1; }\nexport function make() { return User; }",
};
const expected = '["default","default","default","User","User","make"]\nUser default';

for (const format of ["esm", "iife"] as const) {
  test(`names are those of the sources (${format})`, async () => {
    assert.strictEqual((await builtProgram(files, { format })).printed, expected);
  });
}

test("names are those of the sources when only whitespace and syntax are minified", async () => {
  const { printed } = await builtProgram(files, { minify: { whitespace: true, syntax: true } });
  assert.strictEqual(printed, expected);
});

test("a class without name has the one that it sets", async () => {
  const { printed } = await builtProgram({
    "main.js": "import A from './a.js'; console.log(A.name, A.read());",
    "a.js": "export default class { static name = 'own'; static read() { return this.name; } }",
  });
  assert.strictEqual(printed, "own own");
});

test("a module does not run earlier because of names when the output has several files", async () => {
  const { printed } = await builtProgram(
    {
      "main.js": "await import('./second.js').then(Object.keys); await import('./first.js').then(Object.keys);",
      "first.js":
        "import { x, y } from './values.js'; export function first() { return [x, y]; } console.log('first');",
      "second.js":
        "import * as all from './all.js'; export function second() {} console.log('second', all.x, globalThis.runs);",
      "all.js": "export * from './values.js';",
      "values.js":
        "export const x = 1; function run() { globalThis.runs = true; } export const y = /* @__PURE__ */ run();",
    },
    { target: "node", splitting: true },
  );
  assert.strictEqual(printed, "second 1 undefined\nfirst");
});

test("an anonymous default export is called default when the output has several files", async () => {
  const { printed } = await builtProgram(
    {
      "main.js": `for (const one of [
          import("./class.js"), import("./derived.ts"), import("./arrow.js"), import("./function.js"), import("./async.tsx"), import("./own.js"),
        ]) {
          const { default: value, ...others } = await one;
          console.log([value.name, others.read?.()].join());
        }`,
      "class.js":
        "export default class { value = 1 }\n(0, eval)('globalThis.ran = true'); export const read = () => ran;",
      "derived.ts":
        "class Base<T> { of?: T } export default class<T> extends Base<T> { static made = 2; }\nexport const read = (): number => 3;",
      "arrow.js": "export default () => 1\n;[4].forEach((n) => (globalThis.sum = n)); export const read = () => sum;",
      "function.js": "export default (function* () {});",
      "async.tsx": "export default (async (a: number) => a) as (a: number) => Promise<number>;",
      "own.js": "export default class { static name = 'own'; }",
    },
    { target: "node", splitting: true },
  );
  assert.deepStrictEqual(printed.split("\n"), [
    "default,true",
    "default,3",
    "default,4",
    "default,",
    "default,",
    "own,",
  ]);
});

test("an anonymous default export that is not used is left out when the output has several files", async () => {
  const { printed } = await builtProgram(
    {
      "main.js": "import { read } from './both.js'; console.log(read(), (await import('./own.js')).count);",
      "both.js":
        "export default class { method() { return 'unused text'; } }\nexport const read = () => typeof Bun === 'object' && require('node:fs').readFileSync(process.argv[1], 'utf8').includes('unused ' + (globalThis.word ?? 'text'));",
      "own.js": "let count = 0; export default class { static { count = 1; } }\nexport { count };",
    },
    { target: "bun", splitting: true },
  );
  assert.strictEqual(printed, "false 1");
});
