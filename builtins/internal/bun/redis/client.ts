// `Bun.RedisClient` and `Bun.redis`. https://bun.com/docs/runtime/redis
import * as addresses from "internal:bun/redis/address";
import { need } from "internal:bun/redis/arguments";
import { type Method, methods } from "internal:bun/redis/commands";
import { Connection, type Request } from "internal:bun/redis/connection";
import type { Argument } from "internal:bun/redis/protocol";
import { Subscriptions } from "internal:bun/redis/subscriptions";

let check: (value: unknown) => RedisClient;
let run: (value: unknown, method: Method, values: unknown[]) => Promise<unknown>;

type Handler = ((...values: unknown[]) => unknown) | null | undefined;

/** The number of arguments is that of Bun's: none. */
class RedisClient {
  readonly #address: string;
  readonly #options: unknown;
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
  #onconnect: Handler;
  #onclose: Handler;
  /** Whether the next connection follows one that broke off. */
  #isAgain = false;

  /** `(address, options)`. Throws an Error or TypeError for an invalid address or option. */
  constructor(...values: [address?: unknown, options?: unknown]) {
    const [address, options] = values;
    this.#address = address === undefined || address === null ? addresses.defaultAddress() : String(address);
    this.#options = options;
    this.#subscriptions = new Subscriptions((command, channels) => this.#confirm(command, channels));
    this.#connection = new Connection(addresses.readAddress(this.#address), addresses.readOptions(options), {
      ready: (greeting) => this.#ready(greeting),
      closed: (error) => this.#closed(error),
      push: (push) => this.#subscriptions.push(push),
      isSubscribed: () => this.#subscriptions.isActive,
    });
  }

  static {
    check = (value) => {
      if (typeof value === "object" && value !== null && #connection in value) return value;
      const isObject = typeof value === "object" && value !== null;
      const received = isObject ? `an instance of ${value.constructor?.name}` : typeof value;
      throw Object.assign(new TypeError(`Expected this to be instanceof RedisClient, but received ${received}`), {
        code: "ERR_INVALID_THIS",
      });
    };
    run = (value, method, values) => {
      const client = check(value);
      const { isBoolean, isBytes, name } = method;
      if (!method.isForSubscribers) client.#subscriptions.refuse(/^hm?set$/.test(name) ? method.command : name);
      return client.#send([method.command, ...method.read(values, name)], isBytes, isBoolean);
    };
  }

  #send(parts: Argument[], isBytes = false, isBoolean = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const convert = (value: unknown): void => resolve(typeof value === "number" ? value > 0 : value);
      const request: Request = { parts, isBytes, resolve: isBoolean ? convert : resolve, reject };
      const kind = String(parts[0]).toLowerCase();
      if (/^[ps]?(?:un)?subscribe$/.test(kind)) request.push = { kind, missing: Math.max(1, parts.length - 1) };
      this.#connection.send(request);
    });
  }

  async #confirm(command: string, channels: string[]): Promise<unknown[]> {
    const reply = (await this.#send([command, ...channels])) as { data: unknown[] };
    this.#connection.updateReference();
    return reply.data;
  }

  #ready(greeting: unknown): void {
    // A new connection has no subscriptions yet.
    const { channels } = this.#subscriptions;
    if (this.#isAgain && channels.length > 0) this.#confirm("SUBSCRIBE", channels).catch(() => {});
    this.#isAgain = true;
    const handler = this.#onconnect;
    if (typeof handler === "function") handler(this, greeting);
  }

  #closed(error: Error): void {
    this.#isAgain = false;
    this.#subscriptions.clear();
    if (typeof this.#onclose === "function") this.#onclose(error);
  }

  get bufferedAmount(): number {
    return check(this).#connection.bufferedAmount;
  }

  get connected(): boolean {
    return check(this).#connection.isReady;
  }

  get onclose(): unknown {
    return check(this).#onclose;
  }

  set onclose(handler: unknown) {
    check(this).#onclose = handler as Handler;
  }

  get onconnect(): unknown {
    return check(this).#onconnect;
  }

  set onconnect(handler: unknown) {
    check(this).#onconnect = handler as Handler;
  }

  /** Connects, if it is not connected. */
  connect(): Promise<unknown> {
    return check(this).#connection.connect();
  }

  close(): void {
    check(this).#connection.close();
  }

  /** Another client of the same server, which is connected if this one is. */
  async duplicate(): Promise<RedisClient> {
    const client = check(this);
    const copy = new RedisClient(client.#address, client.#options);
    if (client.connected) await copy.connect();
    return copy;
  }

  /** Sends any command. */
  send(command: unknown, values: unknown): Promise<unknown> {
    const client = check(this);
    if (!Array.isArray(values)) throw new Error("Arguments must be an array");
    const parts = values.map((value) => need(value, "argument", "sendCommand"));
    return client.#send([String(command), ...parts]);
  }

  subscribe(...values: [channel?: unknown, listener?: unknown]): Promise<unknown> {
    return check(this).#subscriptions.add(values[0], values[1]);
  }

  unsubscribe(...values: unknown[]): Promise<void> {
    return check(this).#subscriptions.remove(values);
  }
}

const own = Object.getOwnPropertyDescriptors(RedisClient.prototype);
const members: Record<string, PropertyDescriptor> = { ...own };
for (const method of methods()) {
  const { name, length } = method;
  const value = {
    [name](this: unknown, ...values: unknown[]) {
      return run(this, method, values);
    },
  }[name]!;
  Object.defineProperty(value, "length", { value: length, configurable: true });
  members[name] = { value, writable: true, configurable: false };
}
Object.defineProperty(own.send.value, "length", { value: 2 });
for (const name of Object.keys(own)) delete (RedisClient.prototype as unknown as Record<string, unknown>)[name];
// Programs see the members in the order of their names.
const order = Object.keys(members).filter((name) => name !== "constructor");
for (const name of order.sort((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1)))
  Object.defineProperty(RedisClient.prototype, name, { ...members[name], enumerable: true, configurable: false });
Object.defineProperty(RedisClient.prototype, "constructor", own.constructor);
Object.defineProperty(RedisClient.prototype, Symbol.toStringTag, { value: "RedisClient", configurable: true });

export { RedisClient };
