// `line` and `column` that a program sets on an error: the engine has hidden properties of these names.
import { deepStrictEqual, match, strictEqual } from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const { captureStackTrace } = Error as unknown as { captureStackTrace(target: object, above?: Function): void };

class CssError extends Error {
  reason: string;
  line: number;
  column: number;
  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.reason = reason;
    this.line = line;
    this.column = column;
    captureStackTrace(this, CssError);
  }
}

class Early extends Error {
  constructor(line: number) {
    super("x");
    captureStackTrace(this, Early);
    (this as any).line = line;
  }
}

test("they are enumerable behind Error.captureStackTrace", () => {
  const error = new CssError("bad", 30000, 7);
  deepStrictEqual(Object.keys(error), ["reason", "line", "column"]);
  strictEqual(JSON.stringify(error), '{"reason":"bad","line":30000,"column":7}');
  deepStrictEqual({ ...error }, { reason: "bad", line: 30000, column: 7 });
});

test("so is one that is set after it, once the stack was read", () => {
  const error = new Early(30000);
  strictEqual(typeof error.stack, "string");
  strictEqual(JSON.stringify(error), '{"line":30000}');
});

test("and in an error without it", () => {
  for (const error of [new Error("x"), new SyntaxError("x")]) {
    Object.assign(error, { line: 30000, column: 1 });
    strictEqual(typeof error.stack, "string");
    deepStrictEqual(Object.keys(error), ["line", "column"]);
  }
});

test("util.inspect shows them", () => {
  const error = Object.assign(new Error("x"), { line: 30000, column: 1, more: true });
  match(inspect(error), /\{\n {2}line: 30000,\n {2}column: 1,\n {2}more: true\n\}$/);
  match(inspect(error, { showHidden: true }), /line: 30000,\n {2}column: 1,/);
});

test("those of the engine stay hidden", () => {
  const thrown = [
    () => (null as any).x,
    () => JSON.parse("{"),
    () => new Function("{"),
    () => (0, eval)("\n\n{"),
    () => new RegExp("("),
    () => new Array(-1),
    () => new URL("x"),
    () => {
      throw new Error("x");
    },
  ];
  for (const body of thrown) {
    try {
      body();
    } catch (error: any) {
      strictEqual(typeof error.stack, "string");
      deepStrictEqual(
        Object.keys(error).filter((name) => name !== "code" && name !== "input"),
        [],
        String(body),
      );
    }
  }
});

class Implicit extends Error {}
class ImplicitChild extends Implicit {
  code = "E_CHILD";
}

test("a class without a constructor has no visible position", () => {
  for (const make of [
    () => new Implicit("x"),
    () => new ImplicitChild("x"),
    () => new (class extends TypeError {})(),
  ]) {
    const error = make();
    strictEqual(typeof error.stack, "string");
    deepStrictEqual(Object.keys(error), error instanceof ImplicitChild ? ["code"] : []);
    strictEqual(inspect(error).includes("column"), false);
  }
  const placed = Object.assign(new Implicit("x"), { line: 30000 });
  strictEqual(typeof placed.stack, "string");
  deepStrictEqual(Object.keys(placed), ["line"]);
});
