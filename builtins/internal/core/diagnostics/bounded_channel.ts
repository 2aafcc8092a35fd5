// A pair of channels around a synchronous call: `tracing:<name>:start` and `:end`.
import { Channel, channelOf } from "internal:core/diagnostics/channel";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";

/** The channel of an event: from the name of the group, or from an object of channels. */
export function channelFor(nameOrChannels: any, event: string, className: string): Channel {
  if (typeof nameOrChannels === "string") return channelOf(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === "object" && nameOrChannels !== null) {
    const channel = nameOrChannels[event];
    if (channel === undefined || channel === null) throw new TypeError("Cannot convert undefined or null to object");
    if (!(channel instanceof Channel)) throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ["Channel"], channel);
    return channel;
  }
  throw new ERR_INVALID_ARG_TYPE("nameOrChannels", ["string", className, "Object"], nameOrChannels);
}

/** Subscribes the handlers by the names of events. */
export function subscribeAll(group: any, events: readonly string[], handlers: any): void {
  for (const event of events) if (handlers[event]) group[event]?.subscribe(handlers[event]);
}

/** Ends these subscriptions; returns whether all of them were there. */
export function unsubscribeAll(group: any, events: readonly string[], handlers: any): boolean {
  let wereAllThere = true;
  for (const event of events) if (handlers[event] && !group[event]?.unsubscribe(handlers[event])) wereAllThere = false;
  return wereAllThere;
}

const EVENTS = ["start", "end"] as const;

export class BoundedChannel {
  declare readonly start: Channel;
  declare readonly end: Channel;

  constructor(nameOrChannels: any) {
    for (const event of EVENTS)
      Object.defineProperty(this, event, { value: channelFor(nameOrChannels, event, "BoundedChannel") });
  }

  get hasSubscribers(): boolean {
    return this.start.hasSubscribers || this.end.hasSubscribers;
  }

  subscribe(handlers: any): void {
    subscribeAll(this, EVENTS, handlers);
  }

  unsubscribe(handlers: any): boolean {
    return unsubscribeAll(this, EVENTS, handlers);
  }

  /** Publishes `start`, and `end` when the result is disposed. */
  withScope(context: any = {}): { [Symbol.dispose](): void } {
    if (!this.hasSubscribers) return { [Symbol.dispose]() {} };
    const stores = this.start.withStoreScope(context);
    return {
      [Symbol.dispose]: () => {
        this.end.publish(context);
        stores[Symbol.dispose]();
      },
    };
  }

  /** Calls `fn` between `start` and `end`; returns what it returns. */
  run<R>(context: any, fn: (...args: any[]) => R, thisArg?: unknown, ...args: any[]): R {
    const scope = this.withScope(context ?? {});
    try {
      return Reflect.apply(fn, thisArg, args);
    } finally {
      scope[Symbol.dispose]();
    }
  }
}

/** A bounded channel of a name, or of an object with the channels `start` and `end`. */
export function boundedChannel(nameOrChannels: any): BoundedChannel {
  return new BoundedChannel(nameOrChannels);
}
