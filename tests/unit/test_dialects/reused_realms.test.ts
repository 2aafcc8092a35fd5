// A realm that a file has left as it was is used for the next one. What a file changes must not reach another, whatever it is.
import assert from "node:assert";
import { createServer } from "node:net";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** How a file changes its realm, and what shows it; `import` precedes both. */
interface Change {
  import?: string;
  change: string;
  /** True in a realm without the change. */
  unchanged: string;
}

const CHANGES: Record<string, Change> = {
  global: { change: "globalThis.left = 1", unchanged: `!("left" in globalThis)` },
  "deleted global": { change: "delete globalThis.escape", unchanged: `typeof escape === "function"` },
  "replaced global": { change: "globalThis.URL = class {}", unchanged: `new URL("a:b").protocol === "a:"` },
  "replaced timer": { change: "globalThis.setTimeout = () => 5", unchanged: `setTimeout.name === "setTimeout"` },
  "method of arrays": { change: "Array.prototype.last = () => 1", unchanged: "[].last === undefined" },
  "replaced method": { change: "String.prototype.trim = () => 'x'", unchanged: `" a ".trim() === "a"` },
  "accessor of a prototype": {
    change: "Object.defineProperty(Object.prototype, 'left', { get: () => 1, configurable: true })",
    unchanged: "({}).left === undefined",
  },
  "frozen prototype": { change: "Object.freeze(Map.prototype)", unchanged: "!Object.isFrozen(Map.prototype)" },
  "method of generators": {
    change: "Object.getPrototypeOf(function* () {}).left = 1",
    unchanged: "(function* () {}).left === undefined",
  },
  "method of async functions": {
    change: "Object.getPrototypeOf(async () => {}).left = 1",
    unchanged: "(async () => {}).left === undefined",
  },
  "iterator of arrays": {
    change: "Object.getPrototypeOf([][Symbol.iterator]()).left = 1",
    unchanged: "[][Symbol.iterator]().left === undefined",
  },
  "typed arrays": {
    change: "Object.getPrototypeOf(Uint8Array).prototype.left = 1",
    unchanged: "new Uint8Array(1).left === undefined",
  },
  clock: { change: "Date.now = () => 7", unchanged: "Date.now() > 7" },
  json: { change: "JSON.stringify = () => 'x'", unchanged: `JSON.stringify(1) === "1"` },
  random: { change: "Math.random = () => 3", unchanged: "Math.random() < 1" },
  "class of Intl": {
    change: "Intl.NumberFormat.prototype.left = 1",
    unchanged: "new Intl.NumberFormat().left === undefined",
  },
  "stack limit": { change: "Error.stackTraceLimit = 1", unchanged: "Error.stackTraceLimit === 10" },
  console: { change: "console.log = () => {}", unchanged: `console.log.name === "log"` },
  variable: { change: "process.env.LEFT = '1'", unchanged: "process.env.LEFT === undefined" },
  "deleted variable": { change: "delete process.env.PATH", unchanged: "process.env.PATH !== undefined" },
  listener: { change: "process.on('left', () => {})", unchanged: "process.listenerCount('left') === 0" },
  arguments: { change: "process.argv.push('left')", unchanged: "!process.argv.includes('left')" },
  platform: {
    change: "Object.defineProperty(process, 'platform', { value: 'left' })",
    unchanged: "process.platform !== 'left'",
  },
  timer: { change: "setInterval(() => { globalThis.left = 1; }, 1).unref()", unchanged: `!("left" in globalThis)` },
  promise: {
    change: "Promise.resolve().then(async () => { for (;;) await new Promise((r) => setImmediate(r)); })",
    unchanged: `!("left" in globalThis)`,
  },
  "module of the program": {
    import: `import { next } from "./counter.ts";`,
    change: "next()",
    unchanged: "next() === 1",
  },
  "cache of require": {
    change: "require('./counter.cjs').next()",
    unchanged: "require('./counter.cjs').next() === 1",
  },
  "module of Node": {
    import: `import fs from "node:fs";`,
    change: "fs.readFileSync = () => 'left'",
    unchanged: `fs.readFileSync.name === "readFileSync"`,
  },
  "promises of a module": {
    import: `import fs from "node:fs";`,
    change: "fs.promises.readFile = () => 'left'",
    unchanged: `fs.promises.readFile.name === "readFile"`,
  },
  "nested functions of a module": {
    import: `import path from "node:path";`,
    change: "path.posix.join = () => 'left'",
    unchanged: `path.posix.join("a", "b") === "a/b"`,
  },
  "class of a module": {
    import: `import { EventEmitter } from "node:events";`,
    change: "EventEmitter.prototype.left = 1",
    unchanged: "new EventEmitter().left === undefined",
  },
  "default of a module": {
    import: `import { EventEmitter } from "node:events";`,
    change: "EventEmitter.defaultMaxListeners = 99",
    unchanged: "EventEmitter.defaultMaxListeners === 10",
  },
  "options of inspect": {
    import: `import util from "node:util";`,
    change: "util.inspect.defaultOptions.depth = 0",
    unchanged: "util.inspect.defaultOptions.depth === 2",
  },
  buffers: {
    change: "Buffer.prototype.left = 1; Buffer.poolSize = 1",
    unchanged: "Buffer.poolSize > 1 && !Buffer.alloc(1).left",
  },
  "method of the standard output": {
    change: "process.stdout.write = () => true",
    unchanged: `process.stdout.write.name === "write" || !Object.hasOwn(process.stdout, "write")`,
  },
  "listener of the standard output": {
    change: "process.stdout.on('left', () => {})",
    unchanged: "process.stdout.listenerCount('left') === 0",
  },
  "mask of the process": { change: "process.umask(0o77)", unchanged: "process.umask() !== 0o77" },
  "captured rejections": {
    import: `import { EventEmitter } from "node:events";`,
    change: "EventEmitter.captureRejections = true",
    unchanged: "EventEmitter.captureRejections === false",
  },
  "shown bytes of buffers": {
    import: `import buffer from "node:buffer";`,
    change: "buffer.INSPECT_MAX_BYTES = 3",
    unchanged: "buffer.INSPECT_MAX_BYTES === 50",
  },
  "default of streams": {
    import: `import stream from "node:stream";`,
    change: "stream.setDefaultHighWaterMark(true, 3)",
    unchanged: "stream.getDefaultHighWaterMark(true) === 16",
  },
  "loader of CommonJS": {
    change: "require.extensions['.left'] = () => {}",
    unchanged: "require.extensions['.left'] === undefined",
  },
  "counts of the console": {
    change: "console.count('left')",
    unchanged: `(() => {
      const { log } = console;
      let line;
      console.log = (text) => { line = text; };
      console.count("left");
      console.log = log;
      return line === "left: 1";
    })()`,
  },
  "entries of the timeline": {
    change: "performance.mark('left')",
    unchanged: "performance.getEntriesByName('left').length === 0",
  },
  "captured exceptions": {
    change: "process.setUncaughtExceptionCaptureCallback(() => {})",
    unchanged: "!process.hasUncaughtExceptionCaptureCallback()",
  },
  "wrapper of CommonJS": {
    import: `import module from "node:module";`,
    change: "module.wrap = (source) => 'return 5;' + source",
    unchanged: "!module.wrap('').includes('return 5')",
  },
  "hooks of the loader": {
    import: `import module from "node:module";`,
    change:
      "module.registerHooks({ resolve: (name, context, next) => next(name === './other.cjs' ? './none.cjs' : name, context) })",
    unchanged: "require('./other.cjs').value === 1",
  },
  "indentation of the console": {
    change: "console.group()",
    unchanged: `(() => {
      const { write } = process.stdout;
      let line;
      process.stdout.write = (text) => { line = text; };
      console.log("left");
      process.stdout.write = write;
      return line === undefined || line === "left\\n";
    })()`,
  },
  matchers: {
    change: "expect.extend({ left: () => ({ pass: true, message: () => '' }) })",
    unchanged: "expect.left === undefined",
  },
  serializers: {
    change: "expect.addSnapshotSerializer({ test: () => true, serialize: () => 'left' })",
    unchanged: "(expect(1).toMatchInlineSnapshot(`1`), true)",
  },
  "mocked module": {
    change: "jest.mock('./other.cjs', () => ({ value: 'left' })); require('./other.cjs')",
    unchanged: "require('./other.cjs').value === 1",
  },
  "fake timers": { change: "jest.useFakeTimers()", unchanged: "setTimeout(() => {}, 1).left === undefined" },
  spy: {
    change: "jest.spyOn(console, 'warn').mockImplementation(() => {})",
    unchanged: "!jest.isMockFunction(console.warn)",
  },
  "global of the runner": {
    change: "globalThis.beforeEach = () => {}",
    unchanged: `String(beforeEach) !== "() => {}"`,
  },
  "deleted global of the runner": {
    change: "delete globalThis.afterEach",
    unchanged: `typeof afterEach === "function"`,
  },
  "getter of the runner": {
    change: "globalThis.vi = { left: 1 }",
    unchanged: `!("left" in vi)`,
  },
  "flags of a global of the runner": {
    change: "Object.defineProperty(globalThis, 'describe', { enumerable: true })",
    unchanged: `!Object.keys(globalThis).includes("describe")`,
  },
  "defined variable": {
    change:
      "Object.defineProperty(process.env, 'LEFT', { value: '1', writable: true, enumerable: true, configurable: true })",
    unchanged: "process.env.LEFT === undefined",
  },
  "variable of the runner": {
    change: "process.env.NODE_ENV = 'left'",
    unchanged: "process.env.NODE_ENV === 'test'",
  },
};

const MODULES = {
  "counter.ts": "let count = 0; export const next = () => ++count;\n",
  "counter.cjs": "let count = 0; exports.next = () => ++count;\n",
  "other.cjs": "exports.value = 1;\n",
};

/** A file with the words of Jest that `import`s, then runs `body` in a test of that name. */
function file({ import: imports = "" }: Change, name: string, body: string): string {
  return `${imports}\ntest(${JSON.stringify(name)}, () => { ${body} });\n`;
}

/** So many changes are tried in one run. */
const GROUP_SIZE = 9;
const names = Object.keys(CHANGES);

for (let start = 0; start < names.length; start += GROUP_SIZE) {
  const group = names.slice(start, start + GROUP_SIZE);
  test(`nothing that a file changes reaches the next one: ${group.join(", ")}`, () => {
    const files: Record<string, string> = { ...MODULES };
    const expected: Record<string, string> = {};
    group.forEach((name, index) => {
      const change = CHANGES[name]!;
      const isUnchanged = `expect(${change.unchanged}).toBe(true)`;
      // After two files without a change the runner knows what they load, so that the third has a realm that is reused.
      const bodies = [isUnchanged, isUnchanged, `${change.change}; expect(1).toBe(1)`, isUnchanged];
      bodies.forEach((body, place) => {
        files[`t${index}_${place}.test.js`] = file(change, `${name} ${place}`, body);
        expected[`${name} ${place}`] = "pass";
      });
    });
    const { statuses, messages } = runSuite(files, ["--parallel", "1"]);
    assert.deepStrictEqual(messages, {});
    assert.deepStrictEqual(statuses, expected);
  });
}

/** How many realms served eight files with this body in their test. */
function realmsOf(body: string): number {
  const source = `import { next } from "./counter.ts";
test("NAME", async () => { expect(next()).toBe(1); expect(process.argv[1]).toContain("NAME"); console.log("began " + performance.timeOrigin); ${body} });\n`;
  const files: Record<string, string> = { ...MODULES };
  for (let index = 0; index < 8; index++) files[`f${index}.test.js`] = source.replaceAll("NAME", `f${index}`);
  const { statuses, stdout } = runSuite(files, ["--parallel", "1"]);
  assert.ok(
    Object.values(statuses).every((status) => status === "pass"),
    JSON.stringify(statuses),
  );
  const origins = [...stdout.matchAll(/began ([\d.]+)/g)].map(([, origin]) => origin);
  assert.strictEqual(origins.length, 8);
  return new Set(origins).size;
}

test("files that change nothing share a realm, where each has modules of its own", () => {
  assert.ok(realmsOf("") < 8, "no realm was used twice");
});

test("what can be taken back does not end a realm: timers, listeners, globals, functions from source", () => {
  for (const body of [
    `setTimeout(() => {}, 60_000).unref();`,
    `expect(process.listenerCount("left")).toBe(0); process.on("left", () => {});`,
    `expect("left" in globalThis).toBe(false); globalThis.left = 1;`,
    `expect(new Function("return 5")()).toBe(5);`,
    `expect(typeof (await new Function("return import('node:path')")()).join).toBe("function");`,
    `expect(typeof new Blob(["x"]).text).toBe("function"); expect(structuredClone({ a: 1 })).toEqual({ a: 1 });`,
    `expect(fetch.name).toBe("fetch"); globalThis.fetch = () => 1;`,
    `expect(Math.max(1, 2)).toBe(2); Math.max = () => 3;`,
    `expect(String(console.warn)).not.toBe("() => {}"); console.warn = () => {};`,
    `expect(Error.prototype.left).toBe(undefined); Error.prototype.left = 1;`,
    `expect(new URL("http://user@example.com/a/../b").pathname).toBe("/b"); setInterval(() => {}, 1); queueMicrotask(() => {});`,
    `expect(new Intl.NumberFormat("en").format(1000)).toBe("1,000"); expect(Buffer.from("a").toString("hex")).toBe("61");`,
    `expect.extend({ toBeLeft: () => ({ pass: true, message: () => "" }) }); expect(1).toBeLeft(); expect.addSnapshotSerializer({ test: () => false, print: () => "" });`,
    `jest.useFakeTimers(); performance.mark("left"); jest.mock("./other.cjs", () => ({ value: "left" })); expect(require("./other.cjs").value).toBe("left");`,
    `expect(typeof (await new Response("x").blob()).stream).toBe("function"); expect(crypto.randomUUID()).toHaveLength(36);`,
  ])
    assert.ok(realmsOf(body) < 6, body);
});

test("a module that changes between two files is read again", () => {
  const files: Record<string, string> = { "value.ts": "export const value: number = 0;\n" };
  for (let index = 0; index < 8; index++)
    files[`f${index}.test.js`] = `import { writeFileSync } from "node:fs";
// A file that has just changed is never taken from a cache.
await new Promise((resolve) => setTimeout(resolve, 150));
const { value } = await import("./value.ts");
test("value f${index}", () => {
  expect(value).toBe(${index >> 1});
  if (${index % 2 === 1}) writeFileSync(import.meta.dirname + "/value.ts", "export const value: number = ${(index >> 1) + 1};\\n");
});
`;
  const { statuses, messages } = runSuite(files, ["--parallel", "1"]);
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 8);
});

test("a server that a file leaves behind does not answer the next one", () => {
  const files: Record<string, string> = {};
  const source = `import { expect, test } from "bun:test";
test("server NAME", async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response("NAME") });
  expect(await (await fetch(server.url)).text()).toBe("NAME");
  server.unref();
  END
});
`;
  for (let index = 0; index < 8; index++)
    files[`f${index}.test.ts`] = source
      .replaceAll("NAME", `f${index}`)
      .replace("END", index % 2 === 0 ? "await server.stop();" : "");
  const { statuses, messages } = runSuite(files, ["--parallel", "1"]);
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 8);
});

test("a server on the port of an earlier file's answers, not that one", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 8; index++)
    files[`f${index}.test.ts`] = `import { expect, test } from "bun:test";
test("port f${index}", async () => {
  const server = Bun.serve({ port: Number(process.env.TEST_PORT), fetch: () => new Response("f${index}") });
  expect(await (await fetch(server.url)).text()).toBe("f${index}");
  await server.stop();
});
`;
  const port = await freePort();
  const { statuses, messages } = runSuite(files, ["--parallel", "1"], { TEST_PORT: String(port) });
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 8);
});

/** A port that was free just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("files of Vitest share a realm, and stubs end with their file", () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 8; index++)
    files[`f${index}.test.js`] = `import { expect, test, vi } from "vitest";
test("f${index}", () => {
  expect(typeof globalThis.escape).toBe("function");
  // Nothing is to be undone that an earlier file replaced.
  vi.unstubAllGlobals();
  expect(globalThis.left).toBe(undefined);
  expect(vi.isMockFunction(Math.max)).toBe(false);
  if (${index === 3}) { vi.stubGlobal("escape", 1); vi.stubGlobal("left", ${index}); }
  vi.spyOn(Math, "max").mockReturnValue(7);
  expect(Math.max(1)).toBe(7);
  console.log("began " + performance.timeOrigin);
});
`;
  const { statuses, messages, stdout } = runSuite(files, ["--parallel", "1"]);
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 8);
  const origins = new Set([...stdout.matchAll(/began ([\d.]+)/g)].map(([, origin]) => origin));
  assert.ok(origins.size < 5, `${origins.size} realms`);
});
