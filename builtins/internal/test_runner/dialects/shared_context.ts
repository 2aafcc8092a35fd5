// `this` of tests and hooks: one object for each suite, which inherits from that of the suite around it, as in Mocha.
// https://mochajs.org/#arrow-functions
import type { Limit } from "internal:test_runner/dialects/limits";
import { type Case, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";

let activeLimit: Limit | undefined;
let activeTest: Case | undefined;

/** A test as `this.test` and `this.currentTest`. */
interface PublicTest {
  title: string;
  fullTitle(): string;
  titlePath(): string[];
}

class SharedContext {
  get test(): PublicTest | undefined {
    return publicTest(activeTest);
  }
  get currentTest(): PublicTest | undefined {
    return publicTest(activeTest);
  }
  timeout(ms?: number): unknown {
    if (ms === undefined) return activeLimit?.ms;
    activeLimit?.set(ms);
    return this;
  }
  slow(): this {
    return this;
  }
  retries(count: number): this {
    if (activeTest !== undefined) activeTest.options.retry = count;
    return this;
  }
  skip(): never {
    throw new SkipSignal();
  }
}

function publicTest(test: Case | undefined): PublicTest | undefined {
  if (test === undefined) return undefined;
  return { title: test.name, fullTitle: () => test.path.join(" "), titlePath: () => test.path };
}

const contexts = new WeakMap<Suite, object>();

/** The object of a suite. */
export function contextOf(suite: Suite): object {
  let context = contexts.get(suite);
  if (context === undefined) {
    context = suite.parent === null ? new SharedContext() : (Object.create(contextOf(suite.parent)) as object);
    contexts.set(suite, context);
  }
  return context;
}

/** Sets the test and limit that the methods apply to. */
export function enter(test: Case | undefined, limit: Limit): void {
  activeTest = test;
  activeLimit = limit;
}
