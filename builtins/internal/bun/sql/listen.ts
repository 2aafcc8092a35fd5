// `sql.listen()`: the channels of a client share one connection, which is opened again when it is lost.
// https://bun.com/docs/runtime/sql#listen-%2F-notify-postgresql
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { triggerUncaughtException } from "internal:core/process/warn";
import { setTimeout } from "internal:core/timers";
import { Buffer } from "internal:node/buffer";
import { closedError } from "internal:bun/sql/errors";
import { type Settings, notify } from "internal:bun/sql/settings";
import { PostgresConnection } from "internal:bun/sql/postgres/connection";
import { command } from "internal:bun/sql/scope";

const NAME_BYTES_MAX = 63;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 32_000;

interface Registration {
  readonly channel: string;
  readonly onnotify: (payload: string) => void;
  readonly onlisten: (() => void) | undefined;
}

/** A failing callback of the program is an uncaught exception, and stays subscribed. */
function call(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    triggerUncaughtException(error, false);
  }
}

const quoted = (channel: string): string => `"${channel.replaceAll('"', '""')}"`;

export class Channels {
  readonly #settings: Settings;
  readonly #registrations = new Set<Registration>();
  #connection: PostgresConnection | null = null;
  #opening: Promise<PostgresConnection> | null = null;
  #retryMs = RETRY_FIRST_MS;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  #open(): Promise<PostgresConnection> {
    this.#opening ??= new Promise((resolve, reject) => {
      const connection = new PostgresConnection(this.#settings, {
        ready: () => {
          this.#connection = connection;
          connection.onNotification = (channel, payload) => this.#notify(channel, payload);
          this.#retryMs = RETRY_FIRST_MS;
          notify(this.#settings.onconnect, null);
          resolve(connection);
        },
        idle: () => {},
        closed: (_connection, error) => {
          this.#opening = null;
          notify(this.#settings.onclose, error);
          const wasOpen = this.#connection === connection;
          this.#connection = null;
          reject(error);
          if (wasOpen) this.#retry();
        },
      });
    });
    return this.#opening;
  }

  #notify(channel: string, payload: string): void {
    for (const registration of this.#registrations)
      if (registration.channel === channel) call(() => registration.onnotify(payload));
  }

  #isWanted(channel: string): boolean {
    for (const registration of this.#registrations) if (registration.channel === channel) return true;
    return false;
  }

  #retry(): void {
    if (this.#isClosed || this.#registrations.size === 0) return;
    const waitMs = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
    setTimeout(() => {
      if (this.#isClosed || this.#registrations.size === 0) return;
      this.#subscribeAgain().catch(() => this.#retry());
    }, waitMs);
  }

  async #subscribeAgain(): Promise<void> {
    const connection = await this.#open();
    const channels = new Set([...this.#registrations].map(({ channel }) => channel));
    for (const channel of channels) await command(connection, `LISTEN ${quoted(channel)}`);
    for (const { onlisten } of this.#registrations) if (onlisten !== undefined) call(onlisten);
  }

  async listen(channel: unknown, onnotify: unknown, onlisten: unknown): Promise<object> {
    if (typeof channel !== "string") throw new ERR_INVALID_ARG_TYPE("channel", "string", channel);
    if (Buffer.byteLength(channel) > NAME_BYTES_MAX || channel === "" || channel.includes("\0"))
      throw new ERR_INVALID_ARG_VALUE("channel", channel, `must be at most ${NAME_BYTES_MAX} bytes`);
    if (typeof onnotify !== "function") throw new ERR_INVALID_ARG_TYPE("onnotify", "function", onnotify);
    if (onlisten !== undefined && typeof onlisten !== "function")
      throw new ERR_INVALID_ARG_TYPE("onlisten", "function", onlisten);
    if (this.#isClosed) throw closedError("postgres");
    const registration = { channel, onnotify, onlisten } as Registration;
    this.#registrations.add(registration);
    try {
      await command(await this.#open(), `LISTEN ${quoted(channel)}`);
    } catch (error) {
      await this.#remove(registration).catch(() => {});
      throw error;
    }
    if (registration.onlisten !== undefined) call(registration.onlisten);
    const unlisten = (): Promise<void> => this.#remove(registration);
    return { channel, unlisten, [Symbol.asyncDispose]: unlisten };
  }

  async #remove(registration: Registration): Promise<void> {
    const wasThere = this.#registrations.delete(registration);
    const connection = this.#connection;
    if (!wasThere || connection === null) return;
    if (this.#registrations.size === 0) {
      this.#connection = null;
      connection.close(closedError("postgres"));
    } else if (!this.#isWanted(registration.channel))
      await command(connection, `UNLISTEN ${quoted(registration.channel)}`);
  }

  close(): void {
    this.#isClosed = true;
    this.#registrations.clear();
    const connection = this.#connection;
    this.#connection = null;
    connection?.close(closedError("postgres"));
  }
}

const channelsOf = new WeakMap<object, Channels>();

/** The channels of a client, by what its scopes share. */
export function channels(settings: Settings): Channels {
  let found = channelsOf.get(settings);
  if (found === undefined) channelsOf.set(settings, (found = new Channels(settings)));
  return found;
}

/** Ends the subscriptions of a client, if it has any. */
export function closeChannels(settings: Settings): void {
  channelsOf.get(settings)?.close();
}
