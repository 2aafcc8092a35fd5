// Runs one test: hooks, its function (synchronous, with a promise or a callback), subtests, plan, time-out, signals.
import type { TestContext } from "internal:test_runner/context";
import { FAILURE, isTestFailure, testFailure } from "internal:test_runner/failure";
import { now } from "internal:test_runner/clock";
import { runAs } from "internal:test_runner/scope";
import { trace } from "internal:test_runner/channels";
import type { HookName, Test } from "internal:test_runner/test";
import * as leaks from "internal:test_runner/leak_check";
import defer * as forced from "internal:test_runner/force_exit";
import { addAbortListener } from "internal:core/events/abort_listener";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { isPromise } from "internal:core/util/types";
import type { AbortSignal } from "web:abort";

/** Ends waiting: resolves when a signal aborts, rejects after the time-out. */
export interface Stop {
  promise: Promise<void>;
  dispose(): void;
}

/** Watches the signal of a test and its time-out in milliseconds. */
export function watch(timeout: number | null, signal: AbortSignal): Stop {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listener = addAbortListener(signal, () => resolve());
  if (timeout === null) return { promise, dispose: () => listener[Symbol.dispose]() };
  const over = Promise.withResolvers<void>();
  // As in Node, no function is on the stack of the failure.
  void over.promise.then(() => reject(testFailure(`test timed out after ${timeout}ms`, FAILURE.timeout)));
  const timer = setTimeout(over.resolve, timeout).unref();
  return {
    promise,
    dispose() {
      listener[Symbol.dispose]();
      clearTimeout(timer);
    },
  };
}

/** Calls the hooks of that name in sequence. Throws an ERR_TEST_FAILURE with the error of the first that fails. */
export async function runHooks(owner: Test, name: HookName, argument: unknown): Promise<void> {
  try {
    // Hooks that are added meanwhile are included.
    for (const hook of owner.hooks[name]) {
      await hook.execute(argument);
      if (hook.error) throw hook.error;
    }
  } catch (error: any) {
    const failure = testFailure(`failed running ${name} hook`, FAILURE.hook);
    failure.cause = isTestFailure(error) ? error.cause : error;
    throw failure;
  }
}

/** Steps that run at most once, whichever path reaches them first. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** Runs a test or a hook to its end. */
export async function runTest(test: Test): Promise<void> {
  const { parent } = test;
  if (parent !== null) {
    parent.activeSubtests++;
    test.inheritHooks();
  }
  test.startTime ??= now();
  leaks.start();
  if (test.isAborted()) {
    test.finish();
    return;
  }
  const argument = test.runArgument();
  if (test.plan === null && test.expectedAssertions) (argument as TestContext).plan(test.expectedAssertions);
  const afterEach = lastHooks(test, argument);
  const after = async (): Promise<void> => {
    if (test.hooks.after.length > 0) await runHooks(test, "after", argument);
  };
  const span = trace(test);
  let stop: Stop | undefined;
  try {
    // It started when it was added; this waits for it.
    if (parent?.hooks.before.length! > 0) await runHooks(parent!, "before", parent!.runArgument());
    if (parent?.hooks.beforeEach.length! > 0 && !test.skipped) await runHooks(parent!, "beforeEach", argument);
    stop = watch(test.timeout, test.signal);
    await first(callFunction(test, argument, span.wrap(test.fn)), stop.promise);
    test.isAborted();
    if (test.queue.done !== null) await Promise.race([test.queue.done.promise, stop.promise]);
    const planned = test.plan?.check();
    if (planned !== undefined) await Promise.race([planned, stop.promise]);
    test.pass();
    await afterEach();
    await after();
    if (test.hookType === undefined) await leaks.check(test);
  } catch (error: any) {
    span.fail(error);
    if (!isTestFailure(error)) test.fail(testFailure(error, FAILURE.code));
    else if (error.failureType === FAILURE.timeout) test.cancel(() => error);
    else test.fail(error);
    // It has failed already: errors of the hooks change nothing now.
    await afterEach().catch(() => {});
    await after().catch(() => {});
  } finally {
    stop?.dispose();
    // Hooks run again, and the root's signal is the run's.
    if (parent !== null) test.abortController.abort();
    span.end();
  }
  if (parent !== null || test.hookType !== undefined) test.finish();
  // The root is finished when the process is about to exit, so that late errors are reported.
  else if (test.config.forceExit) await forced.exitNow(test);
}

/**
 * The first of both to settle, two jobs later than `Promise.race`. Node.js has the same delay, and a test that returns undefined
 * may plan assertions that its own promises make in this time.
 */
function first<T>(one: Promise<T>, other: Promise<T>): Promise<T> {
  const wrapped = [one, other].map(
    (promise) => new Promise<T>((resolve, reject) => void promise.then(resolve, reject)),
  );
  return new Promise((resolve, reject) => void Promise.race(wrapped).then(resolve, reject));
}

function lastHooks(test: Test, argument: unknown): () => Promise<void> {
  const wasSkipped = test.skipped;
  return once(async () => {
    if (test.parent?.hooks.afterEach.length! > 0 && !wasSkipped) await runHooks(test.parent!, "afterEach", argument);
  });
}

/** Calls the test's function; with a callback when it has one more parameter than the context. */
function callFunction(test: Test, argument: unknown, fn: (...args: unknown[]) => unknown): Promise<unknown> {
  const call = (...more: unknown[]): unknown =>
    test.resource.runInAsyncScope(() => runAs(test, () => Reflect.apply(fn, argument, [argument, ...more])));
  if (test.fn.length !== 2) return Promise.resolve(call());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let calls = 0;
  const result = call((error: unknown) => {
    calls++;
    if (calls === 2) throw testFailure("callback invoked multiple times", FAILURE.callbackTwice);
    if (calls > 2) return;
    if (error) reject(error);
    else resolve();
  });
  if (!isPromise(result)) return promise;
  test.fail(testFailure("passed a callback but also returned a Promise", FAILURE.callbackAndPromise));
  return result;
}
