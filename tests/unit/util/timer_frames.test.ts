// Stacks of what timers call name the timer and Node's functions below it, as in Node 26.
import assert from "node:assert";
import { test } from "../harness.ts";

/** The frames of an error, without the positions of the program's own. */
function framesOf(error: Error): string[] {
  const lines = error.stack!.split("\n").slice(1);
  return lines.map((line) => line.trim().replace(/\(?(?:file:\/\/)?\/\S*\/(\w+\.test\.ts):\d+:\d+\)?/, "$1"));
}
const OF_TIMEOUT = [
  "at listOnTimeout (node:internal/timers:LINE)",
  "at process.processTimers (node:internal/timers:LINE)",
];
const plain = (frames: string[]): string[] => frames.map((frame) => frame.replace(/:\d+:\d+\)$/, ":LINE)"));
const run = (start: (done: (error: Error) => void) => void): Promise<string[]> =>
  new Promise((resolve) => start((error) => resolve(plain(framesOf(error)))));
const FILE = "timer_frames.test.ts";

test("a function without a name is the timer's method", async () => {
  assert.deepEqual(await run((done) => setTimeout(() => done(new Error()), 1)), [
    `at Timeout._onTimeout ${FILE}`,
    ...OF_TIMEOUT,
  ]);
  assert.deepEqual(await run((done) => setImmediate(() => done(new Error()))), [
    `at Immediate._onImmediate ${FILE}`,
    "at process.processImmediate (node:internal/timers:LINE)",
  ]);
});

test("a named function is called as the timer's method", async () => {
  const timed = await run((done) =>
    setTimeout(function named() {
      done(new Error());
    }, 1),
  );
  assert.deepEqual(timed, [`at Timeout.named [as _onTimeout] ${FILE}`, ...OF_TIMEOUT]);
  const immediate = await run((done) =>
    setImmediate(function named() {
      done(new Error());
    }),
  );
  assert.equal(immediate[0], `at Immediate.named [as _onImmediate] ${FILE}`);
});

test("only the function that the timer calls is its method", async () => {
  const frames = await run((done) =>
    setTimeout(() => {
      function inner() {
        done(new Error());
      }
      inner();
    }, 1),
  );
  assert.deepEqual(frames.slice(0, 2), [`at inner ${FILE}`, `at Timeout._onTimeout ${FILE}`]);
});

test("call sites have the timer's type and method", async () => {
  const { prepareStackTrace } = Error;
  const sites = await new Promise<NodeJS.CallSite[]>((resolve) => {
    setTimeout(() => {
      Error.prepareStackTrace = (_error, trace) => trace;
      resolve(new Error().stack as unknown as NodeJS.CallSite[]);
      Error.prepareStackTrace = prepareStackTrace!;
    }, 1);
  });
  const [first] = sites as [NodeJS.CallSite];
  assert.deepEqual(
    [first.getTypeName(), first.getFunctionName(), first.getMethodName(), first.isToplevel()],
    ["Timeout", null, "_onTimeout", false],
  );
});

test("an immediate that has ended has no method: its stack is read later", async () => {
  const after = (start: (keep: (error: Error) => void) => void): Promise<string> =>
    new Promise((resolve) => {
      let error: Error;
      start((made) => (error = made));
      setTimeout(() => resolve(framesOf(error)[0]!), 20);
    });
  assert.equal(await after((keep) => setImmediate(() => keep(new Error()))), `at Immediate.<anonymous> ${FILE}`);
  const named = await after((keep) =>
    setImmediate(function named() {
      keep(new Error());
    }),
  );
  assert.equal(named, `at Immediate.named ${FILE}`);
  assert.equal(await after((keep) => setTimeout(() => keep(new Error()), 1)), `at Timeout._onTimeout ${FILE}`);
});
