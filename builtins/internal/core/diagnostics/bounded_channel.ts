// A pair of channels around a synchronous call: `tracing:<name>:start` and `:end`.
import { Channel, channelOf, type Subscription } from "internal:core/diagnostics/channel";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";

/** The handlers of a group of channels, by the names of events. */
export type Handlers = Record<string, Subscription | undefined>;
/** The channels of a group, by the names of events. */
type ChannelGroup = Record<string, Channel | undefined>;

/** The channel of an event: from the name of the group, or from an object of channels. */
export function channelFor(nameOrChannels: unknown, event: string, className: string): Channel {
  if (typeof nameOrChannels === "string") return channelOf(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === "object" && nameOrChannels !== null) {
    const channel = (nameOrChannels as Record<string, unknown>)[event];
    if (channel === undefined || channel === null) throw new TypeError("Cannot convert undefined or null to object");
    if (!(channel instanceof Channel)) throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ["Channel"], channel);
    return channel;
  }
  throw new ERR_INVALID_ARG_TYPE("nameOrChannels", ["string", className, "Object"], nameOrChannels);
}

/** Subscribes the handlers by the names of events. */
export function subscribeAll(group: object, events: readonly string[], handlers: Handlers): void {
  for (const event of events) if (handlers[event]) (group as ChannelGroup)[event]?.subscribe(handlers[event]);
}

/** Ends these subscriptions; returns whether all of them existed. */
export function unsubscribeAll(group: object, events: readonly string[], handlers: Handlers): boolean {
  let wereAllSubscribed = true;
  for (const event of events)
    if (handlers[event] && !(group as ChannelGroup)[event]?.unsubscribe(handlers[event])) wereAllSubscribed = false;
  return wereAllSubscribed;
}

const EVENTS = ["start", "end"] as const;

export class BoundedChannel {
  declare readonly start: Channel;
  declare readonly end: Channel;

  constructor(nameOrChannels: unknown) {
    for (const event of EVENTS)
      Object.defineProperty(this, event, { value: channelFor(nameOrChannels, event, "BoundedChannel") });
  }

  get hasSubscribers(): boolean {
    return this.start.hasSubscribers || this.end.hasSubscribers;
  }

  subscribe(handlers: Handlers): void {
    subscribeAll(this, EVENTS, handlers);
  }

  unsubscribe(handlers: Handlers): boolean {
    return unsubscribeAll(this, EVENTS, handlers);
  }

  /** Publishes `start`, and `end` when the result is disposed. */
  withScope(context: unknown = {}): { [Symbol.dispose](): void } {
    if (!this.hasSubscribers) return { [Symbol.dispose]() {} };
    const stores = this.start.withStoreScope(context);
    return {
      [Symbol.dispose]: () => {
        this.end.publish(context);
        stores[Symbol.dispose]();
      },
    };
  }

  /** Calls `fn` between `start` and `end`; returns its result. */
  run<R>(context: unknown, fn: (...args: any[]) => R, thisArg?: unknown, ...args: unknown[]): R {
    const scope = this.withScope(context ?? {});
    try {
      return Reflect.apply(fn, thisArg, args);
    } finally {
      scope[Symbol.dispose]();
    }
  }
}

/** A bounded channel of a name, or of an object with the channels `start` and `end`. */
export function boundedChannel(nameOrChannels: unknown): BoundedChannel {
  return new BoundedChannel(nameOrChannels);
}
