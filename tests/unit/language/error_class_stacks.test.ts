// Stacks of errors that have a class of the program begin behind its constructors (V8 omits the frames down to the one of
// `new.target`), and classes and functions that V8 gives no name to have none.
import { deepStrictEqual, strictEqual } from "node:assert";
import { test } from "../harness.ts";

class Failure extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Failure";
  }
  static make(): Failure {
    return new this("made");
  }
}
class Explicit extends Failure {
  constructor() {
    super("explicit");
  }
}
class Implicit extends Failure {}
class Captured extends Error {
  constructor() {
    super();
    Error.captureStackTrace(this);
  }
}
class Nested extends Error {
  inner = new Error("inner");
  // @ts-expect-error TypeScript does not see the call in the function.
  constructor() {
    // @ts-expect-error
    const build = (): void => void super("nested");
    build();
  }
}
function Old(this: any, message: string): Error {
  return Object.setPrototypeOf(new Error(message), Old.prototype);
}
Old.prototype = Object.create(Error.prototype, { constructor: { value: Old } });

/** The function of the innermost frame; `-` for one without a name. */
function innermost(error: Error): string {
  const frames = error.stack!.split("\n").filter((line) => line.startsWith("    at "));
  const text = frames[0]!.slice("    at ".length);
  return text.endsWith(")") ? text.slice(0, text.lastIndexOf(" (")) : "-";
}

test("the constructors of an error's class are omitted", () => {
  function caller(make: () => Error): string {
    return innermost(make());
  }
  strictEqual(
    caller(function here() {
      return new Failure("x");
    }),
    "here",
  );
  strictEqual(
    caller(function here() {
      return new Explicit();
    }),
    "here",
  );
  strictEqual(
    caller(function here() {
      return new Implicit("x");
    }),
    "here",
  );
  strictEqual(
    caller(function here() {
      return new Nested();
    }),
    "here",
  );
  strictEqual(
    caller(function here() {
      return new (class extends Error {
        constructor() {
          super("x");
        }
      })();
    }),
    "here",
  );
  strictEqual(innermost(Implicit.make()).endsWith(".make"), true);
});

test("captureStackTrace and functions that make errors otherwise show the constructor", () => {
  strictEqual(innermost(new Captured()), "new Captured");
  strictEqual(innermost(new (Old as any)("x")), "new Old");
});

test("prepareStackTrace gets the same frames", () => {
  const before = (Error as any).prepareStackTrace;
  (Error as any).prepareStackTrace = (_error: unknown, sites: any[]) => sites[0].getFunctionName();
  try {
    const make = function made(): Error {
      return new Explicit();
    };
    strictEqual(make().stack, "made");
  } finally {
    (Error as any).prepareStackTrace = before;
  }
});

test("classes and functions without a name", () => {
  const made: any = new (class {
    error: Error;
    constructor() {
      this.error = new Error("x");
    }
  })();
  const called = (() => new Error("x"))();
  const member: any = {};
  member.value = (() => new Error("x"))();
  member.named = (function inner() {
    return new Error("x");
  })();
  member.method = (first = 1, { second } = { second: 2 }) => new Error(`${first}${second}`);
  deepStrictEqual([made.error, called, member.value, member.named, member.method()].map(innermost), [
    "new <anonymous>",
    "-",
    "-",
    "inner",
    "member.method",
  ]);
});
