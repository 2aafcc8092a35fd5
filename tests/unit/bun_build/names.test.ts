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
