// The part of an `inspector.Session` that the program cannot run itself: the domains Debugger and NodeWorker, and the objects that the
// engine describes while the program is paused. The thread that serves debuggers runs these commands, and the program waits.
import { ERR_INSPECTOR_CLOSED, ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { ownThreadSide } from "internal:node/inspector/inspected";
import type { InspectedThread } from "internal:node/inspector/inspected_thread";

type Parameters = Record<string, unknown>;
/** Receives the result of a command. */
type Callback = (error: unknown, result?: unknown) => void;

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

export class OwnSession {
  readonly #thread: InspectedThread = ownThreadSide();
  readonly #number: number;
  readonly #callbacks = new Map<number, Callback>();
  readonly #notify: (method: string, parameters: object) => void;
  #lastId = 0;

  /** `notify` receives the events. */
  constructor(notify: (method: string, parameters: object) => void) {
    this.#notify = notify;
    this.#number = this.#thread.beginOwn((text) => this.#receive(JSON.parse(text)));
  }

  /** Runs a command. Calls back before it returns. */
  post(method: string, params: Parameters, callback: Callback): void {
    const id = ++this.#lastId;
    this.#callbacks.set(id, callback);
    this.#thread.runOwn(this.#number, JSON.stringify({ id, method, params }), () => !this.#callbacks.has(id));
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (id === undefined) return this.#notify(method, params);
    const callback = this.#callbacks.get(id);
    this.#callbacks.delete(id);
    if (error === undefined) callback?.(null, result);
    else callback?.(new ERR_INSPECTOR_COMMAND(error.code, error.message));
  }

  end(): void {
    this.#thread.endOwn(this.#number);
    for (const callback of this.#callbacks.values()) nextTick(callback, new ERR_INSPECTOR_CLOSED());
  }
}
