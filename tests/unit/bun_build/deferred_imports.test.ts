// `import defer` in a bundle: a module runs when its namespace is first used, as
// https://tc39.es/proposal-defer-import-eval/ has it. Deno 2.9.6 prints the same from the sources. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const LEAF = "console.log('leaf runs'); export let count = 1; export const add = () => ++count;";

const programs: Record<string, { files: Record<string, string>; prints: string[] }> = {
  "a module runs when an export is first read, with what it imports": {
    files: {
      "a.js": "import defer * as b from './b.js'; console.log('start'); console.log(b.sum(1)); console.log(b.sum(2));",
      "b.js": "import { count } from './leaf.js'; console.log('b runs'); export const sum = (n) => n + count;",
      "leaf.js": LEAF,
    },
    prints: ["start", "leaf runs", "b runs", "2", "3"],
  },
  "a module that is not used does not run": {
    files: { "a.js": "import defer * as leaf from './leaf.js'; console.log(typeof leaf);", "leaf.js": LEAF },
    prints: ["object"],
  },
  "another import of it runs it in its place": {
    files: {
      "a.js": "import defer * as leaf from './leaf.js'; import './b.js'; console.log('start', leaf.count);",
      "b.js": "import { count } from './leaf.js'; console.log('b', count);",
      "leaf.js": LEAF,
    },
    prints: ["leaf runs", "b 1", "start 1"],
  },
  "exports are live": {
    files: {
      "a.js": "import defer * as leaf from './leaf.js'; console.log(leaf.count, leaf.add(), leaf.count);",
      "leaf.js": LEAF,
    },
    prints: ["leaf runs", "1 2 2"],
  },
  "import.defer() of the same module has the same object": {
    files: {
      "a.js": `import defer * as leaf from './leaf.js'; import * as eager from './b.js';
        const again = await import.defer('./leaf.js');
        console.log(again === leaf, eager.leaf === leaf); console.log(again.count);`,
      "b.js": "import defer * as leaf from './leaf.js'; export { leaf };",
      "leaf.js": LEAF,
    },
    prints: ["true true", "leaf runs", "1"],
  },
  "the namespace can be looked at": {
    files: {
      "a.js": `import defer * as leaf from './leaf.js';
        console.log(Object.prototype.toString.call(leaf), Object.getPrototypeOf(leaf), leaf.then);
        console.log('count' in leaf, 'other' in leaf, Object.keys(leaf).join());
        console.log(JSON.stringify(Object.getOwnPropertyDescriptor(leaf, 'count')), Object.isExtensible(leaf));
        try { leaf.count = 2; } catch (error) { console.log(error.name); }
        try { delete leaf.count; } catch (error) { console.log(error.name); }
        console.log(Reflect.defineProperty(leaf, 'count', { value: 3 }), Reflect.defineProperty(leaf, 'count', { value: 1 }));`,
      "leaf.js": LEAF,
    },
    prints: [
      "[object Deferred Module] null undefined",
      "leaf runs",
      "true false add,count",
      '{"value":1,"writable":true,"enumerable":true,"configurable":false} false',
      "TypeError",
      "TypeError",
      "false true",
    ],
  },
  "whether it can be extended is known before the module runs": {
    files: {
      "a.js": `import defer * as b from './b.js';
        console.log(Object.isExtensible(b), Object.preventExtensions(b) === b); console.log(Object.keys(b).join());`,
      "b.js": "export * from './leaf.js'; export default 1; console.log('b runs');",
      "leaf.js": LEAF + "export default 2;",
    },
    prints: ["false true", "leaf runs", "b runs", "add,count,default"],
  },
  "what a module throws, each use throws again": {
    files: {
      "a.js": `import defer * as bad from './bad.js';
        for (const _ of [1, 2]) try { bad.value; } catch (error) { console.log(error.message); }`,
      "bad.js": "console.log('runs'); export const value = 1; throw new Error('thrown');",
    },
    prints: ["runs", "thrown", "thrown"],
  },
  "a module that awaits runs before the program": {
    files: {
      "a.js": "import defer * as slow from './slow.js'; console.log('start'); console.log(slow.value);",
      "slow.js": "export const value = await Promise.resolve('slow'); console.log('slow runs');",
    },
    prints: ["slow runs", "start", "slow"],
  },
  "a module that uses its own namespace throws": {
    files: {
      "a.js": `import defer * as self from './a.js'; export const value = 1;
        try { self.value; } catch (error) { console.log(error.name); }
        await null; try { self.value; } catch (error) { console.log(error.name); }
        setTimeout(() => console.log(self.value));`,
    },
    prints: ["TypeError", "TypeError", "1"],
  },
  "a use while the module or what it imports is evaluated throws, and runs nothing": {
    files: {
      "a.js":
        "import { read } from './b.js'; export const value = 1; console.log('a'); export { read }; setTimeout(read);",
      "b.js": `import defer * as late from './late.js'; import defer * as a from './a.js';
        export const read = () => {
          for (const use of [() => late.value, () => a.value])
            try { console.log(use()); } catch (error) { console.log(error.name); }
        };
        read();`,
      "late.js":
        "import './leaf.js'; import { value as of } from './a.js'; export const value = of + 1; console.log('late');",
      "leaf.js": "console.log('leaf runs');",
    },
    prints: ["TypeError", "TypeError", "a", "leaf runs", "late", "2", "1"],
  },
  "a use while the module awaits throws": {
    files: {
      "a.js": "import './slow.js'; console.log('a');",
      "slow.js": `import './user.js'; console.log('slow'); await null; await null; console.log('slow ends');
        export const value = 1;`,
      "user.js": `import defer * as slow from './slow.js';
        const use = () => { try { console.log(slow.value); } catch (error) { console.log(error.name); } };
        use(); Promise.resolve().then(use); setTimeout(use);`,
    },
    prints: ["TypeError", "slow", "TypeError", "slow ends", "a", "1"],
  },
  "a module of the runtime and JSON": {
    files: {
      "a.js": `import defer * as path from 'node:path'; import defer * as data from './data.json' with { type: 'json' };
        console.log(path.basename('/x/y.txt'), data.default.name);`,
      "data.json": '{ "name": "data" }',
    },
    prints: ["y.txt data"],
  },
};

for (const [name, { files, prints }] of Object.entries(programs)) {
  for (const minify of [false, true]) {
    test(minify ? `${name}, minified` : name, async () => {
      const { printed, warnings } = await builtProgram(files, { target: "bun", minify });
      assert.deepStrictEqual(printed.split("\n"), prints);
      assert.deepStrictEqual(warnings, []);
    });
  }
}

test("a plugin sees the specifiers of the sources only", async () => {
  const seen: string[] = [];
  const plugin: Bun.BunPlugin = {
    name: "sees",
    setup: (build) => void build.onResolve({ filter: /leaf/ }, ({ path }) => void seen.push(path)),
  };
  const files = { "a.js": "import defer * as leaf from './leaf.js'; leaf.add();", "leaf.js": LEAF };
  const { printed } = await builtProgram(files, { target: "bun", plugins: [plugin] });
  assert.strictEqual(printed, "leaf runs");
  assert.deepStrictEqual([...new Set(seen)], ["./leaf.js"]);
});
