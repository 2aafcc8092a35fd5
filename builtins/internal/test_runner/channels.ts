// The diagnostics channels `tracing:node.test:start`, `:end` and `:error`.
import type { Test } from "internal:test_runner/test";
import { isLoaded } from "internal:core/bootstrap";
import defer * as tracing from "internal:core/diagnostics/tracing_channel";
import { AsyncResource } from "internal:node/async_hooks";

type Fn = (...args: unknown[]) => unknown;

/** The life of one test, as the channels report it. */
export interface Span {
  /** Calls the function of the test, inside the storages that are bound to the channel. */
  wrap(fn: Fn): Fn;
  fail(error: unknown): void;
  end(): void;
}

const SILENT: Span = { wrap: (fn) => fn, fail() {}, end() {} };

let channels: any;

/** Traces a test or suite; without effect while the module of the channels is not loaded, since there are no subscribers then. */
export function trace(test: Test): Span {
  if (test.hookType !== undefined || !isLoaded("internal:node/diagnostics_channel")) return SILENT;
  channels ??= tracing.tracingChannel("node.test");
  const { start, end, error } = channels;
  if (!start.hasSubscribers && !end.hasSubscribers && !error.hasSubscribers) return SILENT;
  const context = {
    __proto__: null,
    name: test.name,
    nesting: test.nesting,
    file: test.entryFile,
    type: test.reportedType,
  } as any;
  let publishEnd = (): void => end.publish(context);
  let publishError = (reason: unknown): void => error.publish({ __proto__: null, ...context, error: reason });
  return {
    wrap(fn) {
      if (!start.hasSubscribers) return fn;
      return function (this: unknown, ...args: unknown[]) {
        return start.runStores(context, () => {
          publishEnd = AsyncResource.bind(publishEnd);
          publishError = AsyncResource.bind(publishError);
          return Reflect.apply(fn, this, args);
        });
      };
    },
    fail(reason) {
      if (error.hasSubscribers) publishError(reason);
    },
    end() {
      if (end.hasSubscribers) publishEnd();
    },
  };
}
