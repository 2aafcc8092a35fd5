// Types that modules import and export again without the word `type`: only the module that declares them says what they are.
// As in esbuild and Bun 1.4.5 they are left out. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const TYPES = `export interface T { a: number }
export type U = string;
interface Local {}
export { Local };
export default interface D {}
export const value = 1;`;

const programs: Record<string, Record<string, string>> = {
  "imported and exported": { "m.ts": "import { T, U, value } from './t'; export { T, U, value };" },
  "exported from": { "m.ts": "export { T, U, Local, value } from './t';" },
  "under other names": { "m.ts": "import { T as X, value } from './t'; export { X as Y, value };" },
  "a default export": { "m.ts": "import D, { value } from './t'; export { D, value };" },
  "through two modules": {
    "m.ts": "import { T, value } from './n'; export { T, value };",
    "n.ts": "import { T, value } from './t'; export { T, value };",
  },
  "through all exports of a module": {
    "m.ts": "import { T, value } from './n'; export { T, value };",
    "n.ts": "export * from './t';",
  },
};

for (const [name, files] of Object.entries(programs)) {
  test(name, async () => {
    const main = "import * as m from './m'; console.log(JSON.stringify(Object.keys(m)));";
    const { printed } = await builtProgram({ "main.ts": main, ...files, "t.ts": TYPES });
    assert.strictEqual(printed, '["value"]');
  });
}

test("a type that the module uses and exports", async () => {
  const { printed } = await builtProgram({
    "main.ts": "import { T, value } from './t'; const t: T = { a: value }; console.log(t.a); export { T };",
    "t.ts": TYPES,
  });
  assert.strictEqual(printed, "1");
});

test("a type that is used as a value is an error", async () => {
  const files = { "main.ts": "import { T } from './t'; console.log(T);", "t.ts": TYPES };
  const failure: unknown = await builtProgram(files).catch((error: unknown) => error);
  assert.ok(failure instanceof AggregateError);
  assert.match(String(failure.errors[0]), /"T"/);
});
