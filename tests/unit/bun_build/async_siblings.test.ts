// Modules that await at their tops in a bundle: those that do not wait for each other run together, as ECMA-262 (Evaluate and
// InnerModuleEvaluation) has it. Node.js 26 and Deno 2.9.6 print the same from the sources. Run with Brio.
import assert from "node:assert";
import fs from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const programs: Record<string, { files: Record<string, string>; prints: string[]; splitting?: boolean }> = {
  "modules that await start together": {
    files: {
      "main.js": "import { a } from './a.js'; import { b } from './b.js'; console.log('main', a, b);",
      "a.js": "console.log('a starts'); await null; console.log('a ends'); export const a = Math.abs(-1);",
      "b.js":
        "import './leaf.js'; console.log('b starts'); await null; console.log('b ends'); export const b = Math.abs(-2);",
      "leaf.js": "console.log('leaf');",
    },
    prints: ["a starts", "leaf", "b starts", "a ends", "b ends", "main 1 2"],
  },
  "a module without `await` does not wait for the one before it": {
    files: {
      "main.js": "import './a.js'; import './b.js'; import c from './c.cjs'; console.log('main', c.name);",
      "a.js": "console.log('a starts'); await null; console.log('a ends');",
      "b.js": "console.log('b');",
      "c.cjs": "console.log('c'); exports.name = 'c';",
    },
    prints: ["a starts", "b", "c", "a ends", "main c"],
  },
  "what imports a module that awaits waits for it": {
    files: {
      "main.js": "import './a.js'; import './b.js'; console.log('main');",
      "a.js": "console.log('a starts'); await null; console.log('a ends');",
      "b.js": "import './a.js'; import './leaf.js'; console.log('b');",
      "leaf.js": "console.log('leaf');",
    },
    prints: ["a starts", "leaf", "a ends", "b", "main"],
  },
  "a module can wait for what the next one does": {
    files: {
      "main.js": "import './waits.js'; import './does.js'; console.log('main');",
      "waits.js": "import { ready } from './shared.js'; console.log('waits', await ready.promise);",
      "does.js": "import { ready } from './shared.js'; ready.resolve('for this');",
      "shared.js": "export const ready = Promise.withResolvers();",
    },
    prints: ["waits for this", "main"],
  },
  "what one module throws the importer throws": {
    files: {
      "main.js": "try { await import('./both.js'); } catch (error) { console.log(error.message); }",
      "both.js": "import './bad.js'; import './good.js'; console.log('not reached');",
      "bad.js": "await null; throw new Error('bad');",
      "good.js": "await null; console.log('good');",
    },
    prints: ["good", "bad"],
  },
  "a cycle ends": {
    files: {
      "main.js": "import { a } from './a.js'; import './leaf.js'; console.log('main', a());",
      "a.js":
        "import { b } from './b.js'; await null; console.log('a'); export const a = () => b; export const name = 'a';",
      "b.js": "import * as all from './a.js'; await null; console.log('b', typeof all); export const b = 'b';",
      "leaf.js": "console.log('leaf');",
    },
    prints: ["leaf", "b object", "a", "main b"],
  },
  "outputs that share a module that waits for one of them": {
    splitting: true,
    files: {
      "main.js": `import { first, second, ready } from './shared.js';
        const one = second.promise.then(() => import('./one.js'));
        const two = import('./two.js');
        Promise.all([first.promise, second.promise]).then(ready.resolve);
        await Promise.all([one, two]); console.log('main');`,
      "one.js": "import './sign.js'; import './two.js'; console.log('one');",
      "sign.js": "import { first } from './shared.js'; console.log('sign'); first.resolve();",
      "two.js":
        "import { second, ready } from './shared.js'; console.log('two starts'); second.resolve(); await ready.promise; console.log('two');",
      "shared.js":
        "export const first = Promise.withResolvers(); export const second = Promise.withResolvers(); export const ready = Promise.withResolvers();",
    },
    prints: ["two starts", "sign", "two", "one", "main"],
  },
};

for (const [name, { files, prints, splitting = false }] of Object.entries(programs)) {
  for (const minify of [false, true]) {
    test(minify ? `${name}, minified` : name, async () => {
      const { printed, warnings } = await builtProgram(files, { target: "node", minify, splitting });
      assert.deepStrictEqual(printed.split("\n"), prints);
      assert.deepStrictEqual(warnings, []);
    });
  }
}

test("a stack leads to the source", async () => {
  const { printed } = await builtProgram(
    {
      "main.js": "import './a.js';\nimport './b.js';\nconsole.log(new Error('here').stack.split('\\n')[1]);",
      "a.js": "await null;",
      "b.js": "globalThis.b = 1;",
    },
    { target: "node", sourcemap: "inline" },
  );
  const [, output, line, column] = /(\/[^:/][^:]*):(\d+):(\d+)/.exec(printed)!;
  const map = fs.readFileSync(output!, "utf8").split(";base64,").at(-1)!;
  const entry = new SourceMap(JSON.parse(Buffer.from(map, "base64").toString())).findEntry(+line! - 1, +column! - 1);
  assert.ok("originalSource" in entry);
  assert.strictEqual(path.basename(entry.originalSource), "main.js");
  assert.strictEqual(entry.originalLine, 2);
});
