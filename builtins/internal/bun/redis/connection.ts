// A connection of Bun's Redis client: opened by the first command, opened again when it breaks off.
import type { Socket } from "internal:node/net/socket";
import { Buffer } from "internal:node/buffer";
import { queueMicrotask } from "internal:core/ticks";
import { clearTimeout, setTimeout } from "internal:core/timers";
import type { Address, Settings } from "internal:bun/redis/address";
import { closed, redisError } from "internal:bun/redis/errors";
import { type Argument, Decoder, Push, encode } from "internal:bun/redis/protocol";
import * as sockets from "internal:bun/redis/socket";

/** A command and who waits for its reply. */
export interface Request {
  parts: Argument[];
  /** Whether strings of the reply are given as bytes. */
  isBytes: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  /** Commands of subscriptions: the kind of the pushes that are the reply, and how many are missing. */
  push?: { kind: string; missing: number };
}

/** What the client does when something happens. */
export interface Listener {
  /** The server accepted the client. `greeting` is its reply to HELLO. */
  ready(greeting: unknown): void;
  closed(error: Error): void;
  push(push: Push): void;
  /** Whether the client waits for messages, so that an array may be one (RESP2) and the process stays alive. */
  isSubscribed(): boolean;
}

type State = "idle" | "connecting" | "ready" | "failed";
type Timer = ReturnType<typeof setTimeout>;

const FIRST_DELAY_MS = 50;
const MAXIMUM_DELAY_MS = 2000;
const WITHOUT_HELLO = /^(?:NOPROTO|ERR unknown command)/;

export class Connection {
  #state: State = "idle";
  #socket: Socket | undefined;
  /** Commands that wait for the connection. */
  #queue: Request[] = [];
  /** Commands that wait for their replies. */
  #pending: Request[] = [];
  #output: Uint8Array[] = [];
  #retries = 0;
  #retryTimer: Timer | undefined;
  #connectTimer: Timer | undefined;
  #idleTimer: Timer | undefined;
  #opening: PromiseWithResolvers<unknown> | undefined;
  #greeting: unknown;

  readonly address: Address;
  readonly settings: Settings;
  readonly listener: Listener;

  constructor(address: Address, settings: Settings, listener: Listener) {
    this.address = address;
    this.settings = settings;
    this.listener = listener;
  }

  get isReady(): boolean {
    return this.#state === "ready";
  }

  get bufferedAmount(): number {
    return this.#output.reduce((sum, { byteLength }) => sum + byteLength, this.#socket?.writableLength ?? 0);
  }

  /** Connects; resolves with the server's greeting. */
  connect(): Promise<unknown> {
    if (this.#state === "ready") return Promise.resolve(this.#greeting);
    this.#opening ??= Promise.withResolvers();
    const { promise } = this.#opening;
    if (this.#state !== "connecting") {
      this.#retries = 0;
      this.#open();
    }
    return promise;
  }

  /** Sends a command, or keeps it until there is a connection. */
  send(request: Request): void {
    if (this.#state === "ready") {
      this.#write(request);
    } else if (this.#state === "failed") {
      request.reject(closed("Connection has failed"));
    } else if (!this.settings.enableOfflineQueue) {
      request.reject(closed("Connection is closed and offline queue is disabled"));
    } else {
      this.#queue.push(request);
      this.#retryTimer?.ref();
      if (this.#state === "idle") this.#open();
    }
  }

  /** Closes the connection. What waits for a reply fails. */
  close(): void {
    if (this.#state !== "idle" && this.#state !== "failed") this.#fail(closed());
  }

  /** Lets the process end, or keeps it alive, as what is awaited asks. */
  updateReference(): void {
    if (this.#socket === undefined) return;
    if (this.#state !== "ready" || this.#pending.length > 0 || this.listener.isSubscribed()) this.#socket.ref();
    else this.#socket.unref();
  }

  #open(): void {
    this.#state = "connecting";
    const { connectionTimeout } = this.settings;
    const socket = sockets.open(this.address, this.settings.tls, () => {
      if (this.#socket === socket) this.#greet();
    });
    this.#socket = socket;
    if (connectionTimeout > 0) {
      this.#connectTimer = setTimeout(() => {
        this.#fail(redisError("CONNECTION_TIMEOUT", `Connection timeout reached after ${connectionTimeout}ms`));
      }, connectionTimeout);
    }
    const decoder = new Decoder(
      () => this.#pending[0]?.isBytes ?? false,
      (value) => {
        if (this.#socket === socket) this.#deliver(value);
      },
    );
    socket.on("error", (error: Error & { code?: string }) => {
      // A certificate or address that is not accepted now is not accepted later.
      const { authorizationError = null } = socket as { authorizationError?: unknown };
      const isRefused = authorizationError !== null || error.code === "ERR_ACCESS_DENIED";
      if (this.#socket === socket && isRefused) this.#fail(error);
    });
    socket.on("close", () => {
      if (this.#socket === socket) this.#lose();
    });
    socket.on("data", (chunk: Uint8Array) => {
      if (this.#socket !== socket) return;
      this.#restartIdleTimer();
      try {
        decoder.push(chunk);
      } catch (error) {
        this.#fail(error as Error);
      }
      this.updateReference();
    });
  }

  // Says HELLO and selects the database. Servers that do not know HELLO (before Redis 6) speak version 2.
  #greet(): void {
    const { password, username } = this.address;
    const isNamed = password !== "" || username !== "";
    const user = username === "" ? "default" : username;
    const refuse = (error: unknown): void => this.#refuse("AUTHENTICATION_FAILED", error);
    const accept = (greeting: unknown): void => this.#accept(greeting);
    const ask = (parts: string[], resolve: (value: unknown) => void, reject: (error: unknown) => void): void =>
      this.#write({ parts, isBytes: false, resolve, reject });
    ask(["HELLO", "3", ...(isNamed ? ["AUTH", user, password] : [])], accept, (error) => {
      if (!WITHOUT_HELLO.test((error as Error).message)) refuse(error);
      else if (isNamed) ask(["AUTH", ...(username === "" ? [] : [username]), password], accept, refuse);
      else accept(undefined);
    });
  }

  // The server refused what the client says first. That the connection ended before the reply is handled elsewhere.
  #refuse(reason: string, error: unknown): void {
    const { code, message } = error as Error & { code: string };
    if (code === "ERR_REDIS_SERVER_ERROR") this.#fail(redisError(reason, message));
  }

  #accept(greeting: unknown): void {
    if (this.#state !== "connecting") return;
    const { database } = this.address;
    const ignore = (): void => {};
    clearTimeout(this.#connectTimer);
    this.#state = "ready";
    this.#retries = 0;
    this.#greeting = greeting;
    if (database !== 0) {
      const reject = (error: unknown): void => this.#refuse("INVALID_COMMAND", error);
      this.#write({ parts: ["SELECT", String(database)], isBytes: false, resolve: ignore, reject });
    }
    this.listener.ready(greeting);
    this.#opening?.resolve(greeting);
    this.#opening = undefined;
    const queue = this.#queue;
    this.#queue = [];
    for (const request of queue) this.send(request);
    this.#restartIdleTimer();
    this.updateReference();
  }

  #write(request: Request): void {
    this.#pending.push(request);
    if (this.#pending.length === 1) this.#socket!.ref();
    const bytes = encode(request.parts);
    if (!this.settings.enableAutoPipelining) {
      this.#socket!.write(bytes);
      return;
    }
    this.#output.push(bytes);
    if (this.#output.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const output = this.#output;
    this.#output = [];
    if (output.length > 0) this.#socket?.write(output.length === 1 ? output[0]! : Buffer.concat(output));
  }

  #deliver(value: unknown): void {
    const push = value instanceof Push ? value : this.#pushOf(value);
    const request = this.#pending[0];
    if (push !== undefined) {
      this.listener.push(push);
      const expected = request?.push;
      if (expected?.kind !== push.kind || --expected.missing > 0) return;
    }
    // A reply without a command, such as the message of a full server.
    if (request === undefined) return;
    this.#pending.shift();
    if (push !== undefined) request.resolve({ __proto__: null, type: push.kind, data: push.data });
    else if (value instanceof Error && "code" in value) request.reject(value);
    else request.resolve(value);
  }

  // Messages of version 2 are arrays.
  #pushOf(value: unknown): Push | undefined {
    if (!Array.isArray(value) || value.length < 3) return undefined;
    const kind = String(value[0]);
    const isPush = this.#pending[0]?.push?.kind === kind || (/^p?message$/.test(kind) && this.listener.isSubscribed());
    return isPush ? new Push(kind, value.slice(1)) : undefined;
  }

  #restartIdleTimer(): void {
    const { idleTimeout } = this.settings;
    clearTimeout(this.#idleTimer);
    if (idleTimeout === 0 || this.#state !== "ready") return;
    this.#idleTimer = setTimeout(() => {
      this.#fail(redisError("IDLE_TIMEOUT", `Idle timeout reached after ${idleTimeout}ms`));
    }, idleTimeout);
    this.#idleTimer.unref();
  }

  // The connection broke off: what was sent fails, what waits is sent when there is a connection again.
  #lose(): void {
    const { autoReconnect, maxRetries } = this.settings;
    this.#release();
    rejectAll(this.#pending.splice(0), closed());
    if (!autoReconnect || this.#retries >= maxRetries) {
      this.#fail(closed(autoReconnect ? "Max reconnection attempts reached" : undefined));
      return;
    }
    this.#state = "connecting";
    const delay = Math.min(FIRST_DELAY_MS * 2 ** this.#retries, MAXIMUM_DELAY_MS);
    this.#retries++;
    this.#retryTimer = setTimeout(() => this.#open(), delay);
    if (this.#queue.length === 0 && this.#opening === undefined && !this.listener.isSubscribed())
      this.#retryTimer.unref();
  }

  // Gives up: everything that waits fails with the error.
  #fail(error: Error): void {
    this.#release();
    this.#state = "failed";
    const waiting = [...this.#pending.splice(0), ...this.#queue.splice(0)];
    const opening = this.#opening;
    this.#opening = undefined;
    const reason = closed();
    try {
      this.listener.closed(reason);
    } finally {
      rejectAll(waiting, error);
      opening?.reject(reason);
    }
  }

  #release(): void {
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#retryTimer);
    this.#flush();
    const socket = this.#socket;
    this.#socket = undefined;
    if (this.#state === "ready") socket?.destroySoon();
    else socket?.destroy();
  }
}

function rejectAll(requests: Request[], error: Error): void {
  for (const { reject } of requests) reject(error);
}
