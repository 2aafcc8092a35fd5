// The frames of asynchronous functions that an error passed through: `at async Repo.find`, as V8 has them.
import { deepStrictEqual, strictEqual, match } from "node:assert";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { test } from "../harness.ts";

/** The functions of an error's frames in this file, from the innermost; positions in place of names that are missing. */
function names(error: unknown): string[] {
  const lines = (error as Error).stack!.split("\n").filter((line) => /async_stacks\.test\.ts/.test(line));
  return lines.map((line) => {
    const text = line.slice("    at ".length);
    if (text.endsWith(")")) return text.slice(0, text.lastIndexOf(" ("));
    return text.startsWith("async ") ? "async -" : "-";
  });
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

async function fail(): Promise<never> {
  await null;
  throw new Error("x");
}

async function middle(): Promise<void> {
  await fail();
}

class Repo {
  async find(): Promise<void> {
    await middle();
  }
}

const api = {
  async list() {
    await new Repo().find();
  },
};

/** The frames up to the function that caught the error. */
function before(error: unknown, end: string): string[] {
  const all = names(error);
  const index = all.indexOf(end);
  return index === -1 ? all : all.slice(0, index);
}

test("an error has a frame for each function that was waiting", async () => {
  const error = await caught(api.list());
  deepStrictEqual(before(error, "async caught"), ["fail", "async middle", "async Repo.find", "async Object.list"]);
});

test("the position is that of the await", async () => {
  const error = (await caught(middle())) as Error;
  match(error.stack!, /at async middle \(.*async_stacks\.test\.ts:32:3\)/);
});

test("functions that had not waited are frames of their own", async () => {
  async function now(): Promise<never> {
    throw new Error("x");
  }
  async function outer(): Promise<void> {
    await now();
  }
  deepStrictEqual(before(await caught(outer()), "-").slice(0, 2), ["now", "outer"]);
});

test("a function that catches and throws again has one frame", async () => {
  async function again(): Promise<void> {
    try {
      await middle();
    } catch (error) {
      await null;
      throw error;
    }
  }
  deepStrictEqual(before(await caught(again()), "async caught"), ["fail", "async middle", "async again"]);
});

test("a stack that is read where the error is caught has the function that caught it", async () => {
  let stack: string[] = [];
  async function handler(): Promise<void> {
    try {
      await middle();
    } catch (error) {
      stack = names(error);
    }
  }
  await handler();
  deepStrictEqual(stack.slice(0, 3), ["fail", "async middle", "async handler"]);
});

test("a stack that was read early still gets the functions that follow", async () => {
  async function logger(): Promise<void> {
    try {
      await middle();
    } catch (error) {
      String((error as Error).stack);
      throw error;
    }
  }
  async function outermost(): Promise<void> {
    await logger();
  }
  const error = await caught(outermost());
  deepStrictEqual(before(error, "async caught"), ["fail", "async middle", "async logger", "async outermost"]);
});

test("arrow functions, with and without a block", async () => {
  const block = async () => {
    await fail();
  };
  const expression = async () => void (await block());
  const error = await caught(expression());
  deepStrictEqual(before(error, "async caught"), ["fail", "async block", "async expression"]);
});

test("errors of system calls, which have no frames of their own, get those of the functions that wait", async () => {
  async function load(): Promise<void> {
    await stat("/nonexistent/file");
  }
  async function outer(): Promise<void> {
    await load();
  }
  const error = (await caught(outer())) as Error;
  match(error.stack!, new RegExp(`^Error: ${error.message}\\n`));
  const frames = before(error, "async caught");
  deepStrictEqual(frames.slice(-2), ["async load", "async outer"]);
});

test("errors that the engine makes outside of functions have a stack", async () => {
  async function compile(): Promise<void> {
    await WebAssembly.compile(new Uint8Array(4));
  }
  const error = (await caught(compile())) as Error;
  strictEqual(error.stack!.split("\n")[0], `CompileError: ${error.message}`);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    strictEqual(new RangeError("none").stack, "RangeError: none");
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});

test("functions, variables and results of a function stay as they are", async () => {
  async function all(a: number): Promise<unknown[]> {
    "use strict";
    const before = typeof later;
    await null;
    function later() {
      return a;
    }
    class Inner {}
    return [before, later(), typeof Inner, arguments.length];
  }
  deepStrictEqual(await all(1), ["function", 1, "function", 1]);
  const same = new Function("return async function f(a) { var a; await 0; function a() {} return typeof a }")();
  strictEqual(await same(1), "function");
  match(String(middle), /^async function middle\(\)[^{]*\{\s*await fail\(\);\s*\}$/);
});

test("call sites know whether they are asynchronous", async () => {
  const original = Error.prepareStackTrace;
  try {
    Error.prepareStackTrace = (_, sites) => sites.map((site) => (site as any).isAsync());
    const flags = ((await caught(middle())) as any).stack as boolean[];
    strictEqual(flags[0], false);
    strictEqual(flags.includes(true), true);
  } finally {
    Error.prepareStackTrace = original;
  }
});

class Rows {
  async *rows(): AsyncGenerator<number> {
    yield 1;
    await fail();
  }
  async *all(): AsyncGenerator<number> {
    yield* this.rows();
  }
}

test("asynchronous generators and the loops that read them", async () => {
  async function loop(): Promise<void> {
    for await (const row of new Rows().rows()) await row;
  }
  const error = await caught(loop());
  deepStrictEqual(before(error, "async caught"), ["fail", "async Rows.rows", "async loop"]);
  async function block(): Promise<void> {
    for await (const row of new Rows().all()) {
      await row;
    }
  }
  const delegated = await caught(block());
  deepStrictEqual(before(delegated, "async caught"), ["fail", "async Rows.rows", "async Rows.all", "async block"]);
});

/** Where `part` of the first line with `source` is in this file. */
function positionOf(source: string, part: string): { line: number; column: number } {
  const lines = readFileSync(new URL(import.meta.url), "utf8").split("\n");
  const index = lines.findIndex((line) => line.includes(source));
  return { line: index + 1, column: lines[index]!.indexOf(part) + 1 };
}

test("the position of a loop is that of what it binds", async () => {
  async function loop(): Promise<void> {
    for await (const row of new Rows().rows()) {
      await row;
    }
  }
  const { stack } = (await caught(loop())) as Error;
  const { line, column } = positionOf("for await (const row of new Rows().rows()) {", "row");
  match(stack!, new RegExp(`at async loop \\(.*async_stacks\\.test\\.ts:${line}:${column}\\)`));
});

test("an error that is passed to a generator has no frame of it", async () => {
  async function* echo(): AsyncGenerator<number> {
    await null;
    yield 1;
  }
  async function passing(): Promise<void> {
    const iterator = echo();
    await iterator.next();
    await iterator.throw(new Error("x"));
  }
  strictEqual(names(await caught(passing())).includes("async echo"), false);
});

test("the source of asynchronous generators and loops is what was written", () => {
  async function* written() {
    for await (const one of [1]) {
      yield one;
      await one;
    }
    yield;
    yield* [2];
  }
  const source = String(written);
  strictEqual(readFileSync(new URL(import.meta.url), "utf8").includes(source), true, source);
});

test("a stack has as many frames as the limit, whichever it is", async () => {
  async function inner(): Promise<never> {
    await null;
    throw new Error("x");
  }
  async function outer(): Promise<void> {
    try {
      await inner();
    } catch (error) {
      throw error;
    }
  }
  const limit = Error.stackTraceLimit;
  const expected = ["inner", "async outer", "async caught"];
  try {
    for (const frames of [3, 4, 5, 20]) {
      Error.stackTraceLimit = frames;
      deepStrictEqual(names(await caught(outer())).slice(0, 3), expected.slice(0, frames), `${frames}`);
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
});

test("frozen errors pass through functions as they are", async () => {
  const frozen = Object.freeze(new Error("x"));
  const keys = Reflect.ownKeys(frozen);
  async function passing(): Promise<void> {
    await Promise.reject(frozen);
  }
  strictEqual(await caught(passing()), frozen);
  strictEqual(await caught(passing()), frozen);
  deepStrictEqual(Reflect.ownKeys(frozen), keys);
});
