// Five channels that report the phases of one operation: start, end, asyncStart, asyncEnd, error.
import { type Channel } from "internal:core/diagnostics/channel";
import type { AnyFunction } from "internal:core/bootstrap";
import { channelFor, type Handlers, subscribeAll, unsubscribeAll } from "internal:core/diagnostics/bounded_channel";
import { validateFunction } from "internal:core/validators";
import { emitWarning } from "internal:core/process/warn";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";

/** What the channels publish: the caller's object, which gets the outcome of the operation. */
interface TraceContext {
  result?: unknown;
  error?: unknown;
  [member: string]: unknown;
}

const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;

export class TracingChannel {
  declare readonly start: Channel;
  declare readonly end: Channel;
  declare readonly asyncStart: Channel;
  declare readonly asyncEnd: Channel;
  declare readonly error: Channel;

  constructor(nameOrChannels: unknown) {
    for (const event of EVENTS)
      Object.defineProperty(this, event, { value: channelFor(nameOrChannels, event, "TracingChannel") });
  }

  get hasSubscribers(): boolean {
    return EVENTS.some((event) => this[event].hasSubscribers);
  }

  subscribe(handlers: Handlers): void {
    subscribeAll(this, EVENTS, handlers);
  }

  unsubscribe(handlers: Handlers): boolean {
    return unsubscribeAll(this, EVENTS, handlers);
  }

  /** Traces a synchronous call: `context` gets `result` or `error`. */
  traceSync<R>(fn: (...args: any[]) => R, context: TraceContext = {}, thisArg?: unknown, ...args: unknown[]): R {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    return this.start.runStores(context, () => {
      try {
        const result = Reflect.apply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  /** Traces a call that returns a promise. A value without `then` is returned as it is, with a warning. */
  tracePromise<R>(fn: (...args: any[]) => R, context: TraceContext = {}, thisArg?: unknown, ...args: unknown[]): R {
    if (!this.hasSubscribers) {
      const result: any = Reflect.apply(fn, thisArg, args);
      if (typeof result?.then !== "function") warnOfValue(fn);
      return result;
    }
    const fulfilled = (result: unknown): unknown => {
      context.result = result;
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
      return result;
    };
    const rejected = (error: unknown): never => {
      context.error = error;
      this.error.publish(context);
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
      throw error;
    };
    return this.start.runStores(context, () => {
      try {
        const result: any = Reflect.apply(fn, thisArg, args);
        if (typeof result?.then === "function") return result.then(fulfilled, rejected);
        warnOfValue(fn);
        context.result = result;
        return result;
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  /** Traces a call whose argument at `position` (from the end when negative) is a callback `(error, result)`. */
  traceCallback(
    fn: AnyFunction,
    position = -1,
    context: TraceContext = {},
    thisArg?: unknown,
    ...args: unknown[]
  ): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const callback = args.at(position);
    validateFunction(callback, "callback");
    const { asyncStart, asyncEnd, error: errorChannel } = this;
    const traced = function (this: unknown, ...results: unknown[]): void {
      if (results[0]) {
        context.error = results[0];
        errorChannel.publish(context);
      } else context.result = results[1];
      // Storages that are bound to asyncStart are set inside the callback.
      asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, this, results);
        } finally {
          asyncEnd.publish(context);
        }
      });
    };
    args.splice(position, 1, traced);
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(fn, thisArg, args);
      } catch (error) {
        context.error = error;
        errorChannel.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
}

function warnOfValue(fn: Function): void {
  emitWarning(
    `tracePromise was called with the function '${fn.name || "<anonymous>"}', which returned a non-thenable.`,
  );
}

/** A tracing channel of a name, or of an object with the five channels. */
export function tracingChannel(nameOrChannels: unknown): TracingChannel {
  if (typeof nameOrChannels !== "string" && (typeof nameOrChannels !== "object" || nameOrChannels === null)) {
    throw new ERR_INVALID_ARG_TYPE("nameOrChannels", ["string", "TracingChannel", "Object"], nameOrChannels);
  }
  return new TracingChannel(nameOrChannels);
}
