// The functions that a stack names, as V8 names them: classes of methods, `new`, native functions, and one frame for each
// call of an asynchronous function.
import assert, { strictEqual, deepStrictEqual } from "node:assert";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

/** The functions of the frames in this file, from the innermost; `-` for code outside of functions. */
function names(error: Error, count: number): string[] {
  const lines = error.stack!.split("\n").filter((line) => line.startsWith("    at "));
  return lines.slice(0, count).map((line) => {
    const text = line.slice("    at ".length);
    return text.endsWith(")") ? text.slice(0, text.lastIndexOf(" (")) : "-";
  });
}

class Repo {
  error: Error | undefined;
  constructor(fails = false) {
    if (fails) this.error = new Error("constructed");
  }
  find(): Error {
    return new Error("found");
  }
  static make(): Error {
    return new Error("made");
  }
  get value(): Error {
    return new Error("read");
  }
  set value(_value: Error) {
    this.error = new Error("written");
  }
  #hidden(): Error {
    return new Error("hidden");
  }
  reveal(): Error {
    return this.#hidden();
  }
  nested(): Error {
    function helper(): Error {
      return new Error("helped");
    }
    return helper();
  }
  async load(): Promise<Error> {
    return new Error("loaded");
  }
  async deep(count: number): Promise<Error> {
    if (count > 0) return this.deep(count - 1);
    return new Error("deep");
  }
  // A brace, a quote and a template that are no code: } " ` ${
  /* class Wrong { */
  text(pattern = /[}"`/]\/{/, text = `}${"{"}`): Error {
    return new Error(String(pattern) + text);
  }
}

class Derived extends Repo {
  constructor() {
    super(true);
  }
  again(): Error {
    return super.find();
  }
}

test("methods have the name of their class", () => {
  const repo = new Repo();
  deepStrictEqual(names(repo.find(), 1), ["Repo.find"]);
  deepStrictEqual(names(Repo.make(), 1), ["Repo.make"]);
  deepStrictEqual(names(repo.nested(), 2), ["helper", "Repo.nested"]);
  deepStrictEqual(names(repo.text(), 1), ["Repo.text"]);
});

test("accessors and private methods have V8's names", () => {
  const repo = new Repo();
  deepStrictEqual(names(repo.value, 1), ["get value"]);
  repo.value = new Error();
  deepStrictEqual(names(repo.error!, 1), ["set value"]);
  deepStrictEqual(names(repo.reveal(), 2), ["#hidden", "Repo.reveal"]);
});

test("constructors are called by new", () => {
  deepStrictEqual(names(new Repo(true).error!, 1), ["new Repo"]);
  deepStrictEqual(names(new Derived().error!, 2), ["new Repo", "new Derived"]);
  const holder: { error?: Error } = {};
  function Old(): void {
    holder.error = new Error("old");
  }
  new (Old as any)();
  deepStrictEqual(names(holder.error!, 1), ["new Old"]);
  Old();
  deepStrictEqual(names(holder.error!, 1), ["Old"]);
});

test("native functions have the name of their class", () => {
  let error!: Error;
  const fail = () => {
    error = new Error("native");
  };
  const calls: [string, () => unknown][] = [
    ["Array.map", () => [1].map(fail)],
    ["Array.sort", () => [1, 2].sort(fail as any)],
    ["Array.from", () => Array.from([1], fail)],
    ["String.replace", () => "a".replace("a", fail as any)],
    ["JSON.stringify", () => JSON.stringify({ toJSON: fail })],
    ["JSON.parse", () => JSON.parse("1", fail)],
    ["new Promise", () => new Promise(fail)],
  ];
  for (const [name, call] of calls) {
    call();
    strictEqual(names(error, 2)[1], name);
  }
});

test("call, apply and bind have no frames", () => {
  const make = () => new Error("applied");
  for (const error of [make.call(null), make.apply(null, []), make.bind(null)()])
    deepStrictEqual(names(error, 1), ["make"]);
  const direct = make();
  strictEqual(names(make.apply(null, []), 10).length, names(direct, 10).length);
});

test("each call of an asynchronous function is one frame", async () => {
  const repo = new Repo();
  async function outer(): Promise<Error> {
    return inner();
  }
  const inner = async () => new Error("inner");
  deepStrictEqual(names(await outer(), 2), ["inner", "outer"]);
  deepStrictEqual(names(await repo.load(), 1), ["Repo.load"]);
  deepStrictEqual(names(await repo.deep(2), 3), ["Repo.deep", "Repo.deep", "Repo.deep"]);
  async function again(count: number): Promise<Error> {
    return count > 0 ? again(count - 1) : new Error("again");
  }
  const error = await again(2);
  deepStrictEqual(names(error, 3), ["again", "again", "again"]);
  const repeated = error.stack!.match(/at again \(/g)!.length;
  strictEqual(repeated, 3);
});

test("the code of a CommonJS module is a function of an object", () => {
  const folder = mkdtempSync(join(tmpdir(), "stacks-"));
  try {
    const path = join(folder, "a.cjs");
    writeFileSync(path, "function f() { return new Error('here'); }\nmodule.exports = f();\n");
    const error = createRequire(import.meta.url)(path);
    deepStrictEqual(names(error, 2), ["f", "Object.<anonymous>"]);
    strictEqual(error.stack.split("\n")[2].includes(`${path}:2:`), true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a module with top-level await has one frame", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stacks-"));
  try {
    const path = join(folder, "a.mjs");
    writeFileSync(path, "const error = new Error('here');\nawait 1;\nexport default error;\n");
    const { default: error } = await import(path);
    strictEqual(error.stack.split(`${path}:`).length, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("call sites say which method and class they are of", () => {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  try {
    const told = (error: Error) => {
      const [site] = error.stack as unknown as NodeJS.CallSite[];
      return [site!.getTypeName(), site!.getFunctionName(), site!.getMethodName(), site!.isConstructor()];
    };
    deepStrictEqual(told(new Repo().find()), ["Repo", "find", "find", false]);
    deepStrictEqual(told(Repo.make()), ["Repo", "make", "make", false]);
    deepStrictEqual(told(new Repo().value), ["Repo", "get value", "value", false]);
    deepStrictEqual(told(new Repo(true).error!), [null, "Repo", null, true]);
    function plain(): Error {
      return new Error("plain");
    }
    deepStrictEqual(told(plain()), [null, "plain", null, false]);
    const [, native] = [1].map(() => new Error("mapped"))[0]!.stack as unknown as NodeJS.CallSite[];
    deepStrictEqual(
      [native!.getTypeName(), native!.getFunctionName(), native!.getMethodName()],
      ["Array", "map", "map"],
    );
    strictEqual(String(native), "Array.map (<anonymous>)");
  } finally {
    Error.prepareStackTrace = prepareStackTrace!;
  }
});

test("static blocks are static initializers, the functions in them are not", () => {
  let block: Error | undefined;
  let inner: Error | undefined;
  let after: Error | undefined;
  class Settings {
    static count = 1;
    static {
      block = new Error("block");
      const read = () => new Error("inner");
      inner = read();
    }
    static load(): Error {
      return new Error("loaded");
    }
  }
  after = Settings.load();
  strictEqual(names(block!, 1)[0], "<static_initializer>");
  deepStrictEqual(names(inner!, 2), ["read", "<static_initializer>"]);
  strictEqual(names(after, 1)[0], "Settings.load");
});

test("a prepareStackTrace that throws is called by each read, and the stack is made once it does not throw", () => {
  const { prepareStackTrace } = Error;
  try {
    let calls = 0;
    const error = new Error("mine");
    const captured: { stack?: string } = {};
    Error.captureStackTrace(captured);
    for (const [value, header] of [
      [error, "Error: mine"],
      [captured, "[object Object]"],
    ] as const) {
      calls = 0;
      Error.prepareStackTrace = () => {
        throw new RangeError(`call ${++calls}`);
      };
      assert.throws(() => value.stack, { name: "RangeError", message: "call 1" });
      assert.throws(() => value.stack, { name: "RangeError", message: "call 2" });
      Error.prepareStackTrace = (_error, sites) => `${sites.length > 0}`;
      assert.strictEqual(value.stack, "true", header);
      assert.strictEqual(value.stack, "true", header);
    }
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
});
