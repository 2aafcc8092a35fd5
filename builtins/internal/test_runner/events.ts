// The stream of a run's events. Each is emitted under its name and is an item `{ type, data }` of the stream.
// https://nodejs.org/api/test.html#class-testsstream
import { Readable } from "internal:node/streams/readable";

/** What all events of one test have in common. */
export interface About {
  nesting: number;
  loc: { line: number; column: number; file: string } | undefined;
  name: string;
  testId: number | undefined;
  parentId: number | undefined;
  tags: readonly string[];
}

/** A number that no run reaches: nothing of a run is held back. */
const EVERYTHING = Number.MAX_SAFE_INTEGER;

export class TestsStream extends (Readable as any) {
  #waiting: unknown[] = [];
  #isOpen = true;

  constructor() {
    super({ objectMode: true, highWaterMark: EVERYTHING });
  }

  _read(): void {
    this.#isOpen = true;
    while (this.#isOpen && this.#waiting.length > 0) this.#isOpen = (this as any).push(this.#waiting.shift());
  }

  /** Sends one event. */
  send(type: string, data?: object): void {
    (this as any).emit(type, data);
    this.#offer({ type, data });
  }

  /** Ends the stream. */
  end(): void {
    this.#offer(null);
  }

  #offer(item: unknown): void {
    if (this.#isOpen) this.#isOpen = (this as any).push(item);
    else this.#waiting.push(item);
  }

  /** A test waits for its turn, or begins: `test:enqueue` and `test:dequeue`. */
  queue(type: "test:enqueue" | "test:dequeue", about: About, kind: string): void {
    const { nesting, name, testId, parentId, tags, loc } = about;
    this.send(type, {
      __proto__: null,
      nesting,
      name,
      type: kind,
      testId,
      parentId,
      tags: tags.slice(),
      ...loc,
    } as any);
  }

  /** It is a test's turn to be reported. */
  start(about: About): void {
    const { nesting, name, testId, parentId, tags, loc } = about;
    this.send("test:start", { __proto__: null, nesting, name, testId, parentId, tags: tags.slice(), ...loc } as any);
  }

  /** A test is over, in the order in which they end. */
  complete(about: About, testNumber: number, details: any, directive: object | undefined): void {
    this.#result("test:complete", about, testNumber, details, directive);
  }

  /** A test is over, in the order in which they were defined. */
  verdict(passed: boolean, about: About, testNumber: number, details: any, directive: object | undefined): void {
    const classname = details.classname ? { classname: details.classname } : undefined;
    this.#result(passed ? "test:pass" : "test:fail", about, testNumber, details, { ...classname, ...directive });
  }

  #result(type: string, about: About, testNumber: number, details: object, more: object | undefined): void {
    const { nesting, name, testId, parentId, tags, loc } = about;
    this.send(type, {
      __proto__: null,
      name,
      nesting,
      testNumber,
      testId,
      parentId,
      details,
      tags: tags.slice(),
      ...loc,
      ...more,
    } as any);
  }

  plan(nesting: number, loc: About["loc"], count: number): void {
    this.send("test:plan", { __proto__: null, nesting, count, ...loc } as any);
  }

  log(about: About, message: string, data: unknown): void {
    const { nesting, name, testId, parentId, loc } = about;
    this.send("test:log", { __proto__: null, name, nesting, testId, parentId, message, data, ...loc } as any);
  }

  diagnostic(nesting: number, loc: About["loc"], message: unknown, level = "info"): void {
    this.send("test:diagnostic", { __proto__: null, nesting, message, level, ...loc } as any);
  }

  summary(file: string | undefined, success: boolean, counts: object, durationMs: number): void {
    this.send("test:summary", { __proto__: null, success, counts, duration_ms: durationMs, file } as any);
  }

  interrupted(tests: object[]): void {
    this.send("test:interrupted", { __proto__: null, tests } as any);
  }
}
