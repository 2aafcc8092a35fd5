// The messages of builds that fail, and what plugins return and throw, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "build-messages-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Plugin {
  onResolve(options: { filter: RegExp }, callback: () => unknown): void;
  onEnd(callback: () => unknown): void;
}

function project(files: Record<string, string>): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  return place;
}

/** Builds the first of the files: what it reports, with the lines of the places. */
async function reports(files: Record<string, string>, options: object = {}): Promise<string[]> {
  const place = project(files);
  const entrypoints = [path.join(place, Object.keys(files)[0]!)];
  const { logs } = await Bun.build({ entrypoints, throw: false, ...options } as never);
  return logs.map(({ message, position }) => {
    const where = position?.file ? `${path.basename(position.file)}:${position.line}: ` : "";
    return where + message.replace(/"[^"]*\/case-\w+\//, '"').trim();
  });
}

test("what is missing is named", async () => {
  const source = 'import "./a";\nimport "@b/c/d";\nrequire("../e/f.json");';
  assert.deepStrictEqual((await reports({ "main.ts": source })).sort(), [
    'main.ts:1: Could not resolve: "./a"',
    'main.ts:2: Could not resolve: "@b/c/d". Maybe you need to "bun install"?',
    'main.ts:3: Could not resolve: "../e/f.json"',
  ]);
});

test("a name of imports, and a subpath that a package does not export", async () => {
  const files = {
    "main.ts": 'import "#a";\nimport "b/c";',
    "package.json": JSON.stringify({ imports: { "#x": "./x.js" } }),
    "node_modules/b/package.json": JSON.stringify({ name: "b", exports: "./b.js" }),
    "node_modules/b/b.js": "",
  };
  assert.deepStrictEqual((await reports(files)).sort(), [
    'main.ts:1: Could not resolve: "#a". Maybe you need to "bun install"?',
    'main.ts:2: Could not resolve: "b/c". Maybe you need to "bun install"?',
  ]);
});

test("exports that are missing", async () => {
  const files = { "main.ts": 'import a, { b } from "./c";\nconsole.log(a, b);', "c.js": "export const d = 1;" };
  const all = await reports(files);
  assert.deepStrictEqual(all.map((one) => one.replace(/"[^"]*c\.js"/, '"c.js"')).sort(), [
    'main.ts:1: No matching export in "c.js" for import "b"',
    'main.ts:1: No matching export in "c.js" for import "default"',
  ]);
});

test("an assignment to a constant", async () => {
  assert.deepStrictEqual(await reports({ "main.ts": "const a = 1;\na = 2;" }), [
    'main.ts:2: Cannot assign to "a" because it is a constant',
  ]);
});

test("what is unexpected is named", async () => {
  const cases = { "let a = <<<b>>>;": "Unexpected <<", "a = )": "Unexpected )", "a b c": 'Expected ";" but found "b"' };
  for (const [source, message] of Object.entries(cases))
    assert.deepStrictEqual(await reports({ "main.ts": source }), [`main.ts:1: ${message}`]);
});

test("a feature is named by a string", async () => {
  const head = 'import { feature } from "bun:bundle";\n';
  assert.deepStrictEqual(await reports({ "main.ts": `${head}const a = "B";\nif (feature(a)) console.log(1);` }), [
    "main.ts:3: feature() argument must be a string literal",
  ]);
  assert.deepStrictEqual(await reports({ "main.ts": `${head}if (feature()) console.log(1);` }), [
    "main.ts:2: feature() requires exactly one string argument",
  ]);
});

test("a feature is the condition of an if or a ternary", async () => {
  const head = 'import { feature } from "bun:bundle";\n';
  const message = 'feature() from "bun:bundle" can only be used directly in an if statement or ternary condition';
  for (const use of [
    "const a = feature('A');",
    "f(feature('A'));",
    "while (feature('A')) f();",
    "feature('A') && f();",
  ])
    assert.deepStrictEqual(await reports({ "main.ts": head + use }), [`main.ts:2: ${message}`]);
  for (const use of ["if (!feature('A') || f(feature('B'))) f();", "f((f && feature('A')) ? 1 : 2);"])
    assert.deepStrictEqual(await reports({ "main.ts": head + use }), []);
});

const resolving = (result: () => unknown) => ({
  name: "resolving",
  setup: (build: Plugin) => build.onResolve({ filter: /magic$/ }, result),
});
const MAGIC = { "main.ts": 'import "./a.magic";', "b.ts": 'console.log("b")' };

test("the error of onResolve is about the module that imports", async () => {
  for (const thrown of [new Error("wrong"), "wrong"]) {
    const plugin = resolving(() => {
      throw thrown;
    });
    const [report, ...others] = await reports(MAGIC, { plugins: [plugin] });
    assert.match(report!, /^main\.ts:\d: wrong$/);
    assert.strictEqual(others.length, 0);
  }
});

test("what is not an object is left to the next plugin", async () => {
  for (const value of [true, false, 0, 1, "text", null, undefined]) {
    const place = project(MAGIC);
    const plugins = [resolving(() => value), resolving(() => ({ path: path.join(place, "b.ts") }))];
    const result = await Bun.build({ entrypoints: [path.join(place, "main.ts")], plugins } as never);
    assert.match(await result.outputs[0]!.text(), /"b"/);
  }
});

test("all callbacks of onEnd are called before one is waited for", async () => {
  const steps: string[] = [];
  const plugin = {
    name: "ends",
    setup(build: Plugin) {
      build.onEnd(async () => {
        steps.push("a");
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push("end of a");
      });
      build.onEnd(async () => void steps.push("b"));
    },
  };
  await Bun.build({ entrypoints: [path.join(project(MAGIC), "b.ts")], plugins: [plugin] } as never);
  assert.deepStrictEqual(steps, ["a", "b", "end of a"]);
});

test("a callback of onEnd that throws does not keep the others from being called", async () => {
  for (const isThrown of [true, false]) {
    const steps: string[] = [];
    const plugin = {
      name: "ends",
      setup(build: Plugin) {
        build.onEnd(() => {
          steps.push("a");
          throw new Error("of a");
        });
        build.onEnd(() => void steps.push("b"));
        build.onEnd(async () => Promise.reject(new Error("of c")));
      },
    };
    const entrypoints = [path.join(project(MAGIC), "b.ts")];
    const built = Bun.build({ entrypoints, plugins: [plugin], throw: isThrown } as never);
    await assert.rejects(built, { message: "of a" });
    assert.deepStrictEqual(steps, ["a", "b"]);
  }
});

test("files in memory are strings, bytes or Blobs", async () => {
  const encoded = new TextEncoder().encode("console.log(1)");
  const contents = ["console.log(1)", encoded, encoded.buffer, new DataView(encoded.buffer), new Blob([encoded])];
  for (const given of contents) {
    const result = await Bun.build({ entrypoints: ["/entry.js"], files: { "/entry.js": given } } as never);
    assert.match(await result.outputs[0]!.text(), /console\.log\(1\)/);
  }
  for (const given of [1, null, {}])
    await assert.rejects(async () => Bun.build({ entrypoints: ["/e.js"], files: { "/e.js": given } } as never), {
      name: "TypeError",
      message: "Expected file content to be a string, Blob, File, TypedArray, or ArrayBuffer",
    });
});

test("a report shows its place", async () => {
  const place = project({
    "main.ts": 'import "./a.js";\nimport * as a from "./a.js";\nf(a.b);',
    "a.js": "export {};",
    "bad.ts": "let a = 1;\nlet b = = 2;",
  });
  const { logs } = await Bun.build({ entrypoints: [path.join(place, "main.ts")] });
  assert.deepStrictEqual(
    logs.map(({ level }) => level as string),
    ["warn"],
  );
  const file = fs.realpathSync(path.join(place, "main.ts"));
  assert.match(Bun.inspect(logs[0]), /^3 \| f\(a\.b\);\n {6,8}\^\nwarn: Import "b" will always be undefined/);
  assert.ok(Bun.inspect(logs[0]).includes(`\n   at ${file}:3:`));
  const failed = await Bun.build({ entrypoints: [path.join(place, "bad.ts")], throw: false });
  const bad = fs.realpathSync(path.join(place, "bad.ts"));
  assert.strictEqual(
    Bun.inspect(failed.logs[0]),
    `2 | let b = = 2;\n            ^\nerror: Unexpected =\n    at ${bad}:2:9`,
  );
});

test("what two entries share is reported once", async () => {
  const shared = "import * as a from './a.js'; export const b = a.missing;";
  const place = project({ "a.js": "export {};", "shared.js": shared });
  for (const name of ["one.js", "two.js"])
    fs.writeFileSync(path.join(place, name), `import { b } from "./shared.js"; console.log("${name}", b);`);
  const entrypoints = ["one.js", "two.js"].map((name) => path.join(place, name));
  assert.strictEqual((await Bun.build({ entrypoints })).logs.length, 1);
  fs.writeFileSync(path.join(place, "shared.js"), "export const b = = 1;");
  assert.strictEqual((await Bun.build({ entrypoints, throw: false })).logs.length, 1);
});

test("a name that is declared twice", async () => {
  assert.deepStrictEqual(await reports({ "main.ts": "let a; let a;" }), ['main.ts:1: "a" has already been declared']);
});
