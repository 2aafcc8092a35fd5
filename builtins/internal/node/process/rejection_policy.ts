// What a promise that nobody handled leads to: Node's `--unhandled-rejections`, with the events 'unhandledRejection' and
// 'rejectionHandled'.
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

// The engine has no event for "handled later": reported promises are looked at again, soon at first, then ever less often.
const FIRST_LOOK_MS = 1;
const LOOK_MS_MAX = 256;

let emit: Emit = () => false;
/** Gives the rejection of a promise that belongs to a domain of node:domain to that; undefined: it belongs to none. */
let emitInDomain: ((promise: Promise<unknown>, reason: unknown) => boolean | undefined) | null = null;
let reported: Reported[] = [];
let lastId = 0;
let lookMs = FIRST_LOOK_MS;
let isLooking = false;

/** Sets who emits events of `process`; it returns whether somebody listened. */
export function setEmitter(next: Emit): void {
  emit = next;
}

/** Sets who gives rejections to the domains that they belong to. */
export function setDomains(next: typeof emitInDomain): void {
  emitInDomain = next;
}

const MODES = new Set(["throw", "strict", "warn", "warn-with-error-code", "none"]);

/** What the flag says; a value that it does not have must not swallow rejections. */
function mode(): Mode {
  const given = option("--unhandled-rejections");
  return (MODES.has(given as string) ? given : "throw") as Mode;
}

/** Reports one rejection. */
export function report(promise: Promise<unknown>, reason: unknown): void {
  const id = ++lastId;
  // What the last job left behind has nothing to do with it.
  endTask();
  remember(promise, id);
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
  return (Error as any).isError(reason) ? reason : new ERR_UNHANDLED_REJECTION(textOf(reason));
}

/** A reason as text without running its code. */
function textOf(reason: unknown): string {
  if (typeof reason === "string") return reason;
  if (typeof reason === "function") return Function.prototype.toString.call(reason);
  if (typeof reason !== "object" || reason === null) return String(reason);
  if (Array.isArray(reason)) return "[object Array]";
  return types.isProxy(reason) ? "#<Object>" : `#<${nameOfClass(reason)}>`;
}

function nameOfClass(object: object): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype === null) return "Object";
  const constructor = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof constructor === "function" && typeof constructor.name === "string" && constructor.name !== ""
    ? constructor.name
    : "Object";
}

function warn(reason: any, id: number): void {
  // Objects that only look like errors have a stack to tell, too.
  const isError =
    (typeof reason === "object" && reason !== null && Object.hasOwn(reason, "stack")) || (Error as any).isError(reason);
  const warning: any = new Error(`${EXPLANATION}(rejection id: ${id})`);
  warning.name = "UnhandledPromiseRejectionWarning";
  warning.stack = isError ? stackOf(reason) : `${warning}`;
  warnings.emitWarning(isError ? String(stackOf(reason)) : textOf(reason), "UnhandledPromiseRejectionWarning");
  warnings.emitWarning(warning);
}

function remember(promise: Promise<unknown>, id: number): void {
  reported.push({ promise: new WeakRef(promise), id });
  lookMs = FIRST_LOOK_MS;
  if (isLooking) return;
  isLooking = true;
  setUnrefTimeout(lookLater, lookMs);
}

function lookLater(): void {
  look();
  isLooking = reported.length > 0;
  if (!isLooking) return;
  lookMs = Math.min(lookMs * 2, LOOK_MS_MAX);
  setUnrefTimeout(lookLater, lookMs);
}

/** Emits 'rejectionHandled' for reported promises that got a handler since. Also called before the process ends. */
export function look(): void {
  if (reported.length === 0) return;
  const list = reported;
  reported = [];
  for (const entry of list) {
    const promise = entry.promise.deref();
    if (promise === undefined) continue;
    if (!promiseIsHandled(promise)) reported.push(entry);
    else if (!emit("rejectionHandled", promise)) {
      const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${entry.id})`);
      warning.name = "PromiseRejectionHandledWarning";
      warnings.emitWarning(warning);
    }
  }
}
