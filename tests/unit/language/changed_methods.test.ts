// A program that changes one method of an intrinsic still prints, requires, imports, reads files, streams and serves, as in Node 26.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "methods-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const main = path.join(folder, "main.mjs");
fs.writeFileSync(main, 'export const a = 1; export * as b from "./other.mjs"; export * from "./other.mjs";');
fs.writeFileSync(path.join(folder, "other.mjs"), "export default 2; export const c = 3;");

/** Methods whose replacement ended programs, or made their imports fail, though not in Node 26. */
const GROUPS: [object: string, methods: string][] = [
  ["Array", "isArray"],
  ["Array.prototype", "at map"],
  ["ArrayBuffer", "isView"],
  ["Date", "now"],
  ["Function.prototype", "apply"],
  ["JSON", "parse"],
  ["Map.prototype", "entries get has set"],
  ["Math", "max min"],
  ["Number", "isFinite isNaN"],
  ["Object", "assign create defineProperties defineProperty getOwnPropertyNames getPrototypeOf is keys setPrototypeOf"],
  ["Set.prototype", "add has"],
  ["String.prototype", "endsWith includes lastIndexOf startsWith"],
  ["Symbol", "for"],
  ["Object.getPrototypeOf(new Map().keys())", "next"],
];
const dependency = path.join(folder, "dependency.cjs");
fs.writeFileSync(dependency, "exports.a = 1;");

/** Prints, requires, imports, reads a file, waits for timers, pipes a stream and serves a request. */
const daily = (place: string, methods: string): string => `
const http = require("http"), fs = require("fs"), stream = require("stream");
const [main, dependency] = process.argv.slice(1);
const { writeSync } = fs;
const out = (text) => writeSync(1, text + " ");
const { defineProperty } = Reflect;
const object = ${place};
const keys = "${methods}".split(" ");
const { length } = keys;
const value = () => { throw new Error("changed"); };
for (let index = 0; index < length; index++)
  defineProperty(object, keys[index], { __proto__: null, value, configurable: true });
console.log("x %s", 1, [1, { a: "b" }], "\u00e9");
out("r" + require(dependency).a);
import(main).then((m) => {
  out("i" + m.a);
  setTimeout(() => setImmediate(() => fs.readFile(dependency, "utf8", (error, text) => {
    out("f" + (error || text.length));
    const source = new stream.Readable({ read() {} });
    source.push("q");
    source.push(null);
    source.pipe(new stream.Writable({ write(chunk, encoding, next) { out("s" + chunk); next(); } })).on("finish", () => {
      const server = http.createServer((request, response) => {
        response.setHeader("x-a", "b");
        response.end("hi" + request.url);
      }).listen(0, () => {
        http.get({ port: server.address().port, path: "/p", agent: false }, (response) => {
          let body = "";
          response.setEncoding("utf8");
          response.on("data", (chunk) => { body += chunk; });
          response.on("end", () => { out("h" + response.statusCode + body); server.close(); });
        });
      });
    });
  })), 1);
}, (error) => out("failed " + error));`;

test("a program that changes methods of an intrinsic prints, imports, reads, streams and serves as before", () => {
  for (const [object, methods] of GROUPS) {
    const child = spawnSync(process.execPath, ["-e", daily(object, methods), main, dependency], { encoding: "utf8" });
    assert.deepStrictEqual(
      [child.stdout, child.stderr, child.status],
      ["x 1 [ 1, { a: 'b' } ] \u00e9\nr1 i1 f14 sq h200hi/p ", "", 0],
      object,
    );
  }
}, 50_000);

test("the stack of an error is printed when the program deleted the iterator of arrays", () => {
  const child = spawnSync(
    process.execPath,
    ["-e", "delete Array.prototype[Symbol.iterator];\nthrow new RangeError('x');"],
    {
      encoding: "utf8",
    },
  );
  assert.match(child.stderr, /RangeError: x\n {4}at \[eval\]:2:7\n/);
});

test("characters are decoded when the program deleted the iterator of arrays", () => {
  const source =
    "const d = new (require('string_decoder').StringDecoder)('utf8'); delete Array.prototype[Symbol.iterator]; fs.writeSync(1, d.write(Buffer.of(97, 195)) + d.end(Buffer.of(169)));";
  const child = spawnSync(process.execPath, ["-e", source], { encoding: "utf8" });
  assert.deepStrictEqual([child.stdout, child.stderr], ["a\u00e9", ""]);
});

test("modules are imported when the program deleted the iterator of arrays", () => {
  const source =
    "const next = Object.getPrototypeOf([][Symbol.iterator]()); delete Array.prototype[Symbol.iterator]; delete next.next; import(process.argv[1]).then((m) => console.log(m.a, m.c));";
  const child = spawnSync(process.execPath, ["-e", source, main], { encoding: "utf8" });
  assert.deepStrictEqual([child.stdout, child.stderr], ["1 3\n", ""]);
});
