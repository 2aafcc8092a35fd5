// Modules that only export others, in a package that says that its modules have no effects: those that nothing uses are not
// read, as in Bun 1.4.5, which shows where one of them is invalid. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const BARREL = "export { used } from './used.js'; export { broken } from './broken.js';";
const PACKAGE = (sideEffects: boolean, barrel = BARREL): Record<string, string> => ({
  "node_modules/lib/package.json": JSON.stringify({ main: "index.js", sideEffects }),
  "node_modules/lib/index.js": barrel,
  "node_modules/lib/used.js": "export const used = 'used';",
  "node_modules/lib/broken.js": "this is not a module {",
});
const MAIN = { "main.js": "import { used } from 'lib'; console.log(used);" };

test("a module that nothing uses is not read", async () => {
  const { printed } = await builtProgram({ ...MAIN, ...PACKAGE(false) });
  assert.strictEqual(printed, "used");
});

test("it is read where modules may have effects", async () => {
  await assert.rejects(builtProgram({ ...MAIN, ...PACKAGE(true) }));
});

test("it is read where all exports are used", async () => {
  const main = { "main.js": "import * as lib from 'lib'; console.log(Object.keys(lib));" };
  await assert.rejects(builtProgram({ ...main, ...PACKAGE(false) }));
});

const forms: Record<string, string> = {
  "import and export":
    "import { used } from './used.js'; import { broken } from './broken.js'; export { used, broken };",
  "under other names": "export { used as used } from './used.js'; export { broken as other } from './broken.js';",
  "through another barrel": "export { used } from './inner.js'; export { broken } from './broken.js';",
};
for (const [name, barrel] of Object.entries(forms)) {
  test(`the same, ${name}`, async () => {
    const inner = { "node_modules/lib/inner.js": BARREL };
    const { printed } = await builtProgram({ ...MAIN, ...PACKAGE(false, barrel), ...inner });
    assert.strictEqual(printed, "used");
  });
}

test("a style sheet that such a module imports is in the output", async () => {
  const files = {
    ...MAIN,
    ...PACKAGE(false, "import './style.css'; export { used } from './used.js';"),
    "node_modules/lib/package.json": JSON.stringify({ main: "index.js", sideEffects: ["*.css"] }),
    "node_modules/lib/style.css": ".of-lib { color: red }",
  };
  const { printed, styles } = await builtProgram(files);
  assert.strictEqual(printed, "used");
  assert.match(styles, /of-lib/);
});

test("what two modules use is there for both", async () => {
  const files = {
    "main.js": "import { used } from 'lib'; import './other.js'; console.log(used);",
    "other.js": "import { second } from 'lib'; console.log(second);",
    ...PACKAGE(false, `${BARREL} export { second } from './second.js';`),
    "node_modules/lib/second.js": "import { used } from './index.js'; export const second = `second ${used}`;",
  };
  assert.strictEqual((await builtProgram(files)).printed, "second used\nused");
});

test("optimizeImports names packages whose barrels are read so, whatever their manifests say", async () => {
  const manifest = { "node_modules/lib/package.json": JSON.stringify({ name: "lib", main: "index.js" }) };
  const files = { ...MAIN, ...PACKAGE(true), ...manifest };
  const { printed } = await builtProgram(files, { optimizeImports: ["lib"] } as object);
  assert.strictEqual(printed, "used");
  await assert.rejects(builtProgram(files, { optimizeImports: ["other"] } as object));
});

test("optimizeImports does not leave out what a module of such a package does", async () => {
  const options = { optimizeImports: ["lib"] } as object;
  const files = { ...MAIN, ...PACKAGE(true, "console.log('effect'); export { used } from './used.js';") };
  const { printed } = await builtProgram(files, options);
  assert.strictEqual(printed, "effect\nused");
});
