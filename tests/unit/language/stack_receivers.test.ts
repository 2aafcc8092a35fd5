// The objects of functions that a stack names, as V8 names them: methods of object literals, functions that are assigned to
// members, and the values of fields.
import { strictEqual } from "node:assert";
import { test } from "../harness.ts";

/** The function of the innermost frame of what `body` returns or throws; `-` for one without a name. */
function nameOf(body: () => unknown): string {
  let error: Error;
  try {
    error = body() as Error;
  } catch (thrown) {
    error = thrown as Error;
  }
  const text = error.stack!.split("\n")[1]!.slice("    at ".length);
  return text.endsWith(")") ? text.slice(0, text.lastIndexOf(" (")) : "-";
}

const handlers: any = {
  list() {
    return new Error("x");
  },
  value: function () {
    return new Error("x");
  },
  arrow: () => new Error("x"),
  other: function named() {
    return new Error("x");
  },
  nested: {
    deep: {
      run: (x: number) => {
        throw new Error(`${x}`);
      },
    },
  },
  get accessor() {
    return new Error("x");
  },
  "quoted key"() {
    return new Error("x");
  },
  options({ a = {}, b }: any = {}) {
    return new Error(`${a}${b}`);
  },
  callback() {
    return [1].map(() => new Error("x"))[0];
  },
};

test("methods and functions of object literals", () => {
  strictEqual(
    nameOf(() => handlers.list()),
    "Object.list",
  );
  strictEqual(
    nameOf(() => handlers.value()),
    "Object.value",
  );
  strictEqual(
    nameOf(() => handlers.arrow()),
    "Object.arrow",
  );
  strictEqual(
    nameOf(() => handlers.other()),
    "Object.named [as other]",
  );
  strictEqual(
    nameOf(() => handlers.nested.deep.run(1)),
    "Object.run",
  );
  strictEqual(
    nameOf(() => handlers.accessor),
    "get accessor",
  );
  strictEqual(
    nameOf(() => handlers["quoted key"]()),
    "quoted key",
  );
  strictEqual(
    nameOf(() => handlers.options()),
    "Object.options",
  );
  strictEqual(
    nameOf(() => handlers.callback()),
    "-",
  );
});

test("a function that was taken out of its object has no object", () => {
  const { list } = handlers;
  strictEqual(
    nameOf(() => list()),
    "list",
  );
});

const owner: any = {};
owner.method = function () {
  return new Error("x");
};
owner.arrow = () => new Error("x");
owner.own = function own() {
  return new Error("x");
};
function Old(this: any) {}
Old.prototype.run = function () {
  return new Error("x");
};
Old.make = function () {
  return new Error("x");
};

test("functions that are assigned to members", () => {
  strictEqual(
    nameOf(() => owner.method()),
    "owner.method",
  );
  strictEqual(
    nameOf(() => owner.arrow()),
    "owner.arrow",
  );
  strictEqual(
    nameOf(() => owner.own()),
    "Object.own",
  );
  strictEqual(
    nameOf(() => new (Old as any)().run()),
    "Old.run",
  );
  strictEqual(
    nameOf(() => Old.make()),
    "Old.make",
  );
});

class Service {
  handle = () => new Error("x");
  static create = () => new Error("x");
  own: () => Error;
  constructor() {
    this.own = () => new Error("x");
  }
  helper(): Error {
    const inner = {
      help() {
        return new Error("x");
      },
    };
    return inner.help();
  }
  after(): Error {
    return new Error("x");
  }
}

test("fields of classes, and methods behind object literals", () => {
  const service = new Service();
  strictEqual(
    nameOf(() => service.handle()),
    "Service.handle",
  );
  strictEqual(
    nameOf(() => Service.create()),
    "Service.create",
  );
  strictEqual(
    nameOf(() => service.own()),
    "Service.own",
  );
  strictEqual(
    nameOf(() => service.helper()),
    "Object.help",
  );
  strictEqual(
    nameOf(() => service.after()),
    "Service.after",
  );
});
