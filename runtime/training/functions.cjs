// Determines the order of the functions in the binary (docs/decisions/0042-function-order.md), with the programs of `frequent`: the syntax of
// CommonJS packages, builtins with compressed bytecode, and a server with concurrent requests. It must not allocate so much that the
// collector runs.
"use strict";
var http = require("http"), net = require("net"), fs = require("fs"), path = require("path"), os = require("os");
var dgram = require("dgram"), child = require("child_process"), crypto = require("crypto");
const { hello: greeting = "hi", ...others } = { a: 1, "b-c": 2.5e3, [`d${1 + 1}`]: 0x1F, e: 0b11, f: 0o7, g: 1_000n, "\u0041\n": '\x41\'' };
/* A comment
   of two lines. */
outer: for (var i = 0, j = 10; i < j; i++, j--) {
  for (var key in others) if (i % 2 === 0 && key != null) continue outer; else if (!(i >= 3) || i & 1 | 2 ^ 3) break outer;
  do { i += 1; } while (i < 0);
  while (typeof i === "string") i <<= 2;
}
switch (greeting) { case "hi": case "ho": void 0; break; default: throw new TypeError("no greeting"); }
try { null.x; } catch ({ message }) { String(message).replace(/[a-z]+\/(?:x|y)?/giu, (all) => `<${all}>`).split(/,\s*/); } finally { delete others.a; }
try { JSON.parse("{"); } catch { others.f ??= -1 >>> 2 ** 2; }
class Base { static #count = 0; static make() { return new this(); } get size() { return Base.#count; } set size(value) { Base.#count = value; } }
class Derived extends Base { field = [1, , ...[2, 3]]; constructor() { super(); this.size ||= 4; } async *each() { yield* this.field; } ["computed"](a, b = 1, ...rest) { return a?.[b]?.(rest) ?? rest; } }
function* numbers(n) { for (let k = 0; k < n; ++k) yield k ? ~k : +k; }
var later = async function ({ a, b: [c] = [1] } = {}) { for await (const one of new Derived().each()) if (one instanceof Number) return a, c; };
var arrow = a => (b, { c } = {}) => a > b && !c ? a - b / 2 * 3 : a <= b, parsed = JSON.parse('{"a":[1,-2.5e3,"\\u0041",null,true]}');
module.exports = { arrow: arrow(1)(2), parsed, numbers: [...numbers(3)], get lazy() { return later; }, exported: Object.assign({}, exports) };
var folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-training-"));
fs.writeFileSync(path.join(folder, "a.json"), JSON.stringify(parsed)); fs.readdirSync(folder); fs.statSync(folder); require(path.join(folder, "a.json"));
dgram.createSocket("udp4").close(); fs.existsSync(folder); fs.writeFileSync(path.join(folder, "b"), "\u20ac".repeat(99)); fs.readFileSync(path.join(folder, "b"), "utf8"); Buffer.from("\u20ac\u{1F600}").toString("utf16le"); crypto.createHash("sha1").update("a").digest("base64"); console.log(-1, "\u20ac");
var files = {
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  "part.ts": "import data, { type Data } from '@/data.mjs';\nenum Kind { A, B = 'b' }\nexport abstract class Part<T extends object = Data> { constructor(private readonly one: T, public two?: number) {} abstract go(): void }\nlet let1 = data satisfies unknown as Data; export { let1 as default, Kind }; export * from 'pack/sub'; export type { Data };\n",
  "data.mjs": "export default class { static a = `\\u0041${1}`; }\nexport const { a, b: [c, ...d] } = { a: 1, b: '23' }, e = /\\d{2,}[\\x41-\\u{42}]/u; export function f() { return import.meta.url; } export default_ from 'x';\n".replace(" export default_ from 'x';", ""),
  "node_modules/pack/package.json": '{ "name": "pack", "version": "1.0.0", "main": "lib", "exports": { ".": { "import": "./index.mjs", "default": "./lib/index.js" }, "./sub": { "require": "./lib/index.js", "default": ["./index.mjs"] }, "./deep/*": "./lib/*.js" } }',
  "node_modules/pack/index.mjs": "export let one = 1; export { one as two }; export default () => one;\n",
  "node_modules/pack/lib/index.js": "'use strict'; Object.defineProperty(exports, '__esModule', { value: true }); exports.three = require('./three'); module.exports.four = require('../lib'); exports.default = exports.three;\n",
  "node_modules/pack/lib/three.js": "module.exports = require('old/data'); var exports_ = module.exports; for (const k in exports_) exports[k] = exports_[k];\n",
  "node_modules/pack/lib/odd.js": "\u00a0var __filename, b = 010, e = '\\u{1F600}\\ud800';\nif (b) return module.exports = { b, e };\n<!-- nothing\n",
  "node_modules/old/package.json": '{ "name": "old", "main": "./index" }',
  "node_modules/old/index.js": "exports.a = function () { 'use strict'; return function ([x, { y }], ...z) { var w = function (n, ...m) { return /^a{1,3}(?<b>\\u20ac|\\1)*?$/.test(n); }; return (() => { 'use strict'; })(w); }; };",
  "node_modules/old/data.json": '{ "a": "\\u0041\\n", "b": [1, 2.5, -3e2, { "c": null }] }',
};
for (const name in files) fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true }), fs.writeFileSync(path.join(folder, name), files[name]);
var load = require("module").createRequire(path.join(folder, "main.js"));
load("pack"); load("pack/sub"); load("pack/deep/three"); load("pack/deep/odd"); load("old"); load.resolve("./part.ts");
require("vm").runInThisContext("1 + 1"); require("vm").compileFunction("return a", ["a"]); new Function("a", "return a")(1); new (require("module"))("x")._compile("exports.a = 1", path.join(folder, "x.js"));
for (const missing of ["nothing", "./nothing", "pack/other", "pack/../x"]) try { load(missing); } catch (error) { error.stack; }
var server = http.createServer({ connectionsCheckingInterval: 20, requestTimeout: 100, headersTimeout: 50 }, function (request, response) {
  request.on("data", function () {}).on("end", function () { setImmediate(function () { response.setHeader("x-a", "b"); response.write("part"); response.end(Buffer.from("end")); }); });
});
var echo = net.createServer(function (socket) { socket.on("data", function (bytes) { socket.end(bytes); }); });
server.listen(0, "127.0.0.1", function () {
  echo.listen(0, "127.0.0.1", async function () {
    var url = "http://127.0.0.1:" + server.address().port + "/", agent = new http.Agent({ keepAlive: true });
    var request = (number) => new Promise(function (resolve, reject) {
      var client = http.request(url + number + "?a=%20b", { agent, method: "POST", headers: { "content-type": "text/plain" } }, (response) => response.setEncoding("utf8").on("data", () => {}).on("end", resolve));
      client.on("error", reject).end("body".repeat(number));
    });
    for (let round = 0; round < 3; round++) {
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(request));
      await Promise.all([1, 2, 3, 4].map(() => fetch(url, { method: "POST", body: "text" }).then((response) => response.text())));
    }
    await new Promise((resolve) => net.connect(echo.address().port, "127.0.0.1").on("data", () => {}).on("close", resolve).write("text"));
    await fetch("http://127.0.0.1:1/").catch(() => {});
    agent.destroy();
    await later();
    net.connect(server.address().port, "127.0.0.1").on("error", () => {}).end("GET /");
    var breaking = net.connect(server.address().port, "127.0.0.1").on("error", () => {});
    breaking.write("GET / HTTP/1.1\r\nhost: a\r\n", () => setTimeout(() => breaking.resetAndDestroy(), 20));
    // Much text of all kinds; its imports cannot be found.
    var builtins = path.join(__dirname, "../../builtins/node");
    for (const name of fs.readdirSync(builtins, { recursive: true }).filter((name) => name.endsWith(".ts")).slice(0, 60)) await import(path.join(builtins, name)).catch((error) => error.stack);
    await import(path.join(folder, "part.ts")).catch((error) => error.stack);
    // The collector may run here, and end what is learned.
    var many = Array.from({ length: 2000 }, (_, number) => `function f${number}({ a${number}, ...b }, [c = ${number}], d${number}) { var e = a${number} + c; try { return { e, [d${number}]: "\\x41${number}" }; } catch { return (g) => g + f${number}(b); } }`);
    fs.writeFileSync(path.join(folder, "many.js"), `${many.join("\n")}\nexports.f = f1999;`);
    for (let number = 0; number < 150; number++) fs.writeFileSync(path.join(folder, `part${number}.js`), `exports.a${number} = ${number ? `require("./part${number - 1}")` : 0};`);
    load("./many"); load("./part149");
    await new Promise((resolve) => setTimeout(resolve, 300));
    echo.close();
    server.close();
    server.closeAllConnections();
    setTimeout(() => child.execFile("true", () => (fs.rmSync(folder, { recursive: true }), process.exit(0))), 5);
  });
});
