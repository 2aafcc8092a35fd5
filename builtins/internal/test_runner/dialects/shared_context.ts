// `this` of tests and hooks: one object for each suite, which inherits from that of the suite around it, as in Mocha.
// https://mochajs.org/#arrow-functions
import type { Limit } from "internal:test_runner/dialects/limits";
import { type Case, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";

let activeLimit: Limit | undefined;
let activeTest: Case | undefined;

/** A suite as `this.test.parent`. */
interface PublicSuite {
  type: "suite";
  title: string;
  root: boolean;
  parent: PublicSuite | undefined;
  fullTitle(): string;
  titlePath(): string[];
}

/** A test as `this.test` and `this.currentTest`. */
class PublicTest {
  readonly type = "test";
  readonly #test: Case;

  constructor(test: Case) {
    this.#test = test;
  }
  get title(): string {
    return this.#test.name;
  }
  get parent(): PublicSuite {
    return publicSuite(this.#test.parent);
  }
  /** "passed" or "failed" after the test, in hooks. */
  get state(): string | undefined {
    const { outcome } = this.#test;
    if (outcome === undefined) return undefined;
    return outcome === null ? "pending" : outcome.length === 0 ? "passed" : "failed";
  }
  get err(): unknown {
    return this.#test.outcome?.[0];
  }
  get body(): string {
    return String(this.#test.fn ?? "");
  }
  get pending(): boolean {
    return this.isPending();
  }
  fullTitle(): string {
    return this.#test.path.join(" ");
  }
  titlePath(): string[] {
    return this.#test.path;
  }
  currentRetry(): number {
    return this.#test.triedCount;
  }
  isPassed(): boolean {
    return this.state === "passed";
  }
  isFailed(): boolean {
    return this.state === "failed";
  }
  isPending(): boolean {
    return this.state === "pending";
  }
  timeout(ms?: number): unknown {
    if (ms === undefined) return activeLimit?.ms;
    activeLimit?.set(ms);
    return this;
  }
  retries(count?: number): unknown {
    if (count === undefined) return this.#test.options.retry;
    this.#test.options.retry = count;
    return this;
  }
}

class SharedContext {
  get test(): PublicTest | undefined {
    return publicTest(activeTest);
  }
  get currentTest(): PublicTest | undefined {
    return publicTest(activeTest);
  }
  runnable(): PublicTest | undefined {
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
  return new PublicTest(test);
}

function publicSuite(suite: Suite): PublicSuite {
  const { name, parent } = suite;
  const titles = (): string[] => (parent === null ? [] : [...publicSuite(parent).titlePath(), name]);
  return {
    type: "suite",
    title: name,
    root: parent === null,
    parent: parent === null ? undefined : publicSuite(parent),
    fullTitle: () => titles().join(" "),
    titlePath: titles,
  };
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
