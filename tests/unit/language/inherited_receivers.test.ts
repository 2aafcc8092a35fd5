// The class that stacks show of an inherited method: that of the receiver, as in V8.
import { deepStrictEqual, strictEqual } from "node:assert";
import { test } from "../harness.ts";

/** The functions of an error's frames before that of this file's tests; `-` for those without a name. */
function names(error: unknown, count: number): string[] {
  const lines = (error as Error).stack!.split("\n").slice(1, 1 + count);
  return lines.map((line) => {
    const text = line.slice("    at ".length);
    return text.endsWith(")") ? text.slice(0, text.lastIndexOf(" (")) : "-";
  });
}

function thrown(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("it did not throw");
}

class Base {
  constructor(setsUp = false) {
    if (setsUp) this.setUp();
  }
  setUp(): void {
    this.deep();
  }
  deep(): void {
    throw new Error("x");
  }
  run(): void {
    this.deep();
  }
  static make(): void {
    this.build();
  }
  static build(): void {
    throw new Error("x");
  }
  get value(): number {
    this.deep();
    return 1;
  }
  async later(): Promise<void> {
    await null;
    this.deep();
  }
}

class Middle extends Base {
  override run(): void {
    super.run();
  }
}

class Leaf extends Middle {
  constructor(setsUp = false) {
    super(setsUp);
  }
  go(): void {
    this.run();
  }
  static start(): void {
    super.make();
  }
  each(): void {
    [1].forEach(() => this.deep());
  }
  async wait(): Promise<void> {
    await super.later();
  }
}

const leaf = new Leaf();
const store = { leaf };

test("methods that are called by this and super have the class of the object", () => {
  deepStrictEqual(
    names(
      thrown(() => leaf.go()),
      4,
    ),
    ["Leaf.deep", "Leaf.run", "Leaf.run", "Leaf.go"],
  );
  deepStrictEqual(
    names(
      thrown(() => store.leaf.run()),
      3,
    ),
    ["Leaf.deep", "Leaf.run", "Leaf.run"],
  );
  deepStrictEqual(
    names(
      thrown(() => leaf.each()),
      4,
    ),
    ["Leaf.deep", "-", "Array.forEach", "Leaf.each"],
  );
  deepStrictEqual(
    names(
      thrown(() => leaf.value),
      2,
    ),
    ["Leaf.deep", "get value"],
  );
  deepStrictEqual(
    names(
      thrown(() => new Middle().deep()),
      1,
    ),
    ["Middle.deep"],
  );
});

test("so have those that constructors call, and classes without a constructor have a frame", () => {
  deepStrictEqual(
    names(
      thrown(() => new Leaf(true)),
      4,
    ),
    ["Leaf.deep", "Leaf.setUp", "new Base", "new Leaf"],
  );
  deepStrictEqual(
    names(
      thrown(() => new Middle(true)),
      4,
    ),
    ["Middle.deep", "Middle.setUp", "new Base", "new Middle"],
  );
});

test("so have static methods", () => {
  deepStrictEqual(
    names(
      thrown(() => Leaf.start()),
      3,
    ),
    ["Leaf.build", "Leaf.make", "Leaf.start"],
  );
});

test("and asynchronous ones", async () => {
  const error = await leaf.wait().catch((reason: unknown) => reason);
  deepStrictEqual(names(error, 3), ["Leaf.deep", "Leaf.later", "async Leaf.wait"]);
});

test("CallSite.getTypeName says it, too", () => {
  const { prepareStackTrace } = Error;
  let type: string | null = null;
  Error.prepareStackTrace = (_, sites) => {
    type = sites[0]!.getTypeName();
    return "";
  };
  strictEqual(
    (
      thrown(() => {
        leaf.go();
      }) as Error
    ).stack,
    "",
  );
  Error.prepareStackTrace = prepareStackTrace;
  strictEqual(type, "Leaf");
});
