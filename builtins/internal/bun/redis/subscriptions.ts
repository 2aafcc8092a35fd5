// Channels and their listeners of Bun's Redis client. https://bun.com/docs/runtime/redis#pub%2Fsub
import { queueMicrotask } from "internal:core/ticks";
import * as bunErrors from "internal:bun/errors";
import type { Push } from "internal:bun/redis/protocol";
import { redisError } from "internal:bun/redis/errors";

/** What a message of a channel calls. */
export type Callback = (message: string, channel: string) => void;

/** Sends SUBSCRIBE or UNSUBSCRIBE; resolves when all channels are confirmed, with the data of the last confirmation. */
type Send = (command: string, channels: string[]) => Promise<unknown[]>;

export class Subscriptions {
  readonly #callbacks = new Map<string, Callback[]>();

  readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  get isActive(): boolean {
    return this.#callbacks.size > 0;
  }

  get channels(): string[] {
    return [...this.#callbacks.keys()];
  }

  /** Throws an error of code ERR_REDIS_INVALID_STATE while there are subscriptions. */
  refuse(method: string): void {
    if (this.isActive)
      throw redisError("INVALID_STATE", `RedisClient.prototype.${method} cannot be called while in subscriber mode.`);
  }

  /** Resolves with the number of channels that the client is subscribed to. */
  add(channel: unknown, callback: unknown): Promise<unknown> {
    if (typeof callback !== "function") throw bunErrors.invalid("Expected listener to be a function for 'subscribe'.");
    return this.#add(channelsOf(channel, "subscribe"), callback as Callback);
  }

  async #add(channels: string[], callback: Callback): Promise<unknown> {
    for (const name of channels) this.#callbacks.set(name, [...(this.#callbacks.get(name) ?? []), callback]);
    try {
      return (await this.send("SUBSCRIBE", channels))[1];
    } catch (error) {
      for (const name of channels) this.#forget(name, callback);
      throw error;
    }
  }

  /** Ends all subscriptions, those of channels, or one listener's of a channel. */
  remove(values: unknown[]): Promise<void> {
    const [channel, callback] = values;
    if (!this.isActive) {
      throw redisError(
        "INVALID_STATE",
        "RedisClient.prototype.unsubscribe can only be called while in subscriber mode.",
      );
    }
    const names = values.length === 0 ? this.channels : channelsOf(channel, "unsubscribe");
    if (callback === undefined) return this.#end(names);
    if (typeof channel !== "string") throw bunErrors.invalid("Expected channel to be a string for 'unsubscribe'.");
    if (typeof callback !== "function")
      throw bunErrors.invalid("Expected listener to be a function for 'unsubscribe'.");
    // The server knows channels, not listeners.
    const isLast = this.#callbacks.has(channel) && this.#forget(channel, callback as Callback);
    return isLast ? this.#end(names) : Promise.resolve();
  }

  async #end(channels: string[]): Promise<void> {
    for (const name of channels) this.#callbacks.delete(name);
    await this.send("UNSUBSCRIBE", channels);
  }

  // Whether the channel has no listener any more.
  #forget(name: string, callback: Callback): boolean {
    const left = (this.#callbacks.get(name) ?? []).filter((one) => one !== callback);
    if (left.length > 0) this.#callbacks.set(name, left);
    else this.#callbacks.delete(name);
    return left.length === 0;
  }

  /** Forgets all, as the connection has ended. */
  clear(): void {
    this.#callbacks.clear();
  }

  /** Calls the listeners of a message. What they throw is an uncaught exception. */
  push({ kind, data }: Push): void {
    if (kind !== "message") return;
    const [channel, message] = data as [string, string];
    for (const callback of this.#callbacks.get(channel) ?? []) {
      try {
        callback(message, channel);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

function channelsOf(channel: unknown, method: string): string[] {
  if (typeof channel === "string") return [channel];
  if (!Array.isArray(channel)) throw bunErrors.invalid(`Expected channel to be a string or array for '${method}'.`);
  if (channel.length === 0) throw bunErrors.invalid(`${method} requires at least one channel`);
  return channel.map((name) => String(name));
}
