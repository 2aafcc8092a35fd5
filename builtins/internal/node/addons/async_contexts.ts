// Asynchronous contexts of addons (`napi_async_init` and what has one of its own): AsyncLocalStorage and async hooks see
// them as resources. Addons name them by number.
import { destroyed, enter, leave, makeScope, currentScope, type Saved, type Scope } from "internal:core/async/context";
import { isLoaded, services } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import { runWaitingTicks } from "internal:core/loop";
import * as uncaught from "internal:core/uncaught";
import defer * as domains from "internal:node/domain/domain";
import { runTask as runNative } from "native:addons";
import { runJobs } from "native:realm";

const { apply } = Reflect;

const scopes = new Map<number, Scope>();
let lastNumber = 0;
const open: (Saved | undefined)[] = [];
/** Whether only native code is on the stack: a callback that ends there runs ticks and promise jobs. */
let isBelowJavaScript = false;

/** Begins a context for a resource; returns its number. */
export function begin(resource: object | undefined, name: string): number {
  const number = ++lastNumber;
  scopes.set(number, makeScope(name, resource, currentScope().asyncId));
  return number;
}

/** Ends a context. */
export function end(number: number): void {
  const scope = scopes.get(number);
  if (scope === undefined) return;
  scopes.delete(number);
  destroyed(scope);
}

function enterContext(number: number): Saved | undefined {
  const scope = scopes.get(number);
  return scope === undefined ? undefined : enter(scope);
}

function drain(): void {
  runJobs();
  runWaitingTicks();
}

/** Calls a function inside of a context. */
export function makeCallback(number: number, callee: Function, receiver: unknown, values: unknown[]): unknown {
  const saved = enterContext(number);
  const isOutermost = isBelowJavaScript;
  isBelowJavaScript = false;
  try {
    // After an exception the domain stays entered: it handles it.
    const hasDomains = number === 0 && isLoaded("internal:node/domain/domain");
    const domain = hasDomains ? domains.enterDomainOf(receiver as object, callee) : undefined;
    const result = apply(callee, receiver, values);
    domain?.exit();
    return result;
  } finally {
    if (saved !== undefined) leave(saved);
    isBelowJavaScript = isOutermost;
    if (isOutermost) drain();
  }
}

/** Enters a context until `closeScope`. */
export function openScope(number: number): void {
  open.push(enterContext(number));
}

/** Leaves the context that was entered last. */
export function closeScope(): void {
  const saved = open.pop();
  if (saved !== undefined) leave(saved);
  if (isBelowJavaScript && open.length === 0) drain();
}

/** Passes an exception to the handlers of uncaught exceptions; one that is lenient only where a flag requests it. */
export function fatalException(error: unknown, isLenient: boolean): void {
  if (!isLenient || option("--force-node-api-uncaught-exceptions-policy") !== undefined) {
    uncaught.handle(error);
    return;
  }
  services().process.emitWarning(
    "Uncaught Node-API callback exception detected, please run node with option " +
      "--force-node-api-uncaught-exceptions-policy=true to handle those exceptions properly.",
    "DeprecationWarning",
    "DEP0168",
  );
}

/** Runs a stored task of an addon inside of a context, as a task of the loop. */
export function runTask(task: number, number: number): void {
  const saved = enterContext(number);
  isBelowJavaScript = number === 0;
  try {
    runNative(task);
  } catch (error) {
    uncaught.handle(error);
  } finally {
    isBelowJavaScript = false;
    if (saved !== undefined) leave(saved);
  }
  runWaitingTicks();
}
