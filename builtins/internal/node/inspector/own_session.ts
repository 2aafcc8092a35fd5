// The part of an `inspector.Session` that the program cannot run itself: the domains Debugger and NodeWorker, and the objects that the
// engine describes while the program is paused. The thread that serves debuggers runs these commands, and the program waits.
import { ERR_INSPECTOR_CLOSED, ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { ownThreadSide } from "internal:node/inspector/inspected";
import type { InspectedThread } from "internal:node/inspector/inspected_thread";

type Parameters = Record<string, unknown>;
/** Receives the result of a command. */
type Callback = (error: unknown, result?: unknown) => void;
/** Receives an event. */
type Notify = (method: string, parameters: object) => void;

/** A message of the serving thread. */
interface Message {
  id?: number;
  method: string;
  params: object;
  result?: object;
  error?: { code: number; message: string };
}

const OBJECT_COMMANDS = new Set(["Runtime.getProperties", "Runtime.callFunctionOn", "Runtime.releaseObject"]);

/** Whether the program does not run a command itself. Its own objects have numbers as identifiers. */
export function isServed(method: string, parameters: Parameters | null | undefined): boolean {
  if (method.startsWith("Debugger.") || method.startsWith("NodeWorker.")) return true;
  const objectId = parameters?.objectId;
  return OBJECT_COMMANDS.has(method) && typeof objectId === "string" && objectId.startsWith("{");
}

/** The session of a worker with the main thread, which debuggers can inspect. */
export class MainThreadSession {
  readonly #thread: InspectedThread;
  readonly #number: number;
  readonly #responses: Responses;

  /** `notify` receives the events. */
  constructor(thread: InspectedThread, notify: Notify) {
    this.#thread = thread;
    this.#responses = new Responses(notify);
    this.#number = thread.beginOwn((text) => this.#responses.receive(text), true);
  }

  /** Runs a command. Calls back when the main thread has run it. */
  post(method: string, params: Parameters, callback: Callback): void {
    const id = this.#responses.expect(callback);
    this.#thread.send({ kind: "ownCommand", own: this.#number, text: JSON.stringify({ id, method, params }) });
  }

  end(): void {
    this.#thread.leaveMainThread(this.#number);
    this.#responses.close();
  }
}

/** The session of a thread with itself. */
export class OwnSession {
  readonly #thread: InspectedThread = ownThreadSide();
  readonly #number: number;
  readonly #responses: Responses;

  /** `notify` receives the events. */
  constructor(notify: Notify) {
    this.#responses = new Responses(notify);
    this.#number = this.#thread.beginOwn((text) => this.#responses.receive(text));
  }

  /** Runs a command. Calls back before it returns. */
  post(method: string, params: Parameters, callback: Callback): void {
    const id = this.#responses.expect(callback);
    this.#thread.runOwn(this.#number, JSON.stringify({ id, method, params }), () => !this.#responses.expects(id));
  }

  end(): void {
    this.#thread.endOwn(this.#number);
    this.#responses.close();
  }
}

/** The callbacks of the commands that run. */
class Responses {
  readonly #callbacks = new Map<number, Callback>();
  readonly #notify: Notify;
  #lastId = 0;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Returns the number of the command. */
  expect(callback: Callback): number {
    const id = ++this.#lastId;
    this.#callbacks.set(id, callback);
    return id;
  }

  expects(id: number): boolean {
    return this.#callbacks.has(id);
  }

  /** Receives a response or an event. */
  receive(text: string): void {
    const { id, method, params, result, error }: Message = JSON.parse(text);
    if (id === undefined) return this.#notify(method, params);
    const callback = this.#callbacks.get(id);
    this.#callbacks.delete(id);
    if (error === undefined) callback?.(null, result);
    else callback?.(new ERR_INSPECTOR_COMMAND(error.code, error.message));
  }

  close(): void {
    for (const callback of this.#callbacks.values()) nextTick(callback, new ERR_INSPECTOR_CLOSED());
    this.#callbacks.clear();
  }
}
