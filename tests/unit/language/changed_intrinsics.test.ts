// What a program does to the intrinsics does not reach the ends of programs: each built-in object, one after the other, has all its
// methods replaced by functions that throw, and then the program ends in one of several ways.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

/** Source of the built-in objects, whose own functions are replaced. */
const OBJECTS = [
  "Object",
  "Array",
  "Array.prototype",
  "String.prototype",
  "Number",
  "Symbol",
  "Math",
  "Reflect",
  "RegExp.prototype",
  "Error",
  "Map.prototype",
  "Set.prototype",
  "WeakMap.prototype",
  "WeakSet.prototype",
  "ArrayBuffer.prototype",
  "Object.getPrototypeOf(Uint8Array.prototype)",
  "Object.getPrototypeOf([][Symbol.iterator]())",
  "Object.getPrototypeOf(new Set().keys())",
  "Object.getPrototypeOf(''[Symbol.iterator]())",
];

/** How the program ends, and the exit code and the error that are expected. */
const ENDS: [string, string, number, string][] = [
  ["ends", "", 0, ""],
  ["calls process.exit", "exit(4);", 4, ""],
  ["throws", "throw new TypeError('thrown');", 1, "TypeError: thrown"],
  ["rejects", "reject(new RangeError('rejected'));", 1, "RangeError: rejected"],
];

const change = (object: string, end: string) => `
const { exit } = process;
const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
let reject;
new Promise((_resolve, fail) => { reject = fail; });
const object = ${object};
const keys = ownKeys(object);
const length = keys.length;
for (let index = 0; index < length; index++) {
  const key = keys[index];
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (key === "constructor" || key === "captureStackTrace" || !descriptor.configurable) continue;
  if (typeof descriptor.value !== "function") continue;
  defineProperty(object, key, { __proto__: null, value() { throw new Error("changed"); }, configurable: true });
}
${end}`;

for (const [how, end, code, message] of ENDS) {
  test(`a program that changes the intrinsics ${how}`, () => {
    for (const object of OBJECTS) {
      const child = spawnSync(process.execPath, ["-e", change(object, end)], { encoding: "utf8" });
      assert.strictEqual(child.status, code, `${object}: ${child.stderr}`);
      if (message === "") assert.strictEqual(child.stderr, "", object);
      else assert.ok(child.stderr.includes(message), `${object}: ${child.stderr}`);
      assert.strictEqual(child.stdout, "", object);
    }
  });
}

const ITERATOR = "Object.getPrototypeOf([][Symbol.iterator]())";
const STATICS = ["Object", "Array", "Reflect", "Math", "ArrayBuffer"];

/** What the program does then, what it prints in Node 26, and the objects that are changed. */
const WORK: [work: string, source: string, output: string, objects: string[]][] = [
  ["prints values", 'console.log("x", 1, [1, { a: "b" }]);', "x 1 [ 1, { a: 'b' } ]\n", STATICS],
  [
    "waits for timers",
    "setTimeout(() => process.stdout.write('t'), 1); setImmediate(() => 0); process.nextTick(() => process.stdout.write('n'));",
    "nt",
    [...STATICS, ITERATOR, "String.prototype", "Set.prototype"],
  ],
  [
    "emits events",
    "const e = new EventEmitter(); e.on('a', (v) => process.stdout.write('e' + v)); e.once('a', () => process.stdout.write('o')); e.emit('a', 1); e.emit('a', 2); process.on('exit', () => process.stdout.write('x'));",
    "e1oe2x",
    [...STATICS, ITERATOR],
  ],
  [
    "uses buffers",
    "process.stdout.write(Buffer.concat([Buffer.from('ab'), Buffer.from('c')]).toString('hex') + Buffer.from('x').equals(Buffer.from('x')));",
    "616263true",
    [...STATICS, ITERATOR, "Uint8Array"],
  ],
  [
    "pipes streams",
    "const r = new Readable({ read() {} }); r.push('q'); r.push(null); r.pipe(new Writable({ write(c, e, k) { process.stdout.write('w' + c); k(); } }));",
    "wq",
    [...STATICS, "String.prototype", "Set.prototype"],
  ],
];

for (const [work, source, output, objects] of WORK) {
  test(`a program that changes the intrinsics ${work}`, () => {
    const imports = 'const { Readable, Writable } = require("stream"); const EventEmitter = require("events");';
    for (const object of objects) {
      const program = imports + change(object, source);
      const child = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
      assert.deepStrictEqual([child.stdout, child.stderr, child.status], [output, "", 0], object);
    }
  }, 60_000);
}

/** Single methods that a program replaces, deletes, or makes accessors. */
const SINGLE: [object: string, methods: string[]][] = [
  ["Map.prototype", ["get", "set", "has", "keys", "entries"]],
  ["Set.prototype", ["has", "values"]],
];
const CHANGES = [
  (place: string, key: string) =>
    `Reflect.defineProperty(${place}, "${key}", { __proto__: null, value() { throw new Error("changed"); }, configurable: true });`,
  (place: string, key: string) => `delete ${place}.${key};`,
  (place: string, key: string) =>
    `Reflect.defineProperty(${place}, "${key}", { __proto__: null, set() { throw new Error("changed"); }, configurable: true });`,
];
/** What the program does then, and what it prints in Node 26. */
const SINGLE_WORK: [work: string, prepare: string, source: string, output: string][] = [
  [
    "imports a module and prints collections",
    "const circle = { m: new Map([[1, 2]]), s: new Set([3]) }; circle.self = circle;",
    "import(process.argv[1]).then((m) => console.log(m.a, m.b.default, circle));",
    "1 2 <ref *1> { m: Map(1) { 1 => 2 }, s: Set(1) { 3 }, self: [Circular *1] }\n",
  ],
];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "intrinsics-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const main = path.join(folder, "main.mjs");
fs.writeFileSync(main, 'export const a = 1; export * as b from "./other.mjs"; export * from "./other.mjs";');
fs.writeFileSync(path.join(folder, "other.mjs"), "export default 2; export const c = 3;");

for (const [work, prepare, source, output] of SINGLE_WORK) {
  test(`a program that changes one method of a collection ${work}`, () => {
    for (const [object, methods] of SINGLE) {
      for (const method of methods) {
        for (const changeOne of CHANGES) {
          const program = prepare + changeOne(object, method) + source;
          const child = spawnSync(process.execPath, ["-e", program, main], { encoding: "utf8" });
          assert.deepStrictEqual(
            [child.stdout, child.stderr, child.status],
            [output, "", 0],
            changeOne(object, method),
          );
        }
      }
    }
  }, 60_000);
}
