// node:util's inspect and format, and the console.
import { Buffer } from "node:buffer";
import { Console } from "node:console";
import { Writable } from "node:stream";
import util from "node:util";

class Point {
  constructor() {
    this.x = 1;
    this.y = 2;
  }
}
class Money {
  [util.inspect.custom](depth, options) {
    return options.stylize("5 EUR", "number");
  }
}
const [point, money] = [new Point(), new Money()];
const record = { id: 1, name: "Ada", tags: ["a", "b"], nested: { x: 1.5, y: [1, 2, 3] } };
const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: `name ${id}`, at: new Date(id * 1e9) }));
const circular = { name: "circle" };
circular.self = circular;
const nested = new Map([["users", new Map([["ada", new Set(["admin", "user"])]])]]);
const text = "line one\nline 'two' with \"quotes\"\n".repeat(10);
const error = new Error("outer", { cause: new TypeError("inner") });
const strings = Array.from({ length: 50 }, (_, index) => `string number ${index}`);
const sink = new Writable({ write: (data, encoding, done) => done() });
const quiet = new Console({ stdout: sink, stderr: sink });
const proxy = new Proxy(record, {});
const bytes = Buffer.alloc(100, 1);
const floats = new Float64Array(64).fill(1.5);

export const operations = {
  "inspect class instance": () => util.inspect(point),
  "inspect 20 records": () => util.inspect(rows),
  "inspect circular": () => util.inspect(circular),
  "inspect nested Map and Set": () => util.inspect(nested, { depth: 5 }),
  "inspect long string": () => util.inspect(text),
  "inspect 50 strings": () => util.inspect(strings),
  "inspect error with cause": () => util.inspect(error),
  "inspect Buffer": () => util.inspect(bytes),
  "inspect typed array": () => util.inspect(floats),
  "inspect custom": () => util.inspect({ price: money }),
  "inspect colors": () => util.inspect(record, { colors: true }),
  "inspect compact false, sorted": () => util.inspect(record, { compact: false, sorted: true }),
  "inspect showHidden": () => util.inspect(record, { showHidden: true }),
  "inspect proxy": () => util.inspect(proxy, { showProxy: true }),
  "inspect function and symbol": () => util.inspect([Point, () => {}, Symbol("x"), 1n, -0, null, undefined]),
  "inspect Date and RegExp": () => util.inspect([rows[3].at, /a+/g]),
  "inspect promise": () => util.inspect(Promise.resolve(1)),
  "inspect getters": () =>
    util.inspect(
      {
        get a() {
          return 1;
        },
      },
      { getters: true },
    ),
  "format %o %O": () => util.format("%o %O", record, record),
  "format strings and objects": () => util.format("user", record, "logged in", 5),
  "format %s of object": () => util.format("%s %i %f %%", point, "42.5", "1.5"),
  "format no arguments": () => util.format("a message without anything"),
  "console.log string": () => quiet.log("a message"),
  "console.log object": () => quiet.log("user", record),
  "console.table": () => quiet.table(rows.slice(0, 5)),
  "console.group and log": () => {
    quiet.group("group");
    quiet.log("inside");
    quiet.groupEnd();
  },
  "util.inherits and deprecate": () => util.deprecate(() => 1, "old", "DEP0")(),
  "util.callbackify": () => new Promise((resolve) => util.callbackify(async () => 1)((_, value) => resolve(value))),
  "util.diff": () => util.diff("a b c".split(" "), "a c d".split(" ")),
  "util.getCallSites": () => util.getCallSites().length,
};
