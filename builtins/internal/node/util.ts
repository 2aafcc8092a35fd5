// node:util. Each member is in `internal:core/util/*`; they are collected here under Node's names.
import {
  ERR_INVALID_ARG_TYPE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_OUT_OF_RANGE,
  ERR_WORKER_UNSUPPORTED_OPERATION,
  errnoException,
  exceptionWithHostPort,
} from "internal:core/errors";
import { validateNumber, validateObject, validateOneOf, kValidateObjectAllowObjects } from "internal:core/validators";
import { format, formatWithOptions, inspect, stripVTControlCharacters } from "internal:core/util/inspect";
import { callbackify, promisify } from "internal:core/util/promisify";
import { deprecate as deprecateFunction } from "internal:core/util/deprecate";
import { debuglog } from "internal:core/util/debuglog";
import { workerStart } from "internal:core/worker_state";
import types from "internal:node/util/types";
import { extendModuleForHome } from "internal:web/home_extensions";
import defer * as errnos from "internal:core/errno";
import defer * as comparisons from "internal:core/util/comparisons";
import defer * as parseArgsModule from "internal:core/util/parse_args";
import defer * as parseEnvModule from "internal:core/util/parse_env";
import defer * as styleTextModule from "internal:core/util/style_text";
import defer * as callSites from "internal:core/util/call_sites";
import defer * as diffModule from "internal:core/util/diff";
import defer * as mime from "internal:core/util/mime";
import defer * as rateLimits from "internal:core/util/rate_limits";
import defer * as encoding from "web:encoding";
import defer * as abort from "web:abort";
import defer * as signals from "internal:web/abort_transfer";
import defer * as events from "web:event_target";
import defer * as signalTable from "internal:core/signals";

/** Sets the prototype of `constructor.prototype`, and `constructor.super_`. Deprecated; use `class … extends`. */
function inherits(ctor: any, superCtor: any): void {
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE("ctor", "Function", ctor);
  if (superCtor === undefined || superCtor === null) throw new ERR_INVALID_ARG_TYPE("superCtor", "Function", superCtor);
  if (superCtor.prototype === undefined)
    throw new ERR_INVALID_ARG_TYPE("superCtor.prototype", "Object", superCtor.prototype);
  Object.defineProperty(ctor, "super_", { value: superCtor, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
}

function _extend(target: any, source: any): unknown {
  if (source === null || typeof source !== "object") return target;
  for (const key of Object.keys(source).reverse()) target[key] = source[key];
  return target;
}

function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

function checkErrno(err: unknown): asserts err is number {
  validateNumber(err, "err");
  if (err >= 0 || !Number.isSafeInteger(err)) throw new ERR_OUT_OF_RANGE("err", "a negative integer", err);
}

function getSystemErrorName(err: number): string {
  checkErrno(err);
  return errnos.systemErrorName(err);
}

function getSystemErrorMessage(err: number): string {
  checkErrno(err);
  return errnos.systemErrorMessage(err);
}

function getSystemErrorMap(): Map<number, [string, string]> {
  return new Map([...errnos.systemErrorMap()].map(([errno, [name, message]]) => [errno, [name, message]]));
}

function deprecate(
  fn: any,
  message: string,
  code?: string,
  { modifyPrototype }: { modifyPrototype?: boolean } = {},
): unknown {
  return deprecateFunction(fn, message, code, modifyPrototype);
}

function isDeepStrictEqual(val1: unknown, val2: unknown, skipPrototype?: boolean): boolean {
  return comparisons.isDeepStrictEqual(val1, val2, skipPrototype);
}

function toUSVString(input: unknown): string {
  return `${input}`.toWellFormed();
}

/** The exit code with which a shell reports a process that a signal ended: 128 and its number. */
function convertProcessSignalToExitCode(signalCode: string): number {
  validateOneOf(signalCode, "signalCode", Object.keys(signalTable.signals));
  return 128 + signalTable.signals[signalCode]!;
}

function markPromiseAsHandled(promise: unknown): void {
  if (!types.isPromise(promise)) throw new ERR_INVALID_ARG_TYPE("promise", "Promise", promise);
  Promise.prototype.then.call(promise as Promise<unknown>, undefined, () => {});
}

/** A promise that is fulfilled with the event when `signal` is aborted; once `resource` is collected, the signal no longer references it. */
async function aborted(signal: any, resource: unknown): Promise<unknown> {
  if (!(signal instanceof abort.AbortSignal)) {
    // The message is that of a WebIDL conversion.
    throw Object.assign(new TypeError("signal is not of type AbortSignal."), { code: "ERR_INVALID_ARG_TYPE" });
  }
  validateObject(resource, "resource", kValidateObjectAllowObjects);
  if (signal.aborted) return undefined;
  const options = { once: true, [events.kWeakHandler]: resource, [events.kResistStopPropagation]: true };
  return new Promise((resolve) => signal.addEventListener("abort", resolve, options));
}

/** Allows `signal` in the transfer list of a message. Throws ERR_INVALID_ARG_TYPE. */
function transferableAbortSignal(signal: unknown): unknown {
  if (!abort.isAbortSignal(signal)) throw new ERR_INVALID_ARG_TYPE("signal", "AbortSignal", signal);
  return signals.makeTransferable(signal);
}

/** An AbortController whose signal can be in the transfer list of a message. */
function transferableAbortController(): unknown {
  const controller = new abort.AbortController();
  signals.makeTransferable(controller.signal);
  return controller;
}

function setTraceSigInt(_enable: boolean): never {
  if (workerStart() !== null) throw new ERR_WORKER_UNSUPPORTED_OPERATION("Calling util.setTraceSigInt");
  throw new ERR_METHOD_NOT_IMPLEMENTED("util.setTraceSigInt()");
}

const util: any = {
  _errnoException: (...args: unknown[]) => (errnoException as any)(...args),
  _exceptionWithHostPort: (...args: unknown[]) => (exceptionWithHostPort as any)(...args),
  _extend: deprecateFunction(
    _extend,
    "The `util._extend` API is deprecated. Please use Object.assign() instead.",
    "DEP0060",
  ),
  callbackify,
  convertProcessSignalToExitCode,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  styleText(format: any, text: string, options?: any) {
    return styleTextModule.styleText(format, text, options);
  },
  formatWithOptions,
  getCallSites(frameCount?: unknown, options?: unknown) {
    return callSites.getCallSites(frameCount, options);
  },
  getSystemErrorMap,
  getSystemErrorName,
  getSystemErrorMessage,
  inherits,
  inspect,
  isArray: deprecateFunction(
    isArray,
    "The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.",
    "DEP0044",
  ),
  isDeepStrictEqual,
  markPromiseAsHandled,
  promisify,
  stripVTControlCharacters,
  toUSVString,
  transferableAbortSignal,
  transferableAbortController,
  aborted,
  types,
  parseEnv(content: string) {
    return parseEnvModule.parseEnv(content);
  },
  parseArgs(config: object = {}) {
    return parseArgsModule.parseArgs(config);
  },
};

// Classes are loaded on first use.
function defineLazy(name: string, load: () => unknown): void {
  const settle = (value: unknown) =>
    Object.defineProperty(util, name, { value, writable: true, enumerable: true, configurable: true });
  Object.defineProperty(util, name, {
    get() {
      const value = load();
      settle(value);
      return value;
    },
    set: settle,
    enumerable: true,
    configurable: true,
  });
}
defineLazy("TextDecoder", () => encoding.TextDecoder);
defineLazy("TextEncoder", () => encoding.TextEncoder);
defineLazy("MIMEType", () => mime.MIMEType);
defineLazy("MIMEParams", () => mime.MIMEParams);
util.diff = function diff(actual: any, expected: any) {
  return diffModule.diff(actual, expected);
};
util.debounce = function debounce(fn: any, wait: number, options: rateLimits.Options = {}) {
  return rateLimits.debounce(fn, wait, options);
};
util.throttle = function throttle(fn: any, limit: number, interval: number, options: rateLimits.Options = {}) {
  return rateLimits.throttle(fn, limit, interval, options);
};
util.setTraceSigInt = setTraceSigInt;

extendModuleForHome("node:util", util);

export default util;
