import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire, register } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { test } from "../harness.ts";

// Hooks stay for the rest of the program: each test has specifiers of its own.
const hooks = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const made = (specifier: string) => import(specifier);

test("resolve and load hooks provide modules, also for import.meta.resolve", async () => {
  register(
    hooks(`
    export async function resolve(specifier, context, next) {
      return specifier === "unit:one" ? { url: "made:one", format: "module", shortCircuit: true } : next(specifier, context);
    }
    export async function load(url, context, next) {
      return url === "made:one" ? { format: context.format, source: "export default 1; export const parent = import.meta.url;", shortCircuit: true } : next(url, context);
    }
  `),
  );
  const one = await made("unit:one");
  assert.strictEqual(one.default, 1);
  assert.strictEqual(one.parent, "made:one");
  assert.strictEqual(import.meta.resolve("unit:one"), "made:one");
});

test("the hooks that were registered last run first, and next() calls the others", async () => {
  const layer = (name: string) =>
    hooks(`
    export async function load(url, context, next) {
      if (url !== "made:layers") return next(url, context);
      const below = ${name === "inner" ? `{ format: "module", source: "export default 'text'", shortCircuit: true }` : "await next(url, context)"};
      return { ...below, source: String(below.source).replace("'", "'${name} ") };
    }
    export async function resolve(specifier, context, next) {
      return specifier === "unit:layers" ? { url: "made:layers", shortCircuit: true } : next(specifier, context);
    }
  `);
  register(layer("inner"));
  register(layer("middle"));
  register(layer("outer"));
  assert.strictEqual((await made("unit:layers")).default, "outer middle inner text");
});

test("initialize gets data and ports, and register waits for it", async () => {
  const { port1, port2 } = new MessageChannel();
  register(hooks("export async function initialize({ port, number }) { await null; port.postMessage(number + 1); }"), {
    data: { port: port2, number: 41 },
    transferList: [port2],
  });
  const [answer] = await once(port1, "message");
  assert.strictEqual(answer, 42);
  port1.close();
});

test("what a hook throws is thrown here with its class, code and message", async () => {
  register(
    hooks(`
    export function resolve(specifier, context, next) {
      if (specifier === "unit:range") throw Object.assign(new RangeError("too far"), { code: "E_FAR" });
      if (specifier === "unit:no-url") return { shortCircuit: true };
      if (specifier === "unit:no-chain") return { url: "made:x" };
      if (specifier === "unit:no-object") return 5;
      return next(specifier, context);
    }
    export function load(url, context, next) {
      if (url === "data:text/javascript,0//source") return { format: "module", source: 5, shortCircuit: true };
      if (url === "data:text/javascript,0//format") return { format: "foo", source: "", shortCircuit: true };
      return next(url, context);
    }
  `),
  );
  await assert.rejects(made("unit:range"), { name: "RangeError", message: "too far", code: "E_FAR" });
  await assert.rejects(made("unit:no-url"), {
    code: "ERR_INVALID_RETURN_PROPERTY_VALUE",
    message: /^Expected a URL string to be returned for the "url" from the ".+ 'resolve'" .*but got undefined/,
  });
  await assert.rejects(made("unit:no-chain"), {
    code: "ERR_LOADER_CHAIN_INCOMPLETE",
    message: /'resolve'" did not call the next hook in its chain/,
  });
  await assert.rejects(made("unit:no-object"), { code: "ERR_INVALID_RETURN_VALUE" });
  await assert.rejects(made("data:text/javascript,0//source"), {
    code: "ERR_INVALID_RETURN_PROPERTY_VALUE",
    message: /"source" from the ".+ 'load'"/,
  });
  await assert.rejects(made("data:text/javascript,0//format"), { code: "ERR_UNKNOWN_MODULE_FORMAT", message: /foo/ });
});

test("a hook that never settles leaves import() pending and fails synchronous requests", async () => {
  register(
    hooks(`
    export function resolve(specifier, context, next) {
      return specifier === "unit:never" ? new Promise(() => {}) : next(specifier, context);
    }
  `),
  );
  const outcome = await Promise.race([
    made("unit:never"),
    new Promise((resolve) => setTimeout(resolve, 50, "waiting")),
  ]);
  assert.strictEqual(outcome, "waiting");
  assert.throws(() => import.meta.resolve("unit:never"), { code: "ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED" });
});

test("requests of CommonJS source from a hook go through the hooks; those of other CommonJS files do not", async () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-register-")));
  const [main, dependency] = ["main.cjs", "dependency.cjs"].map((name) => path.join(folder, name)) as [string, string];
  fs.writeFileSync(main, "exports.value = 'main on disk';");
  fs.writeFileSync(dependency, "module.exports = 10;");
  const [mainUrl, dependencyUrl] = [pathToFileURL(main).href, pathToFileURL(dependency).href];
  register(
    hooks(`
    export async function load(url, context, next) {
      if (url === ${JSON.stringify(mainUrl)}) return { format: "commonjs", source: "exports.value = require('./dependency.cjs') + 1", shortCircuit: true };
      if (url === ${JSON.stringify(dependencyUrl)}) return { format: "commonjs", source: "module.exports = 1", shortCircuit: true };
      return next(url, context);
    }
  `),
  );
  assert.strictEqual(createRequire(mainUrl)("./main.cjs").value, "main on disk");
  delete createRequire(mainUrl).cache[main];
  assert.strictEqual((await made(mainUrl)).value, 2);
  fs.rmSync(folder, { recursive: true });
});

test("register throws for a missing module of hooks", () => {
  assert.throws(() => register("./no-such-hooks.mjs", import.meta.url), { code: "ERR_MODULE_NOT_FOUND" });
  assert.throws(() => register(hooks(""), { data: () => {} }), { name: "DataCloneError" });
});

test("the former name of the attributes works in hooks, with a warning", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-assertions-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const returned = `export const resolve = () => ({ shortCircuit: true, url: "data:application/json,1", importAssertions: { type: "json" } });`;
  const set = `export function load(url, context, next) {
    context.importAssertions = { type: "json" };
    return next("data:application/json,1", context);
  }`;
  const passed = `export const load = (url, context, next) => next("data:application/json,1", { importAssertions: { type: "json" } });`;
  for (const source of [returned, set, passed]) {
    const program = path.join(folder, "program.mjs");
    const register = `import { register } from "node:module"; register(${JSON.stringify(hooks(source))});`;
    fs.writeFileSync(program, `${register} console.log((await import("data:")).default);`);
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    assert.strictEqual(stdout, "1\n");
    assert.match(stderr, /ExperimentalWarning: Use `importAttributes` instead of `importAssertions`\n/);
  }
});
