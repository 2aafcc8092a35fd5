// Transformers and presets of Jest, as its documentation has them: https://jestjs.io/docs/code-transformation
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("transformers of Jest make modules of files, for import and require", () => {
  const { statuses, errors } = runSuite({
    "package.json": `{ "jest": { "transform": { "\\\\.svg$": "<rootDir>/svg.js", "\\\\.txt$": ["./text.cjs", { "upper": true }], "\\\\.[jt]sx?$": "babel-jest", "\\\\.later$": "./later.js" } } }`,
    "svg.js": `module.exports = { process(source, path) { return { code: "module.exports = " + JSON.stringify(require("path").basename(path)) }; } };`,
    "text.cjs": `module.exports = { createTransformer: (options) => ({ process(source, path, { transformerConfig }) {
      return { code: "exports.__esModule = true; exports.default = " + JSON.stringify(options.upper && transformerConfig.upper ? source.toUpperCase() : source) + "; exports.length = " + source.length };
    } }) };`,
    "later.js": `module.exports = { async processAsync() {} };`,
    "a.txt": "hello",
    "b.svg": "<svg/>",
    "c.later": "x",
    "node_modules/d/index.svg": `module.exports = "not transformed";`,
    "a.test.ts": `import text, { length } from "./a.txt";
      import icon from "./b.svg";
      test("imports", () => { expect([text, length, icon] as unknown[]).toEqual(["HELLO", 5, "b.svg"]); });
      test("requires", () => { expect(require("./b.svg")).toBe("b.svg"); });
      test("ignores", () => { expect(require("d/index.svg")).toBe("not transformed"); });
      test("waits", () => { expect(() => require("./d.later")).toThrow(); });`,
  });
  assert.deepEqual(statuses, { imports: "pass", requires: "pass", ignores: "pass", waits: "pass" }, errors.join());
});

test("transformers and resolvers of Jest that only wait serve imports", () => {
  const { statuses, messages, errors } = runSuite({
    "package.json": `{ "jest": { "transform": { "\\\\.later$": "<rootDir>/later.cjs" }, "resolver": "<rootDir>/resolver.cjs" } }`,
    "later.cjs": `module.exports = { async processAsync(source, path) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { code: "module.exports = " + JSON.stringify(source + require("path").basename(path)) };
    } };`,
    "resolver.cjs": `module.exports = { async: async (request, options) => request === "nick"
      ? require("path").join(options.rootDir, "real.js")
      : options.defaultAsyncResolver(request) };`,
    "real.js": `module.exports = "real";`,
    "c.later": "hello ",
    "d.later": "not loaded",
    "a.test.mjs": `import later from "./c.later";
      import nick from "nick";
      import { createRequire } from "node:module";
      test("imports", async () => {
        expect([later, nick]).toEqual(["hello c.later", "real"]);
        expect((await import("./real.js")).default).toBe("real");
      });
      test("require cannot wait", () => {
        expect(() => createRequire(import.meta.url)("./d.later")).toThrow('must export a function "process"');
      });`,
  });
  assert.deepEqual([statuses, messages, errors], [{ imports: "pass", "require cannot wait": "pass" }, {}, []]);
});

test("a preset of Jest is under the configuration, and one that is missing is reported", () => {
  const preset = "node_modules/own/jest-preset.js";
  const { statuses, errors } = runSuite({
    "package.json": `{ "jest": { "preset": "own", "globals": { "two": 3 }, "setupFiles": ["<rootDir>/more.js"] } }`,
    [preset]: `module.exports = { setupFiles: [require.resolve("./setup.js")], moduleNameMapper: { "^nick$": require.resolve("./nick.js") }, globals: { one: 1, two: 2 } };`,
    "node_modules/own/setup.js": `globalThis.order = ["preset"];`,
    "node_modules/own/nick.js": `module.exports = "nick";`,
    "more.js": `order.push("own");`,
    "a.test.js": `test("preset", () => { expect([order, require("nick"), one, two]).toEqual([["preset", "own"], "nick", 1, 3]); });`,
  });
  assert.deepEqual(statuses, { preset: "pass" }, errors.join());
  const missing = runSuite({ "package.json": `{ "jest": { "preset": "none" } }`, "a.test.js": `test("a", () => {});` });
  assert.match(
    missing.stderr,
    /jest: the preset "none" cannot be loaded: Cannot find module 'none\/jest-preset\.json'/,
  );
});

test("what a transformer of Jest loads while it works is outside of the configuration", () => {
  const { statuses, messages, errors } = runSuite({
    "package.json": `{ "jest": { "transform": { "\\\\.js$": "<rootDir>/upper.cjs", "loaded": "<rootDir>/refuse.cjs" }, "moduleNameMapper": { "^mapped$": "<rootDir>/wrong.js" } } }`,
    "upper.cjs": `exports.process = (source) => ({ code: source.replace("WORD", require("./loaded.cjs") + require("mapped")) });`,
    "refuse.cjs": `exports.process = () => { throw new Error("transformed its own modules"); };`,
    "loaded.cjs": `module.exports = "right";`,
    "wrong.js": `module.exports = "wrong";`,
    "node_modules/mapped/index.js": `module.exports = " package";`,
    "a.test.js": `test("works", () => { expect("WORD").toBe("right package"); });`,
  });
  assert.deepStrictEqual({ statuses, messages, errors }, { statuses: { works: "pass" }, messages: {}, errors: [] });
});

test("folders of modules of Jest come behind Node's modules and in their order with packages", () => {
  const files = {
    "src/events.js": `module.exports = "src";`,
    "src/both.js": `module.exports = "src";`,
    "src/only.js": `module.exports = "src";`,
    "node_modules/both/index.js": `module.exports = "package";`,
  };
  const body = (
    both: string,
  ): string => `test("core", () => { expect(typeof require("events").EventEmitter).toBe("function"); });
    test("both", () => { expect(require("both")).toBe("${both}"); });
    test("only", () => { expect(require("only")).toBe("src"); });`;
  const all = { core: "pass", both: "pass", only: "pass" };
  const kinds: [object, string][] = [
    [{ modulePaths: ["<rootDir>/src"] }, "package"],
    [{ moduleDirectories: ["node_modules", "src"] }, "package"],
    [{ moduleDirectories: ["src", "node_modules"] }, "src"],
  ];
  for (const [jest, both] of kinds) {
    const run = runSuite({ ...files, "package.json": JSON.stringify({ jest }), "a.test.js": body(both) });
    assert.deepStrictEqual([run.statuses, run.messages, run.errors], [all, {}, []], JSON.stringify(jest));
  }
});

test("a transformer is loaded once for the files of a worker, outside of their modules, and sees changed files", () => {
  const files: Record<string, string> = {
    "package.json": `{ "jest": { "transform": { "\\\\.js$": "<rootDir>/transformer.cjs" } } }`,
    "transformer.cjs": `require("./part.cjs");
      exports.process = (source) => { require("./lazy.cjs"); return { code: source.replaceAll("VALUE", "5") }; };`,
    "part.cjs": `require("node:fs").appendFileSync(__dirname + "/loads.txt", "part ");`,
    "lazy.cjs": `require("node:fs").appendFileSync(__dirname + "/loads.txt", "lazy ");`,
    "library.js": "exports.value = VALUE + 0;",
  };
  for (let index = 0; index < 6; index++)
    files[`f${index}.test.js`] = `const { readFileSync, writeFileSync } = require("node:fs");
      test("f${index}", async () => {
        // A file that has just changed is never taken from a cache.
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(require("./library.js").value).toBe(VALUE + ${index >> 1});
        expect(Object.keys(require.cache).filter((path) => /part|lazy|transformer/.test(path))).toEqual([]);
        if (${index % 2 === 1}) writeFileSync(__dirname + "/library.js", "exports.value = VALUE + ${(index >> 1) + 1};");
      });`;
  const { statuses, messages, errors, read } = runSuite(files, ["--parallel", "1"]);
  assert.deepEqual([messages, errors], [{}, []]);
  assert.equal(Object.values(statuses).filter((status) => status === "pass").length, 6);
  assert.equal(read("loads.txt"), "part lazy ");
});

test("a transformer is loaded once for realms that are not used again, and changes none of them", () => {
  const files: Record<string, string> = {
    "package.json": `{ "jest": { "transform": { "\\\\.js$": "<rootDir>/transformer.cjs" }, "setupFiles": ["<rootDir>/setup.js"] } }`,
    "transformer.cjs": `require("node:fs").appendFileSync(__dirname + "/loads.txt", "loaded ");
      globalThis.ofTransformer = true;
      Array.prototype.ofTransformer = true;
      console.log("from the transformer");
      exports.process = (source, path) => {
        if (path.endsWith("broken.js")) throw Object.assign(new SyntaxError("broken in " + path), { code: "BROKEN" });
        if (path.endsWith("number.js")) return 5;
        return { code: source.replaceAll("WORKER", JSON.stringify(process.env.JEST_WORKER_ID + process.env.NODE_ENV)) };
      };`,
    "setup.js": "globalThis.value = WORKER;",
    "broken.js": "",
    "number.js": "",
  };
  for (let index = 0; index < 4; index++)
    files[`f${index}.test.js`] = `test("f${index}", () => {
        expect([typeof ofTransformer, [].ofTransformer, value]).toEqual(["undefined", undefined, "1test"]);
        expect(() => require("./broken.js")).toThrow(expect.objectContaining({ name: "SyntaxError", code: "BROKEN" }));
        expect(() => require("./number.js")).toThrow('must return an object with a string "code"');
      });`;
  const { statuses, messages, errors, stderr, read } = runSuite(files, ["--parallel", "1"]);
  assert.deepEqual([messages, errors], [{}, []]);
  assert.deepEqual(statuses, { f0: "pass", f1: "pass", f2: "pass", f3: "pass" });
  assert.equal(read("loads.txt"), "loaded ");
  assert.match(stderr, /from the transformer/);
});

test("a transformer that ends its thread is an error of the file, and the next file has another thread", () => {
  const { statuses, errors } = runSuite(
    {
      "package.json": `{ "jest": { "transform": { "\\\\.js$": "<rootDir>/transformer.cjs" } } }`,
      "transformer.cjs": `exports.process = (source, path) => {
        if (path.endsWith("a.test.js")) process.exit(3);
        return { code: source };
      };`,
      "a.test.js": `test("a", () => {});`,
      "b.test.js": `test("b", () => {});`,
    },
    ["--parallel", "1"],
  );
  assert.deepEqual(statuses, { b: "pass" });
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /transformer ended its thread while it transformed ".*a\.test\.js"/);
});

test("the time of a transformer does not count for a test", () => {
  const { statuses, errors } = runSuite(
    {
      "package.json": `{ "jest": { "testTimeout": 300, "transform": { "\\\\.js$": "<rootDir>/transformer.cjs" } } }`,
      "transformer.cjs": `exports.process = (source, path) => {
        if (path.endsWith("slow.js")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
        return { code: source };
      };`,
      "slow.js": "exports.value = 5;",
      "a.test.js": `test("a", () => { expect(require("./slow.js").value).toBe(5); });`,
    },
    ["--parallel", "1"],
  );
  assert.deepEqual([statuses, errors], [{ a: "pass" }, []]);
});
