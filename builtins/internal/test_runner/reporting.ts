// Connects reporters with the events of a run: `--test-reporter`, `--test-reporter-destination`.
import { environment } from "internal:test_runner/environment";
import type { TestsStream } from "internal:test_runner/events";
import defer * as wire from "internal:test_runner/wire";
import { load } from "internal:core/bootstrap";
import { importFrom } from "internal:loader/dynamic_import";
import { compose } from "internal:node/streams/compose";
import type { NodeStream } from "internal:node/streams/kinds";
import { REPORTER, runAs } from "internal:test_runner/scope";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { type ColorStream, shouldColorize } from "internal:core/util/colors";
import { isTestThread } from "internal:core/worker_state";
import { cwd } from "native:process";
import { writeBytes } from "native:stdio";
import defer * as fs from "internal:node/fs";
import defer * as process from "internal:node/process";

/** Reporters of the runner, by name: the module, each with a default export. */
const BUILTIN: Record<string, string> = {
  __proto__: null as any,
  dot: "internal:test_runner/reporters/dot",
  junit: "internal:test_runner/reporters/junit",
  lcov: "internal:test_runner/reporters/lcov",
  spec: "internal:test_runner/reporters/spec",
  tap: "internal:test_runner/reporters/tap",
};
/** The reporter of a child process for its parent; programs cannot select it. */
const TO_PARENT = "v8-serializer";
const STANDARD_OUTPUT = 1;

/** What a reporter writes to. */
type OutputStream = NodeStream & ColorStream;

/** Where the reporters of this process write by default. */
let attached: OutputStream[] = [];

/** The streams that reporters write to. */
export function outputs(): OutputStream[] {
  return attached;
}

/**
 * Connects a reporter with each destination; resolves with a function that waits until files are written.
 * Rejects when a reporter cannot be loaded. `failed` receives the error of one that throws later; null: it is uncaught, as in Node.
 */
export async function attach(
  events: unknown,
  reporters: string[],
  destinations: string[],
  failed: ((error: unknown) => void) | null = null,
): Promise<() => Promise<void>> {
  // The run has to know which test is running when the thread never returns or ends the process.
  if (reporters[0] === TO_PARENT && isTestThread()) {
    (events as TestsStream).sendTo((item) => writeBytes(STANDARD_OUTPUT, wire.frame(item)));
    return async () => {};
  }
  await runAs(REPORTER, async () => {
    const found = await Promise.all(reporters.map(loadReporter));
    attached = destinations.map(
      (destination) => standardStream(destination) ?? fs.default.createWriteStream(destination, { flush: true }),
    );
    found.forEach((reporter, index) => {
      const composed = compose(events, reporter);
      if (failed !== null) composed.on("error", failed);
      composed.pipe(attached[index]);
    });
  });
  const files = attached.filter((stream, index) => standardStream(destinations[index]!) !== stream);
  const written = Promise.all(files.map((file) => new Promise<void>((resolve) => void file.once("close", resolve))));
  return async () => void (await written);
}

function standardStream(destination: string): OutputStream | undefined {
  return destination === "stdout" || destination === "stderr" ? process.default[destination] : undefined;
}

/** Whether test files that write to our output can use colours. */
export function hasColorfulOutput(destinations: string[]): boolean {
  return destinations.some((destination) => {
    const stream = standardStream(destination);
    return stream !== undefined && shouldColorize(stream);
  });
}

async function loadReporter(name: string): Promise<unknown> {
  let reporter: any = await findReporter(name);
  if (reporter?.prototype && Object.hasOwn(reporter.prototype, "constructor")) reporter = new reporter();
  if (!reporter) throw new ERR_INVALID_ARG_VALUE("Reporter", name, "is not a valid reporter");
  return reporter;
}

/** The reporter of that name, or what a module exports as its default. Rejects when it cannot be loaded. */
export async function findReporter(name: string): Promise<unknown> {
  const isChild = name === TO_PARENT && environment("NODE_TEST_CONTEXT") === "child-v8";
  const builtin = isChild ? "internal:test_runner/reporters/serializer" : BUILTIN[name];
  const found = (builtin === undefined ? await importFrom(`${cwd()}/_`, name, undefined, false) : load(builtin)) as {
    default?: unknown;
  };
  return found.default || found;
}
