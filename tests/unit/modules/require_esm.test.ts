import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-modules-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
};
const require = createRequire(path.join(folder, "_"));

test("a cycle through require of an ES module is refused with both files", () => {
  write("cycle/a.mjs", "import './b.cjs';");
  write("cycle/b.cjs", "require('./a.mjs');");
  assert.throws(() => require("./cycle/b.cjs"), {
    code: "ERR_REQUIRE_CYCLE_MODULE",
    message: /^Cannot import CommonJS Module \.\/b\.cjs in a cycle\. \(from .*a\.mjs\)$/,
  });
});

test("exports of a module that still runs warn of names that are not there yet", async () => {
  write("circular/a.cjs", "exports.early = 1; const b = require('./b.cjs'); exports.seen = b.seen; exports.late = 2;");
  write("circular/b.cjs", "const a = require('./a.cjs'); exports.seen = [a.early, a.late, a.__esModule];");
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
  const a = require("./circular/a.cjs");
  assert.deepStrictEqual(a.seen, [1, undefined, undefined]);
  assert.strictEqual(Object.getPrototypeOf(a), Object.prototype);
  assert.strictEqual(
    (await warned).message,
    "Accessing non-existent property 'late' of module exports inside circular dependency",
  );
});

test("a name that a CommonJS file does not seem to export is explained", async () => {
  write("named/lib.cjs", "module.exports = Object.fromEntries([['hidden', 1]]);");
  const main = write("named/main.mjs", "import { hidden as shown } from './lib.cjs';");
  await assert.rejects(import(main), (error: any) => {
    assert.strictEqual(error.name, "SyntaxError");
    assert.match(
      error.message,
      /^Named export 'hidden' not found\. The requested module '\.\/lib\.cjs' is a CommonJS module/,
    );
    assert.match(error.message, /import pkg from '\.\/lib\.cjs';\nconst \{ hidden: shown \} = pkg;\n$/);
    return true;
  });
});

test("the names of CommonJS are explained where an ES module has none", async () => {
  const file = write("scope/module.mjs", "require('fs');");
  await assert.rejects(import(file), {
    name: "ReferenceError",
    message: "require is not defined in ES module scope, you can use import instead",
  });
  write("declared/package.json", '{ "type": "module" }');
  const script = write("declared/script.js", "exports.a = 1;");
  await assert.rejects(import(script), {
    message:
      /^exports is not defined in ES module scope\nThis file is being treated as an ES module because it has a '\.js' file extension and '.*package\.json' contains "type": "module"/,
  });
});

test("a name of CommonJS beside a top-level await leaves the format open", async () => {
  const cases = [
    ["require('fs'); await 1;", "require", "replace require() with import"],
    ["module.exports = 1; await 1;", "module", "use export instead of module.exports/exports"],
    ["console.log(__dirname); await 1;", "__dirname", "use import.meta.dirname instead"],
    ["console.log(__filename); await 1;", "__filename", "use import.meta.filename instead"],
  ];
  for (const [index, [code, name, advice]] of cases.entries()) {
    await assert.rejects(import(write(`ambiguous/${index}.mjs`, code!)), {
      name: "ReferenceError",
      code: "ERR_AMBIGUOUS_MODULE_SYNTAX",
      message: `Cannot determine intended module format because both '${name}' and top-level await are present. If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES module, ${advice}.`,
    });
  }
});

test("a missing target of exports is named by its file", () => {
  write("node_modules/broken/package.json", '{ "exports": { "./sub": "./gone.js" } }');
  assert.throws(() => require("broken/sub"), {
    code: "MODULE_NOT_FOUND",
    message: `Cannot find module '${folder}/node_modules/broken/gone.js'`,
  });
});

test("a syntax error in a JSON file names its position", () => {
  write("bad.json", '{ "a": 1, }');
  assert.throws(() => require("./bad.json"), {
    name: "SyntaxError",
    message: `${folder}/bad.json: Expected double-quoted property name in JSON at position 10 (line 1 column 11)`,
  });
  write("empty.json", "");
  assert.throws(() => require("./empty.json"), { message: `${folder}/empty.json: Unexpected end of JSON input` });
  write("token.json", "[1, oops]");
  assert.throws(() => require("./token.json"), {
    message: `${folder}/token.json: Unexpected token 'o', "[1, oops]" is not valid JSON`,
  });
});

test("a compiler that a program puts before _compile gets every source", () => {
  const Module = require("node:module");
  const file = write("patched.cjs", "module.exports = @@;");
  const before = Module._extensions[".cjs"];
  Module._extensions[".cjs"] = function (module: any, filename: string): void {
    const compile = module._compile;
    module._compile = function (code: string, name: string): unknown {
      module._compile = compile;
      return module._compile(code.replace("@@", "42"), name);
    };
    Module._extensions[".js"](module, filename);
  };
  assert.strictEqual(require(file), 42);
  if (before === undefined) delete Module._extensions[".cjs"];
  else Module._extensions[".cjs"] = before;
});

test("an import sees what a CommonJS module exports after it ran", async () => {
  write("snapshot/value.cjs", "module.exports = 1;");
  const mutator = write(
    "snapshot/main.mjs",
    "import './mutate.cjs'; import value from './value.cjs'; export default value;",
  );
  write("snapshot/mutate.cjs", "require('./value.cjs'); require.cache[require.resolve('./value.cjs')].exports++;");
  assert.strictEqual((await import(mutator)).default, 1);
});

test("the error for require of a module that awaits names the requiring file", () => {
  const awaiting = write("awaiting/a.mjs", "await 1;");
  const requiring = write("awaiting/b.cjs", "require('./a.mjs');");
  const first = path.join(folder, "_");
  assert.throws(
    () => require("./awaiting/b.cjs"),
    (error: any) => {
      assert.strictEqual(error.code, "ERR_REQUIRE_ASYNC_MODULE");
      assert.ok(
        error.message.endsWith(`\nRequired module: ${awaiting}\nRequire stack:\n- ${requiring}\n- ${first}`),
        error.message,
      );
      assert.deepStrictEqual([error.requireStack, Object.keys(error)], [[requiring, first], ["code"]]);
      return true;
    },
  );
});
