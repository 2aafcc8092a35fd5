// Channels of node:diagnostics_channel: their subscribers, and the storages that are set to what is published.
import { type AsyncLocalStorage } from "internal:core/async/async_local_storage";
import { nextTick } from "internal:core/ticks";
import { validateFunction } from "internal:core/validators";
import { services, pinned } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { activity } from "internal:core/diagnostics/activity";
import * as uncaught from "internal:core/uncaught";

type Name = string | symbol;
export type Subscription = (message: any, name: Name) => void;
type Transform = (data: any) => unknown;

/** All channels by name; those without subscribers may be collected. */
const channels = pinned(new Map<Name, WeakRef<Channel>>());
const active = pinned(new Set<Channel>());
const collected = new FinalizationRegistry<Name>((name) => {
  if (channels.get(name)?.deref() === undefined) channels.delete(name);
});

function throwLater(error: unknown): void {
  nextTick(() => uncaught.handle(error));
}

const CONSOLE = "console.";

// The console does not look channels up: it stores the publishers of its methods.
function updateConsole(channel: Channel): void {
  const { name } = channel;
  if (typeof name !== "string" || name.slice(0, CONSOLE.length) !== CONSOLE) return;
  const method = name.slice(CONSOLE.length);
  const { subscribers }: { subscribers: Record<string, unknown> } = services().console;
  if (method in subscribers)
    subscribers[method] = channel._subscribers === undefined ? undefined : (args: unknown[]) => channel.publish(args);
}

export class Channel {
  _subscribers: Subscription[] | undefined = undefined;
  _stores: Map<AsyncLocalStorage, Transform | undefined> | undefined = undefined;
  name: Name;

  constructor(name: Name) {
    this.name = name;
    channels.set(name, new WeakRef(this));
    collected.register(this, name);
  }

  /** Calls `subscription(message, name)` for each message. Throws ERR_INVALID_ARG_TYPE when it is not a function. */
  subscribe(subscription: Subscription): void {
    validateFunction(subscription, "subscription");
    // A new array: a `publish` in progress continues with the old one.
    this._subscribers = [...(this._subscribers ?? []), subscription];
    active.add(this);
    activity.channelCount = active.size;
    updateConsole(this);
  }

  /** Ends a subscription; returns whether there was one. */
  unsubscribe(subscription: Subscription): boolean {
    const index = this._subscribers?.indexOf(subscription) ?? -1;
    if (index === -1) return false;
    this._subscribers = this._subscribers!.toSpliced(index, 1);
    this.#settle();
    return true;
  }

  /** Sets the storage to the published data, or `transform` of it, while `runStores` runs. */
  bindStore(store: AsyncLocalStorage, transform?: Transform): void {
    (this._stores ??= new Map()).set(store, transform);
    active.add(this);
    activity.channelCount = active.size;
  }

  /** Unbinds a storage; returns whether it was bound. */
  unbindStore(store: AsyncLocalStorage): boolean {
    if (this._stores === undefined || !this._stores.delete(store)) return false;
    this.#settle();
    return true;
  }

  #settle(): void {
    if (this._subscribers?.length === 0) this._subscribers = undefined;
    if (this._stores?.size === 0) this._stores = undefined;
    if (this._subscribers === undefined && this._stores === undefined) active.delete(this);
    activity.channelCount = active.size;
    updateConsole(this);
  }

  get hasSubscribers(): boolean {
    return this._subscribers !== undefined || this._stores !== undefined;
  }

  /** Calls the subscribers with `data`. Their exceptions are uncaught exceptions of the next tick. */
  publish(data: unknown): void {
    const subscribers = this._subscribers;
    if (subscribers === undefined) return;
    for (const subscription of subscribers) {
      try {
        subscription(data, this.name);
      } catch (error) {
        throwLater(error);
      }
    }
  }

  /** Sets the bound storages, publishes `data` and calls `fn` on `thisArg`; returns its result. */
  runStores<R>(data: unknown, fn: (...args: any[]) => R, thisArg?: unknown, ...args: unknown[]): R {
    const end = this.#enterStores(data);
    try {
      this.publish(data);
      return Reflect.apply(fn, thisArg, args);
    } finally {
      end();
    }
  }

  /** Sets the bound storages and publishes `data`, until the returned object is disposed. */
  withStoreScope(data: unknown): { [Symbol.dispose](): void } {
    const scope = new RunStoresScope(this.#enterStores(data));
    this.publish(data);
    return scope;
  }

  /** Sets the bound storages; the returned function restores them. */
  #enterStores(data: unknown): () => void {
    const stores = this._stores;
    if (stores === undefined) return () => {};
    const previous: [AsyncLocalStorage, unknown][] = [];
    for (const [store, transform] of stores) {
      let value = data;
      if (transform !== undefined) {
        try {
          value = transform(data);
        } catch (error) {
          throwLater(error);
          continue;
        }
      }
      lists.push(previous, [store, store.getStore()]);
      store.enterWith(value);
    }
    return () => {
      for (const [store, value] of previous.reverse()) store.enterWith(value);
    };
  }
}

/** What `withStoreScope` returns: disposing restores the storages, once. */
class RunStoresScope {
  #end: (() => void) | null;

  constructor(end: () => void) {
    this.#end = end;
  }

  [Symbol.dispose](): void {
    const end = this.#end;
    this.#end = null;
    end?.();
  }
}

/** The channel of a name, made if it is new. */
export function channelOf(name: Name): Channel {
  return findChannel(name) ?? new Channel(name);
}

/** The channel of a name, if there is one. */
export function findChannel(name: Name): Channel | undefined {
  return channels.get(name)?.deref();
}

/** Publishes a message if the channel of that name has subscribers. */
export function publishIfSubscribed(name: Name, message: object): void {
  const channel = findChannel(name);
  if (channel?.hasSubscribers) channel.publish(message);
}
