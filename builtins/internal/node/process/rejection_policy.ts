// Unhandled rejections: Node's `--unhandled-rejections`, with the events 'unhandledRejection' and 'rejectionHandled'.
import { home } from "internal:core/program";
import { safe } from "internal:core/bootstrap";
import { endTask, inScopeOfRejection } from "internal:core/async/context";
import { option } from "internal:core/launch";
import { setExitCode } from "internal:core/process/state";
import { stackOf } from "internal:core/stack/stack";
import { setUnrefTimeout } from "internal:core/timers";
import * as uncaught from "internal:core/uncaught";
import defer * as types from "internal:core/util/types";
import defer * as warnings from "internal:core/process/warn";
import { ERR_UNHANDLED_REJECTION } from "internal:core/errors";
import { promiseIsHandled } from "native:engine";

type Emit = (event: string, ...args: unknown[]) => boolean;
type Mode = "throw" | "strict" | "warn" | "warn-with-error-code" | "none";

interface Reported {
  promise: WeakRef<Promise<unknown>>;
  id: number;
}

const EXPLANATION =
  "Unhandled promise rejection. This error originated either by throwing inside of an async function without a catch block, " +
  "or by rejecting a promise which was not handled with .catch(). To terminate the node process on unhandled promise rejection, " +
  "use the CLI flag `--unhandled-rejections=strict` (see https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ";

// The engine has no event for "handled later": reported promises are polled, with growing intervals.
const FIRST_POLL_MS = 1;
const POLL_MS_MAX = 256;

let emit: Emit = () => false;
/** Emits the rejection of a promise in its domain (node:domain); undefined when it has none. */
let emitInDomain: ((promise: Promise<unknown>, reason: unknown) => boolean | undefined) | null = null;
let reported: Reported[] = [];
let lastId = 0;
let pollMs = FIRST_POLL_MS;
let isPolling = false;

/** Sets the function that emits events of `process`; it returns whether there were listeners. */
export function setEmitter(next: Emit): void {
  emit = next;
}

/** Sets the function that emits rejections in their domains. */
export function setDomains(next: typeof emitInDomain): void {
  emitInDomain = next;
}

/** Receives how many promises without a handler were reported so far, and how many of them got one since. */
let counter: ((unhandled: number, handledAfter: number) => void) | null = null;
let handledAfter = 0;

/** Sets the function that receives the numbers of rejections whenever they change. */
export function countRejections(next: typeof counter): void {
  counter = next;
}

const MODES: Record<string, boolean | undefined> = {
  __proto__: null as never,
  throw: true,
  strict: true,
  warn: true,
  "warn-with-error-code": true,
  none: true,
};

/** The value of the flag; an invalid one must not ignore rejections. */
function mode(): Mode {
  const value = option("--unhandled-rejections");
  return (MODES[value as string] === true ? value : "throw") as Mode;
}

/** Reports one rejection. */
export function report(promise: Promise<unknown>, reason: unknown): void {
  const id = ++lastId;
  // The asynchronous context of the last job does not apply.
  endTask();
  track(promise, id);
  counter?.(lastId, handledAfter);
  inScopeOfRejection(promise, () => {
    try {
      decide(mode(), promise, reason, id);
    } catch (error) {
      // A listener threw.
      uncaught.handle(error);
    }
  });
}

function decide(policy: Mode, promise: Promise<unknown>, reason: unknown, id: number): void {
  if (uncaught.takenByRunner(reason)) return;
  if (policy === "strict") uncaught.handle(asError(reason), "unhandledRejection");
  const isHandled = emitInDomain?.(promise, reason) ?? emit("unhandledRejection", reason, promise);
  if (policy === "warn" || (!isHandled && policy === "strict")) warn(reason, id);
  if (isHandled) return;
  if (policy === "throw") uncaught.handle(asError(reason), "unhandledRejection");
  else if (policy === "warn-with-error-code") {
    warn(reason, id);
    setExitCode(1);
  }
}

function asError(reason: unknown): unknown {
  // The other homes report the reason itself.
  return safe.isError(reason) || home() !== "node" ? reason : new ERR_UNHANDLED_REJECTION(describe(reason));
}

/** Converts a reason to a string without running the program's code. */
function describe(reason: unknown): string {
  if (typeof reason === "string") return reason;
  if (typeof reason === "function") return Function.prototype.toString.call(reason);
  if (typeof reason !== "object" || reason === null) return String(reason);
  if (safe.isArray(reason)) return "[object Array]";
  return types.isProxy(reason) ? "#<Object>" : `#<${nameOfClass(reason)}>`;
}

function nameOfClass(object: object): string {
  const prototype = safe.getPrototypeOf(object);
  if (prototype === null) return "Object";
  const constructor = safe.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof constructor === "function" && typeof constructor.name === "string" && constructor.name !== ""
    ? constructor.name
    : "Object";
}

function warn(reason: any, id: number): void {
  // Objects that only resemble errors may have a stack, too.
  const hasStack =
    (typeof reason === "object" && reason !== null && safe.hasOwn(reason, "stack")) || safe.isError(reason);
  const warning = new Error(`${EXPLANATION}(rejection id: ${id})`) as { stack?: unknown } & Error;
  warning.name = "UnhandledPromiseRejectionWarning";
  warning.stack = hasStack ? stackOf(reason) : `${warning}`;
  warnings.emitWarning(hasStack ? String(stackOf(reason)) : describe(reason), "UnhandledPromiseRejectionWarning");
  warnings.emitWarning(warning);
}

function track(promise: Promise<unknown>, id: number): void {
  safe.push(reported, { promise: new WeakRef(promise), id });
  pollMs = FIRST_POLL_MS;
  if (isPolling) return;
  isPolling = true;
  setUnrefTimeout(pollAgain, pollMs);
}

function pollAgain(): void {
  look();
  isPolling = reported.length > 0;
  if (!isPolling) return;
  pollMs = safe.min(pollMs * 2, POLL_MS_MAX);
  setUnrefTimeout(pollAgain, pollMs);
}

/** Emits 'rejectionHandled' for reported promises that have a handler now. Also called before the process exits. */
export function look(): void {
  if (reported.length === 0) return;
  const list = reported;
  reported = [];
  for (const entry of list) {
    const promise = entry.promise.deref();
    if (promise === undefined) continue;
    if (!promiseIsHandled(promise)) {
      safe.push(reported, entry);
      continue;
    }
    handledAfter++;
    counter?.(lastId, handledAfter);
    if (!emit("rejectionHandled", promise)) {
      const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${entry.id})`);
      warning.name = "PromiseRejectionHandledWarning";
      warnings.emitWarning(warning);
    }
  }
}
