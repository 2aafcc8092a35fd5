// The names that stacks have of functions with computed keys, as V8 shows them.
import { deepStrictEqual, strictEqual } from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const key = "comp";
const field = "compField";
const template = `tp`;
const count = 7;
const symbol = Symbol("desc");
const shared = Symbol.for("app.key");
const table = { member: "fromTable" };

/** The function of the innermost frame of the error that `body` throws; `-` for one without a name. */
function nameOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    const text = (error as Error).stack!.split("\n")[1]!.slice("    at ".length);
    return text.endsWith(")") ? text.slice(0, text.lastIndexOf(" (")) : "-";
  }
  throw new Error("it did not throw");
}

class A {
  [key](): void {
    throw new Error("x");
  }
  [`${key}x`](): void {
    throw new Error("x");
  }
  [key + "y"](): void {
    throw new Error("x");
  }
  get [template](): number {
    throw new Error("x");
  }
  set [template](_value: number) {
    throw new Error("x");
  }
  static [key](): void {
    throw new Error("x");
  }
  [symbol](): void {
    throw new Error("x");
  }
  *[Symbol.iterator](): Generator<number> {
    throw new Error("x");
  }
  static [shared](): void {
    throw new Error("x");
  }
  [count](): void {
    throw new Error("x");
  }
  ["literal"](): void {
    throw new Error("x");
  }
  [Symbol.for("inline")](): void {
    throw new Error("x");
  }
  [inspect.custom](): void {
    throw new Error("x");
  }
  [field] = (): void => {
    throw new Error("x");
  };
  async [key + "Async"](): Promise<void> {
    await null;
    throw new Error("x");
  }
}

test("the names of methods of classes are those of their keys", () => {
  const a: any = new A();
  const expected: [() => unknown, string][] = [
    [() => a.comp(), "A.comp"],
    [() => a.compx(), "A.compx"],
    [() => a.compy(), "A.compy"],
    [() => a.tp, "get tp"],
    [() => (a.tp = 1), "set tp"],
    [() => (A as any).comp(), "A.comp"],
    [() => a[symbol](), "[desc]"],
    [() => [...a], "[Symbol.iterator]"],
    [() => (A as any)[shared](), "[app.key]"],
    [() => a[7](), "7"],
    [() => a.literal(), "A.literal"],
    [() => a[Symbol.for("inline")](), "[inline]"],
    [() => a[inspect.custom](), "[nodejs.util.inspect.custom]"],
    [() => a.compField(), "A.compField"],
  ];
  for (const [body, name] of expected) strictEqual(nameOf(body), name, String(body));
});

test("so are those of asynchronous methods", async () => {
  const error = await (new A() as any).compAsync().catch((reason: unknown) => reason);
  strictEqual(error.stack.split("\n")[1].trim().split(" ")[1], "A.compAsync");
});

const literal: any = {
  [key]() {
    throw new Error("x");
  },
  [symbol]: function () {
    throw new Error("x");
  },
  ["a-b"]: () => {
    throw new Error("x");
  },
  [table.member]() {
    throw new Error("x");
  },
  [`${key}Outer`]() {
    [1].forEach(() => {
      throw new Error("x");
    });
  },
};

test("and those of methods of object literals", () => {
  strictEqual(
    nameOf(() => literal.comp()),
    "Object.comp",
  );
  strictEqual(
    nameOf(() => literal[symbol]()),
    "[desc]",
  );
  strictEqual(
    nameOf(() => literal["a-b"]()),
    "a-b",
  );
  // The call has the name of a key that the source does not say.
  strictEqual(
    nameOf(() => literal.fromTable()),
    "Object.fromTable",
  );
  strictEqual(
    nameOf(() => literal.compOuter()),
    "-",
  );
});

test("a function that is assigned to a computed member has V8's name for it", () => {
  const handlers: any = {};
  handlers[key] = function () {
    throw new Error("x");
  };
  handlers["plain"] = () => {
    throw new Error("x");
  };
  handlers[symbol] = function () {
    throw new Error("x");
  };
  deepStrictEqual(
    [nameOf(() => handlers.comp()), nameOf(() => handlers.plain()), nameOf(() => handlers[symbol]())],
    ["handlers.<computed> [as comp]", "handlers.plain", "handlers.<computed>"],
  );
});
