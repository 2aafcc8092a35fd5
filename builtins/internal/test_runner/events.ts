// The stream of a run's events. Each is emitted under its name and is an item `{ type, data }` of the stream.
// https://nodejs.org/api/test.html#class-testsstream
import { Readable } from "internal:node/streams/readable";

/** The common members of all events of one test. */
export interface About {
  nesting: number;
  loc: { line: number; column: number; file: string } | undefined;
  name: string;
  testId: number | undefined;
  parentId: number | undefined;
  tags: readonly string[];
}

/** The data of an event. The type of the event determines which members it has. */
export interface EventData {
  name: string;
  nesting: number;
  testNumber?: number;
  file?: string;
  line?: number;
  column?: number;
  entryFile?: string;
  classname?: string;
  details: EventDetails;
  skip?: unknown;
  todo?: unknown;
  expectFailure?: unknown;
  message: string;
  level?: string;
  count?: number;
  success?: boolean;
  tests: EventData[];
  /** Of `test:coverage`. */
  summary?: object;
}
/** The details of a test that has ended. */
export interface EventDetails {
  duration_ms: number;
  type?: string;
  passed?: boolean;
  error?: ReportedError;
  attempt?: number;
  passed_on_attempt?: number;
  classname?: string;
}
/** An error that was thrown, as far as the runner reads it. */
export interface ReportedError {
  message: string;
  code?: unknown;
  failureType?: string;
  cause?: unknown;
}

/** A number that no run reaches: no events are dropped. */
const EVERYTHING = Number.MAX_SAFE_INTEGER;

export class TestsStream extends Readable {
  #waiting: unknown[] = [];
  #isOpen = true;
  #receive: ((item: { type: string; data: EventData }) => void) | null = null;

  constructor() {
    super({ objectMode: true, highWaterMark: EVERYTHING });
  }

  override _read(): void {
    this.#isOpen = true;
    while (this.#isOpen && this.#waiting.length > 0) this.#isOpen = this.push(this.#waiting.shift());
  }

  /** Passes all further events to a function at once, instead of through the stream. */
  sendTo(receive: (item: { type: string; data: EventData }) => void): void {
    this.#receive = receive;
  }

  /** Sends one event. */
  send(type: string, data?: object): void {
    this.emit(type, data);
    if (this.#receive === null) this.#offer({ type, data });
    else this.#receive({ type, data: data as EventData });
  }

  /** Ends the stream. */
  end(): void {
    this.#offer(null);
  }

  #offer(item: unknown): void {
    if (this.#isOpen) this.#isOpen = this.push(item);
    else this.#waiting.push(item);
  }

  /** A test is queued, or starts: `test:enqueue` and `test:dequeue`. */
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
    });
  }

  /** The report of a test begins. */
  start(about: About): void {
    const { nesting, name, testId, parentId, tags, loc } = about;
    this.send("test:start", { __proto__: null, nesting, name, testId, parentId, tags: tags.slice(), ...loc });
  }

  /** A test has ended, in the order of the ends. */
  complete(about: About, testNumber: number, details: EventDetails, directive: object | undefined): void {
    this.#result("test:complete", about, testNumber, details, directive);
  }

  /** A test has ended, in the order of the definitions. */
  verdict(
    passed: boolean,
    about: About,
    testNumber: number,
    details: EventDetails,
    directive: object | undefined,
  ): void {
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
    });
  }

  plan(nesting: number, loc: About["loc"], count: number): void {
    this.send("test:plan", { __proto__: null, nesting, count, ...loc });
  }

  log(about: About, message: string, data: unknown): void {
    const { nesting, name, testId, parentId, loc } = about;
    this.send("test:log", { __proto__: null, name, nesting, testId, parentId, message, data, ...loc });
  }

  diagnostic(nesting: number, loc: About["loc"], message: unknown, level = "info"): void {
    this.send("test:diagnostic", { __proto__: null, nesting, message, level, ...loc });
  }

  coverage(nesting: number, loc: About["loc"], summary: object): void {
    this.send("test:coverage", { __proto__: null, nesting, summary, ...loc });
  }

  summary(file: string | undefined, success: boolean, counts: object, durationMs: number): void {
    this.send("test:summary", { __proto__: null, success, counts, duration_ms: durationMs, file });
  }

  interrupted(tests: object[]): void {
    this.send("test:interrupted", { __proto__: null, tests });
  }
}
