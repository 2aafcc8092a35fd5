// Worker (https://html.spec.whatwg.org/#dedicated-workers-and-the-worker-interface) as Bun and Deno have it: modules from
// files, `data:` and `blob:` URLs; Bun's `ref`, `unref`, `threadId`, "open" and "close" events; Deno's `name`.
import defer * as permissionScopes from "internal:core/permission_scopes";
import { DOMException } from "web:dom_exception";
import { Event } from "web:event";
import { defineEventHandler, EventTarget, kCreateEvent, kTrustEvent } from "web:event_target";
import { URL } from "web:url";
import { capture, destroyed } from "internal:core/async/context";
import { home, mainUrl } from "internal:core/program";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { launch } from "internal:core/launch";
import { stderrStream, stdoutStream } from "internal:core/stdio";
import { transferListOf } from "internal:web/worker/transfer_list";
import { Thread, type ThreadListener, type ThreadOptions } from "internal:web/worker/thread";
import { deserialize, type Serialized } from "web:structured_clone";
import { cwd } from "native:process";
import { writeBytes, writeError } from "native:stdio";
import defer * as blobUrls from "internal:web/blob_urls";
import defer * as blobSources from "internal:web/worker/blob_source";
import defer * as errorEvents from "web:error_event";
import defer * as errors from "internal:web/worker/errors";
import type { MessagePort } from "web:message_channel";
import defer * as messageEvents from "web:message_event";
import defer * as report from "internal:core/stack/error_report";

/** The "close" event of Bun's workers. */
class WorkerCloseEvent extends Event {
  code: number;
  reason = "";
  wasClean = true;
  constructor(code: number) {
    super("close", { [kTrustEvent]: true });
    this.code = code;
  }
}
Object.defineProperty(WorkerCloseEvent, "name", { value: "CloseEvent" });

/** The members of the constructor's dictionary: those of the standard, of Bun and of Deno. */
interface WorkerOptions {
  name?: unknown;
  type?: unknown;
  ref?: unknown;
  preload?: unknown;
  argv?: Iterable<unknown>;
  execArgv?: Iterable<unknown>;
  env?: Record<string, string> | string;
  deno?: { permissions?: unknown };
}

export class Worker extends EventTarget {
  #thread: Thread;
  #url: string;
  #name: string;
  #threadId: number;
  #isReferenced = true;

  /** Starts the module at `url`. Throws a SyntaxError DOMException for a URL that cannot be parsed. */
  constructor(url: string | URL, options: WorkerOptions | null | undefined = undefined) {
    if (arguments.length === 0) throw new TypeError("Worker constructor: 1 argument required, but only 0 present.");
    super();
    const given = options ?? {};
    this.#url = resolveUrl(`${url}`);
    this.#name = given.name === undefined ? "" : `${given.name}`;
    if (home() === "deno" && given.type !== "module") {
      throw new DOMException("Classic workers are not supported.", "NotSupportedError");
    }
    const listener: ThreadListener = {
      threadMessage: (message) => this.#receive(message),
      threadOnline: () => {
        if (home() === "bun") this.dispatchEvent(new Event("open", { [kTrustEvent]: true }));
      },
      threadOutput: write,
      threadFailed: (error) => this.#pollControl(errors.deserializeError(error), errors.reportOf(error)),
      // Web workers have no limits.
      threadOutOfMemory: () => {},
      threadEnded: (code) => {
        if (scope !== undefined) destroyed(scope);
        if (home() === "bun") this.dispatchEvent(new WorkerCloseEvent(code));
      },
    };
    if (given.deno?.permissions !== undefined) permissionScopes.narrowNextWorker(given.deno.permissions);
    this.#thread = new Thread(listener, startOptions(this.#url, this.#name, given), undefined, []);
    this.#threadId = this.#thread.id;
    const scope = capture("WORKER", { hasRef: () => this.#isReferenced });
    if (given.ref === false) {
      this.#isReferenced = false;
      this.#thread.keepAlive(false);
    }
  }

  /** Sends a clone of `message`; `transfer` (or its member of that name) lists what is moved. Throws a DataCloneError. */
  postMessage(message: unknown, transfer: unknown = undefined): void {
    this.#thread.post(message, transferListOf(transfer));
  }

  /** Ends the worker, also while it runs code. */
  terminate(): void {
    this.#isReferenced = false;
    this.#thread.terminate();
  }

  /** Keeps the process alive while the worker runs, as it does from the start. */
  ref(): void {
    this.#isReferenced = true;
    this.#thread.keepAlive(true);
  }
  unref(): void {
    this.#isReferenced = false;
    this.#thread.keepAlive(false);
  }

  get threadId(): number {
    return this.#threadId;
  }

  override [kCreateEvent](data: unknown, type: string): Event {
    return new messageEvents.MessageEvent(type, { data, [kTrustEvent]: true });
  }

  #receive({ bytes, transferred }: Serialized): void {
    let event: Event;
    try {
      const data = deserialize(bytes, transferred);
      const ports = (transferred as { port?: MessagePort }[])
        .map((item) => item.port)
        .filter((port) => port !== undefined);
      event = new messageEvents.MessageEvent("message", { data, ports, [kTrustEvent]: true });
    } catch (error) {
      event = new messageEvents.MessageEvent("messageerror", { data: error, [kTrustEvent]: true });
    }
    this.dispatchEvent(event);
  }

  #pollControl(error: unknown, text: string | undefined): void {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : `${String(error)}`;
    const place = placeOf(error);
    const isDeno = home() === "deno";
    let isInPromise = false;
    if (isDeno) {
      const said = (text ?? report.describe(error, "")).replace(/^error: (?:Uncaught )?/, "").trimEnd();
      isInPromise = said.startsWith(IN_PROMISE);
      writeError(`error: Uncaught (in worker "${this.#name}") ${said}\n`);
    }
    const event = new errorEvents.ErrorEvent("error", {
      message: isDeno ? `Uncaught ${isInPromise ? IN_PROMISE : ""}${message}` : message,
      ...place,
      error: isDeno ? null : error,
      cancelable: true,
      [kTrustEvent]: true,
    });
    // Deno's parent fails with its worker unless it handles the event; Bun's continues.
    if (this.dispatchEvent(event) && isDeno) void Promise.reject(new Error("Unhandled error in child worker."));
  }
}
for (const member of ["postMessage", "terminate", "ref", "unref", "threadId"] as const) {
  Object.defineProperty(Worker.prototype, member, { enumerable: true });
}
Object.defineProperty(Worker.prototype, Symbol.toStringTag, { value: "Worker", configurable: true });
Object.defineProperty(Worker, "length", { value: 1, configurable: true });
for (const name of ["message", "messageerror", "error"]) defineEventHandler(Worker.prototype, name);

/** How Deno's report of an exception that rejected a promise, or failed the main module, begins. */
const IN_PROMISE = "(in promise) ";

function resolveUrl(text: string): string {
  if (text.startsWith("/")) return fileUrl(text);
  const base = mainUrl() || `${fileUrl(cwd())}/`;
  if (URL.canParse(text)) return new URL(text).href;
  // Bun resolves a path against the working directory; Deno throws without a base.
  const against = home() === "bun" ? `${fileUrl(cwd())}/` : base;
  if (!URL.canParse(text, against)) throw new DOMException(`'${text}' is not a valid URL.`, "SyntaxError");
  return new URL(text, against).href;
}

function startOptions(url: string, name: string, given: WorkerOptions): ThreadOptions {
  const { entryKind, entry, inputType } = entryOf(url);
  const preload = given.preload === undefined ? [] : Array.isArray(given.preload) ? given.preload : [given.preload];
  return {
    isWeb: true,
    entryKind,
    entry,
    inputType,
    // In Deno, source of a Blob has its address, and imports nothing that is relative.
    ...(home() === "deno" && entryKind === "code" ? { codeUrl: url } : {}),
    name,
    ...(given.argv === undefined ? {} : { arguments: [...given.argv].map(String) }),
    ...(given.execArgv === undefined ? {} : { execArguments: [...given.execArgv].map(String) }),
    ...(given.env === undefined || typeof given.env !== "object" ? {} : { environment: { ...given.env } }),
    import: [...launch().import, ...preload.map(String)],
  };
}

function entryOf(url: string): { entryKind: "path" | "url" | "code"; entry: string; inputType: string | null } {
  if (url.startsWith("blob:")) {
    const blob = blobUrls.resolveObjectURL(url);
    if (blob === undefined) throw new DOMException(`'${url}' names no blob.`, "NotFoundError");
    return { entryKind: "code", entry: blobSources.sourceOf(blob), inputType: "module-typescript" };
  }
  const path = pathOfFileUrl(url);
  if (path === null) return { entryKind: "url", entry: url, inputType: null };
  return url.includes("?") || url.includes("#")
    ? { entryKind: "url", entry: url, inputType: null }
    : { entryKind: "path", entry: path, inputType: null };
}

function write(descriptor: number, bytes: Uint8Array): void {
  const stream = descriptor === 1 ? stdoutStream() : stderrStream();
  if (stream === undefined) writeBytes(descriptor, bytes);
  else stream.write(bytes);
}

function placeOf(error: unknown): { filename?: string; lineno?: number; colno?: number } {
  const stack = (error as { stack?: unknown } | null | undefined)?.stack;
  const found = typeof stack === "string" ? /(?:\(|at )(?!ext:)([^()\s]+):(\d+):(\d+)\)?/.exec(stack) : null;
  return found === null ? {} : { filename: found[1]!, lineno: Number(found[2]), colno: Number(found[3]) };
}
