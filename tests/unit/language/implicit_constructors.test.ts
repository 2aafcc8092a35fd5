// Frames of classes without a constructor in the source have the place of the class, as in V8.
import { strictEqual } from "node:assert";
import { test } from "../harness.ts";

function fail(): never {
  throw new Error("x");
}

/** The line of the innermost frame `new Local`, from 1. */
function lineOfConstructor(make: () => unknown): number {
  try {
    make();
  } catch (error) {
    return Number(/ at new Local \(.*:(\d+):\d+\)/.exec((error as Error).stack!)?.[1]);
  }
  return 0;
}

test("of several classes with a name, the one before the call is shown", () => {
  const start = lineOfConstructor(() => {
    class Local {
      constructor() {
        fail();
      }
    }
    return new Local();
  });
  const first = lineOfConstructor(() => {
    class Local {
      x = fail();
    }
    return new Local();
  });
  const second = lineOfConstructor(() => {
    class Local {
      y = fail();
    }
    return new Local();
  });
  strictEqual(first - start, 6);
  strictEqual(second - first, 6);
});
