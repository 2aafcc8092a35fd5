// What Bun writes around collections and strings inside of other values. The expected file is that of Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("snapshots of nested collections and strings of several lines are those of Bun", () => {
  const run = runSuite({
    "a.test.ts": `import { expect, mock, test } from "bun:test";
      test("s", () => {
        expect({ arr: [new Map([[1, 2]]), new Set()], e: new Map(), n: { o: new Set([1]) } }).toMatchSnapshot();
        expect(["a\\nb", new Map([["k", "v\\nw"]]), mock()]).toMatchSnapshot();
      });`,
  });
  assert.strictEqual(
    run.read("__snapshots__/a.test.ts.snap"),
    `// Bun Snapshot v1, https://bun.sh/docs/test/snapshots

exports[\`s 1\`] = \`
{
  "arr": [
    
Map {
      1 => 2,
    }
,
        Set {},
  ],
  "e": Map {},
  "n": {
    "o":     
Set {
      1,
    }
,
  },
}
\`;

exports[\`s 2\`] = \`
[
  
"a
b"
,
  
Map {
    "k" => 
"v
w"
,
  }
,
  [class Function],
]
\`;
`,
  );
});

test("arguments of functions in snapshots of Bun are JSON", () => {
  const { read, statuses, messages } = runSuite({
    "a.test.js": `import { expect, test } from "bun:test";
const given = (function () { return arguments; })(1, { a: 2 });
const none = (function () { return arguments; })();
test("s", () => {
  expect(given).toMatchSnapshot();
  expect({ deep: given, list: [given] }).toMatchSnapshot();
  expect([none]).toMatchSnapshot();
});`,
  });
  assert.deepStrictEqual([statuses, messages], [{ s: "pass" }, {}]);
  const snapshots = read("__snapshots__/a.test.js.snap");
  assert.strictEqual(
    snapshots.slice(snapshots.indexOf("exports")),
    `exports[\`s 1\`] = \`{"0":1,"1":{"a":2}}\`;

exports[\`s 2\`] = \`
{
  "deep": {
 "0": 1,
 "1": {
  "a": 2
 }
},
  "list": [
    {
  "0": 1,
  "1": {
    "a": 2
  }
},
  ],
}
\`;

exports[\`s 3\`] = \`
[
  {},
]
\`;
`,
  );
});

test("functions in snapshots have the names of their sources, as Bun 1.4.5 wrote them", () => {
  const body = `async function na() {} function* ng() {} async function* nag() {} const af = function () {}; const x = (a) => a; function foo() {} class K {} const anonymous = class {};
expect([() => {}, x, af, foo, function bar() {}, { m() {} }.m, { async am() {} }.am, { "with space"() {} }["with space"], { ["comp" + 1]() {} }.comp1, na, ng, nag, x.bind(null), foo.bind(null), na.bind(null), Array.prototype.map, K, anonymous, Map]).toMatchSnapshot();`;
  const { read } = runSuite({
    "a.test.js": `import { expect, test } from "bun:test"; test("f", () => { ${body} });`,
  });
  const names = ["", "", "", ": foo", ": bar", ": m", ": AsyncFunction", ": with space", "", ": AsyncFunction"];
  names.push(": GeneratorFunction", ": AsyncGeneratorFunction", ": x", ": foo", ": AsyncFunction", ": map");
  const lines = [...names.map((name) => `  [Function${name}],`), "  [class K],", "  [class],", "  [class Map],"];
  assert.equal(/\[\n([^]*)\n\]/.exec(read("__snapshots__/a.test.js.snap"))![1], lines.join("\n"));
});
