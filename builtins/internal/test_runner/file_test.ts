// A test file that runs in a process of its own, as a test of the run: its tests are reported in its place.
import { countTest } from "internal:test_runner/finish";
import { FAILURE } from "internal:test_runner/failure";
import type { EventData } from "internal:test_runner/events";
import { Test, type TestOptions } from "internal:test_runner/test";
import { type Item, Unframer } from "internal:test_runner/wire";
import defer * as path from "internal:core/path";

/** Events that are passed on immediately; the others wait for the file's turn. */
const AT_ONCE = new Set(["test:enqueue", "test:dequeue", "test:complete", "test:log"]);
/** The file's counts, which are added to those of the run. */
const COUNT = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \S*$/;
const CANCELLED = new Set<unknown>([FAILURE.cancelledByParent, FAILURE.aborted, FAILURE.timeout]);

export class FileTest extends Test {
  /** Whether a test of the file failed. */
  hasFailures = false;
  #held: Item[] = [];
  #reported = 0;
  #output: Unframer | undefined;

  constructor(options: TestOptions) {
    super(options);
    this.loc ??= { line: 1, column: 1, file: path.default.resolve(this.name) };
    this.timeout = null;
  }

  /** The child process applies the filters to the tests. */
  override get obeysTags(): boolean {
    return false;
  }

  /** Receives the output of the process. */
  takeOutput(chunk: Uint8Array): void {
    this.#output ??= new Unframer(
      (item) => this.take(item),
      (message) =>
        this.take({ type: "test:stdout", data: { __proto__: null, file: this.name, message } as object as EventData }),
    );
    this.#output.write(chunk);
  }

  /** Receives an event of the file. */
  take(item: Item): void {
    if (AT_ONCE.has(item.type)) return this.#pass(item);
    if (item.type === "test:pass" || item.type === "test:fail") {
      this.#reported++;
      if (item.type === "test:fail" && item.data.nesting === 0) this.hasFailures = true;
    }
    this.#held.push(item);
    if (this.isClearToSend()) this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const item of held) this.#pass(item);
  }

  /** Whether the file needs no line of its own, because its tests have been reported. */
  #isRepresented(): boolean {
    return this.#reported > 0 && (!this.error || this.error.failureType === FAILURE.subtests);
  }

  #pass({ type, data }: Item): void {
    const isTopLevel = data.nesting === 0;
    if (this.name !== "") data.entryFile = this.loc!.file;
    if (isTopLevel && type === "test:plan" && this.#isRepresented()) return;
    if (isTopLevel && type === "test:diagnostic" && COUNT.test(data.message)) return;
    if (type === "test:pass" || type === "test:fail") {
      const { harness } = this.root;
      if (isTopLevel) data.testNumber = harness.counters.topLevel + 1;
      countTest(
        {
          nesting: data.nesting,
          reportedType: data.details?.type,
          skipped: data.skip !== undefined,
          isTodo: data.todo !== undefined,
          passed: type === "test:pass",
          cancelled: CANCELLED.has(data.details?.error?.failureType),
        },
        harness,
      );
    }
    this.reporter.send(type, data);
  }

  override reportStarted(): void {
    // Only when the file itself is reported.
  }
  override report(): void {
    this.#output?.end();
    this.#release();
    if (this.#isRepresented()) return;
    super.reportStarted();
    super.report();
  }
}
