// Web Locks (https://w3c.github.io/web-locks/): `navigator.locks`, which is `worker_threads.locks`. The table of locks is shared by
// the process (`host/worker`); here are the classes, the options and the promises of this thread.
import { capture, enter, leave, type Scope } from "internal:core/async/context";
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } from "internal:core/errors";
import { onEvent } from "internal:core/loop";
import { queueMicrotask } from "internal:core/ticks";
import { exposeInterface } from "internal:web/web_interface";
import { AbortSignal } from "web:abort";
import { DOMException } from "web:dom_exception";
import { pid } from "native:process";
import * as native from "native:worker";
import { LockChange, LockRequestKind, LockState, ThreadLoopEvent } from "native:worker";

type Mode = "exclusive" | "shared";
interface Options {
  mode: Mode;
  ifAvailable: boolean;
  steal: boolean;
  signal: AbortSignal | undefined;
}

const kCreate = Symbol("create");

/** A lock that is held (https://w3c.github.io/web-locks/#lock). */
export class Lock {
  #name: string;
  #mode: Mode;

  constructor(key: unknown = undefined, name = "", mode: Mode = "exclusive") {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#mode = mode;
  }

  static #of(value: unknown): Lock {
    if (typeof value !== "object" || value === null || !(#name in value)) throw new ERR_INVALID_THIS("Lock");
    return value;
  }

  get name(): string {
    return Lock.#of(this).#name;
  }
  get mode(): Mode {
    return Lock.#of(this).#mode;
  }
}
Object.defineProperty(Lock, "length", { value: 0, configurable: true });
exposeInterface(Lock, "Lock", ["name", "mode"]);

/** One call of `request`, until its callback's promise settles. */
class Request {
  readonly promise: Promise<unknown>;
  #resolve!: (value: unknown) => void;
  #reject!: (reason: unknown) => void;
  #lock = 0;
  #name: string;
  #mode: Mode;
  #callback: (lock: Lock | null) => unknown;
  #scope: Scope | undefined;
  #stopListening: (() => void) | null = null;
  #isHeld = false;
  #isOver = false;
  #isStolen = false;

  constructor(name: string, { mode, ifAvailable, steal, signal }: Options, callback: (lock: Lock | null) => unknown) {
    this.#name = name;
    this.#mode = mode;
    this.#callback = callback;
    this.#scope = capture("LockRequest", this);
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (steal) for (const other of [...requests.values()]) if (other.#isHeld && other.#name === name) other.stolen();
    const { lock, state } = native.requestLock(
      name,
      mode === "shared",
      steal ? LockRequestKind.STEAL : ifAvailable ? LockRequestKind.IF_AVAILABLE : LockRequestKind.WAIT,
    );
    this.#lock = lock;
    if (state === LockState.UNAVAILABLE) {
      queueMicrotask(() => this.#run(null));
      return;
    }
    requests.set(lock, this);
    this.#isHeld = state === LockState.GRANTED;
    if (signal !== undefined) this.#abortWith(signal);
    // An abort in the same task still takes effect.
    if (state === LockState.GRANTED) queueMicrotask(() => this.granted());
  }

  #abortWith(signal: AbortSignal): void {
    const abort = (): void => {
      this.#end();
      this.#reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#stopListening = () => signal.removeEventListener("abort", abort);
  }

  granted(): void {
    this.#isHeld = true;
    // The callback still receives a lock that was stolen before it could run.
    if (this.#isOver && !this.#isStolen) return;
    // The signal has no effect on a granted lock.
    this.#stopListening?.();
    this.#run(new Lock(kCreate, this.#name, this.#mode));
  }

  /** Another request has stolen the lock. */
  stolen(): void {
    this.#isStolen = true;
    this.#end();
    this.#reject(new DOMException("The operation was aborted", "AbortError"));
  }

  async #run(lock: Lock | null): Promise<void> {
    try {
      const value = await this.#call(lock);
      this.#end();
      this.#resolve(value);
    } catch (error) {
      this.#end();
      this.#reject(error);
    }
  }

  #call(lock: Lock | null): unknown {
    if (this.#scope === undefined) return this.#callback.call(undefined, lock);
    const saved = enter(this.#scope);
    try {
      return this.#callback.call(undefined, lock);
    } finally {
      leave(saved);
    }
  }

  /** Releases the lock, or withdraws the request. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.();
    if (requests.delete(this.#lock)) native.releaseLock(this.#lock);
  }
}

/** The pending and granted requests of this thread. */
const requests = new Map<number, Request>();

onEvent(ThreadLoopEvent.LOCK, (lock: number, change: LockChange) => {
  const request = requests.get(lock);
  if (change === LockChange.GRANTED) request?.granted();
  else request?.stolen();
});

interface LockInfo {
  name: string;
  mode: string;
  clientId: string;
}

interface Snapshot {
  held: LockInfo[];
  pending: LockInfo[];
}

/** Requests locks (https://w3c.github.io/web-locks/#lockmanager). */
export class LockManager {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value: unknown): void {
    if (typeof value !== "object" || value === null || !(#isReal in value)) throw new ERR_INVALID_THIS("LockManager");
  }

  /**
   * Calls `callback` with the lock `name` when it is granted, and holds it until the callback's result settles. Resolves with the result.
   * Options: `mode` ("exclusive" or "shared"), `ifAvailable`, `steal`, `signal`. Rejects with a TypeError for invalid arguments, a
   * NotSupportedError for options that exclude each other, the reason of the signal, or an AbortError when the lock is stolen.
   */
  async request(name: unknown, options: unknown, callback?: unknown): Promise<unknown> {
    LockManager.#check(this);
    const work = callback === undefined ? options : callback;
    const text = toText(name);
    if (typeof work !== "function") throw new ERR_INVALID_ARG_TYPE("callback", "Function", work);
    const read = readOptions(callback === undefined ? undefined : options);
    checkTogether(text, read);
    return new Request(text, read, work as (lock: Lock | null) => unknown).promise;
  }

  /** The granted and pending requests of this process: `{ held, pending }` with `name`, `mode` and `clientId`. */
  async query(): Promise<Snapshot> {
    LockManager.#check(this);
    const lines = native.allLocks();
    const own = `node-${pid()}-${native.threadId()}`;
    const snapshot: Snapshot = { held: [], pending: [] };
    for (let index = 0; index < lines.length; index += 4) {
      snapshot[lines[index] as keyof Snapshot].push({
        name: lines[index + 1]!,
        mode: lines[index + 2]!,
        clientId: `node-${pid()}-${lines[index + 3]}`,
      });
    }
    // This thread's come first: Node lists no others.
    const isOther = ({ clientId }: LockInfo): number => (clientId === own ? 0 : 1);
    for (const list of [snapshot.held, snapshot.pending]) list.sort((left, right) => isOther(left) - isOther(right));
    return snapshot;
  }
}
Object.defineProperty(LockManager, "length", { value: 0, configurable: true });
Object.defineProperty(LockManager.prototype.request, "length", { value: 2, configurable: true });
exposeInterface(LockManager, "LockManager", ["request", "query"]);

// The conversions of Web IDL, with Node's messages and codes.
function toText(name: unknown): string {
  if (typeof name === "symbol")
    throw conversionError("Value is a Symbol and cannot be converted to a string.", "ERR_INVALID_ARG_TYPE");
  return `${name}`;
}

function conversionError(message: string, code: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

function readOptions(given: unknown): Options {
  if (given !== undefined && given !== null && typeof given !== "object" && typeof given !== "function")
    throw conversionError("Value cannot be converted to a dictionary", "ERR_INVALID_ARG_TYPE");
  const {
    mode = "exclusive",
    ifAvailable = false,
    steal = false,
    signal = undefined,
  } = (given ?? {}) as Partial<Options>;
  if (`${mode}` !== "exclusive" && `${mode}` !== "shared")
    throw conversionError(`mode '${mode}' is not a valid enum value of type LockMode.`, "ERR_INVALID_ARG_VALUE");
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new ERR_INVALID_ARG_TYPE("options.signal", "AbortSignal", signal);
  return { mode: `${mode}` as Mode, ifAvailable: Boolean(ifAvailable), steal: Boolean(steal), signal };
}

// https://w3c.github.io/web-locks/#dom-lockmanager-request, steps 6 to 10.
function checkTogether(name: string, { mode, ifAvailable, steal, signal }: Options): void {
  const refuse = (message: string): never => {
    throw new DOMException(message, "NotSupportedError");
  };
  if (name.startsWith("-")) refuse("Lock name may not start with hyphen");
  if (ifAvailable && steal) refuse("ifAvailable and steal are mutually exclusive");
  if (mode !== "exclusive" && steal) refuse(`mode: "${mode}" and steal are mutually exclusive`);
  if (signal !== undefined && (steal || ifAvailable)) refuse("signal cannot be used with steal or ifAvailable");
  signal?.throwIfAborted();
}

/** The LockManager of this thread. */
export const locks = new LockManager(kCreate);
