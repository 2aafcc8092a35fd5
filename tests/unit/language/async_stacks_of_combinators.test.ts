// `at async Promise.all (index 1)`: which of several promises rejected, as V8 says it.
import { deepStrictEqual, strictEqual } from "node:assert";
import { test } from "../harness.ts";

/** The frames of an error without positions, up to the function that the test calls. */
function frames(error: unknown, end: string): string[] {
  const lines = (error as Error).stack!.split("\n").slice(1);
  const own = lines.filter((line) => /async_stacks_of_combinators|Promise\./.test(line));
  const names = own.map((line) => line.slice("    at ".length).replace(/ \(file:.*$/, ""));
  const index = names.indexOf(end);
  return index === -1 ? names : names.slice(0, index + 1);
}

async function caught(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

async function works(): Promise<void> {
  await null;
  await null;
}

async function fails(): Promise<never> {
  await null;
  throw new Error("x");
}

test("Promise.all has the index of the promise that rejected", async () => {
  async function all() {
    await Promise.all([works(), fails(), works()]);
  }
  deepStrictEqual(frames(await caught(all()), "async all"), ["fails", "async Promise.all (index 1)", "async all"]);
});

test("so has it for a Set, in an arrow function and in a method", async () => {
  const arrow = async () => await Promise.all(new Set([works(), fails()]));
  class Pool {
    async run() {
      const results = await Promise.all([fails()]);
      return results;
    }
  }
  const expected = (index: number, end: string) => ["fails", `async Promise.all (index ${index})`, end];
  deepStrictEqual(frames(await caught(arrow()), "async arrow"), expected(1, "async arrow"));
  deepStrictEqual(frames(await caught(new Pool().run()), "async Pool.run"), expected(0, "async Pool.run"));
});

test("a function that catches the error has the frame, and throws it with one", async () => {
  const seen: string[][] = [];
  async function rethrows() {
    try {
      await Promise.all([works(), fails()]);
    } catch (error) {
      seen.push(frames(error, "async rethrows"));
      throw error;
    }
  }
  async function outer() {
    await rethrows();
  }
  const expected = ["fails", "async Promise.all (index 1)", "async rethrows"];
  deepStrictEqual(frames(await caught(outer()), "async outer"), [...expected, "async outer"]);
  deepStrictEqual(seen, [expected]);
});

test("an error that was made before it waited has no frame of it", async () => {
  async function made() {
    await Promise.all([1, Promise.reject(new Error("x"))]);
  }
  async function throws() {
    throw new Error("x");
  }
  async function inner() {
    await Promise.all([throws()]);
  }
  deepStrictEqual(frames(await caught(made()), "made"), ["made"]);
  deepStrictEqual(frames(await caught(inner()), "inner"), ["throws", "inner"]);
});

test("errors in the results of Promise.allSettled have the frame", async () => {
  async function settled() {
    const results = await Promise.allSettled([works(), works(), fails()]);
    return (results[2] as PromiseRejectedResult).reason;
  }
  async function throws() {
    throw await settled();
  }
  const expected = ["fails", "async Promise.allSettled (index 2)", "async settled"];
  deepStrictEqual(frames(await settled(), "async settled"), expected);
  deepStrictEqual(frames(await caught(throws()), "async settled"), expected);
});

test("so have the errors of Promise.any, and the functions that its own error left", async () => {
  async function any() {
    await Promise.any([fails(), fails()]);
  }
  async function outer() {
    await any();
  }
  const { errors } = await caught(outer());
  for (const index of [0, 1]) {
    const expected = ["fails", `async Promise.any (index ${index})`, "async any", "async outer"];
    deepStrictEqual(frames(errors[index], "async outer"), expected);
  }
});

test("an await that succeeded leaves no frame", async () => {
  async function later() {
    await Promise.all([works()]);
    await fails();
  }
  deepStrictEqual(frames(await caught(later()), "async later"), ["fails", "async later"]);
});

test("call sites say the index", async () => {
  async function all() {
    await Promise.all([works(), fails()]);
  }
  async function any() {
    await Promise.any([fails()]);
  }
  const sites: unknown[][] = [];
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, list) => {
    const site: any = list[1];
    sites.push([site.getFunctionName(), site.isAsync(), site.isPromiseAll(), site.getPromiseIndex(), String(site)]);
    return "";
  };
  const [first, second] = [await caught(all()), (await caught(any())).errors[0]];
  void first.stack;
  void second.stack;
  Error.prepareStackTrace = prepare;
  deepStrictEqual(sites, [
    ["all", true, true, 1, "async Promise.all (index 1)"],
    ["any", true, false, 0, "async Promise.any (index 0)"],
  ]);
});

test("the source of such a function is what was written", () => {
  const written =
    "async () => { try { await Promise.all(new Set([1])); } catch (error) { await Promise.allSettled([]); } }";
  strictEqual(String((0, eval)(written)), written);
  async function settled(list: unknown[]) {
    return [await Promise.any(list), await Promise.allSettled(list)];
  }
  strictEqual(/\$|\/\*/.test(String(settled)), false);
});

test("a loop that was continued waits where it binds", async () => {
  async function* rows() {
    yield 1;
    await null;
    throw new Error("x");
  }
  async function plain() {
    for await (const row of rows()) {
      await row;
      continue;
    }
  }
  async function labelled() {
    outer: for await (const row of rows()) {
      for (const one of [row]) {
        await one;
        if (one) continue outer;
      }
    }
  }
  async function inTry() {
    for await (const row of rows()) {
      try {
        await row;
        if (row) continue;
      } finally {
        void row;
      }
    }
  }
  for (const loop of [plain, labelled, inTry]) {
    const line = (await caught(loop())).stack.split("\n").find((one: string) => one.includes(`async ${loop.name} `));
    const [, row, column] = /:(\d+):(\d+)\)$/.exec(line)!;
    const { readFileSync } = await import("node:fs");
    const text = readFileSync(new URL(import.meta.url), "utf8").split("\n")[Number(row) - 1]!;
    strictEqual(text.slice(Number(column) - 1, Number(column) + 2), "row", `${loop.name}: ${line}`);
    strictEqual(text.includes("for await"), true, loop.name);
  }
});
