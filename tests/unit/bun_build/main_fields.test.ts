// A package with the fields `module` and `main`: an import means the former, `require` the latter, and both in one bundle mean
// `main`, as esbuild and Bun 1.4.5 have it. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const PACKAGE = {
  "node_modules/demo/package.json": '{ "main": "./main.js", "module": "./module.js" }',
  "node_modules/demo/main.js": "module.exports = () => 'main'; module.exports.field = 'main';",
  "node_modules/demo/module.js": "export default () => 'module'; export const field = 'module';",
};

const programs: Record<string, { files: Record<string, string>; prints: string }> = {
  "require alone": { files: { "a.js": "console.log(require('demo')());" }, prints: "main" },
  "import alone": {
    files: { "a.js": "import f, { field } from 'demo'; console.log(f(), field);" },
    prints: "module module",
  },
  "import() alone": { files: { "a.js": "console.log((await import('demo')).field);" }, prints: "module" },
  "import and require of one module": {
    files: { "a.js": "import { field } from 'demo'; console.log(field, require('demo').field);" },
    prints: "main main",
  },
  "import and require of two modules": {
    files: {
      "a.js": "import { field } from './b.js'; console.log(field, require('demo').field);",
      "b.js": "export { field } from 'demo';",
    },
    prints: "main main",
  },
  "the file of `module` by its path": {
    files: { "a.js": "console.log(require('demo/module.js').field, require('demo').field);" },
    prints: "module main",
  },
  "fields without extensions, and a scope": {
    files: {
      "a.js": "console.log(require('@scope/b'));",
      "node_modules/@scope/b/package.json": '{ "main": "lib/main", "module": "lib/module" }',
      "node_modules/@scope/b/lib/main.js": "module.exports = 'main';",
      "node_modules/@scope/b/lib/module.js": "export default 'module';",
    },
    prints: "main",
  },
  "a folder of the program": {
    files: {
      "a.js": "console.log(require('./lib'));",
      "lib/package.json": '{ "main": "./main.js", "module": "./module.js" }',
      "lib/main.js": "module.exports = 'main';",
      "lib/module.js": "export default 'module';",
    },
    prints: "main",
  },
};

for (const [name, { files, prints }] of Object.entries(programs)) {
  test(name, async () => {
    const { printed } = await builtProgram({ ...files, ...PACKAGE });
    assert.strictEqual(printed, prints);
  });
}
