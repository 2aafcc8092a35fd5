// AbortController and AbortSignal (https://dom.spec.whatwg.org/#aborting-ongoing-activities).
//
// A signal of AbortSignal.any() references its source signals and reads their state when its own is read. The sources
// reference it only while it has listeners, so any() over a long-lived signal leaks nothing. The runtime keeps a signal of
// AbortSignal.timeout() alive only while it has listeners.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { home } from "internal:core/program";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import { kEvents, kMaxEventTargetListeners } from "internal:core/events/symbols";
import { DOMException } from "web:dom_exception";
import { exposeInterface, oneLevelDeeper } from "web:event";
import {
  Event,
  EventTarget,
  defineEventHandler,
  type EventListener,
  kNewListener,
  kRemoveListener,
  kTrustEvent,
} from "web:event_target";
import defer * as inspecting from "internal:core/util/inspect";
import { ExoticKind, kindOf, proxyTarget } from "native:engine";
import type { InspectOptions } from "internal:web/web_interface";

const kCreate = Symbol("create");
const kInspect = Symbol.for("nodejs.util.inspect.custom");
const trusted = { [kTrustEvent]: true };

// Counts aborts, so that a composite signal that is read later still reports the source that aborted first.
let abortCount = 0;
let compositeCount = 0;
// Time-out signals with listeners, their own or those of any().
const activeTimeouts = new Set<AbortSignal>();
const collectedTimeouts = new FinalizationRegistry<Timeout>((timer) => clearTimeout(timer));

/** Aborts `signal` with `reason`, as its controller would. Does nothing when it has aborted. */
export let abortSignal: (signal: AbortSignal, reason: unknown) => void;
/** A new signal without a controller, for builtins that abort it with `abortSignal`. */
export let createAbortSignal: () => AbortSignal;
/** Whether `value` is an AbortSignal of ours. */
export let isAbortSignal: (value: unknown) => value is AbortSignal;

/** The signal that a proxy has as its target, or an object inherits from: Node's own members work there, too. */
function signalBehind(value: unknown): AbortSignal {
  let object = home() === "node" ? value : null;
  while (typeof object === "object" && object !== null && !isAbortSignal(object))
    object = kindOf(object) === ExoticKind.PROXY ? proxyTarget(object) : safe.getPrototypeOf(object);
  if (!isAbortSignal(object)) throw new errors.ERR_INVALID_THIS("AbortSignal");
  return object;
}

export class AbortSignal extends EventTarget {
  // 0: not aborted; otherwise when it aborted, as a count.
  #abortedAt = 0;
  #reason: unknown = undefined;
  #isTimeout = false;
  #timer: Timeout | null = null;
  // Only for any(): signals that are not composite themselves, and its position in the order of creation.
  #sources: AbortSignal[] | null = null;
  #compositeIndex = 0;
  // Composite signals with listeners that depend on this one.
  #dependents: Set<AbortSignal> | null = null;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
  }

  static {
    createAbortSignal = () => new AbortSignal(kCreate);
    isAbortSignal = (value): value is AbortSignal => typeof value === "object" && value !== null && #abortedAt in value;
    abortSignal = (signal, reason) => {
      if (signal.#abortedAt !== 0) return;
      signal.#mark(++abortCount, reason);
      const dependents = lists.filter([...(signal.#dependents ?? [])], (dependent) => dependent.#abortedAt === 0);
      // The set is in the order of their first listeners; they abort in the order in which any() created them.
      lists.sort(dependents, (left, right) => left.#compositeIndex - right.#compositeIndex);
      for (const dependent of dependents) dependent.#mark(signal.#abortedAt, reason);
      signal.#finish();
      for (const dependent of dependents) dependent.#finish();
    };
  }

  static #of(value: unknown): AbortSignal {
    if (!isAbortSignal(value)) return AbortSignal.#of(signalBehind(value));
    if (value.#sources !== null && value.#abortedAt === 0) value.#readSources();
    return value;
  }

  get aborted(): boolean {
    return AbortSignal.#of(this).#abortedAt !== 0;
  }

  get reason(): any {
    return AbortSignal.#of(this).#reason;
  }

  /** Throws `reason` when this signal has aborted. */
  throwIfAborted(): void {
    const signal = AbortSignal.#of(this);
    if (signal.#abortedAt !== 0) throw signal.#reason;
  }

  /** A signal that has aborted already. */
  static abort(reason: unknown = defaultReason()): AbortSignal {
    const signal = createAbortSignal();
    signal.#mark(++abortCount, reason);
    return signal;
  }

  /** A signal that aborts with a TimeoutError after `delay` milliseconds. Does not keep the process alive. */
  static timeout(delay: number): AbortSignal {
    validators.validateUint32(delay, "delay", false);
    const signal = createAbortSignal();
    signal.#isTimeout = true;
    const weak = new WeakRef(signal);
    const timer = setTimeout(() => {
      const target = weak.deref();
      if (target === undefined) return;
      collectedTimeouts.unregister(target);
      abortSignal(
        target,
        new DOMException(
          home() === "bun" ? "The operation timed out." : "The operation was aborted due to timeout",
          "TimeoutError",
        ),
      );
    }, delay);
    timer.unref();
    signal.#timer = timer;
    collectedTimeouts.register(signal, timer, signal);
    return signal;
  }

  // In Deno a timeout with listeners keeps the process alive.
  #hold(): void {
    activeTimeouts.add(this);
    if (home() === "deno" && this.#abortedAt === 0) this.#timer!.ref();
  }

  /** A signal that aborts as soon as one of `signals` does, with its reason. */
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const given = toSignals(signals);
    const result = createAbortSignal();
    const sources = new Set<AbortSignal>();
    for (const signal of given) {
      if (AbortSignal.#of(signal).#abortedAt !== 0) {
        result.#mark(signal.#abortedAt, signal.#reason);
        return result;
      }
      if (signal.#sources === null) sources.add(signal);
      else for (const source of signal.#sources) sources.add(source);
    }
    result.#sources = [...sources];
    result.#compositeIndex = ++compositeCount;
    return result;
  }

  override [kNewListener](
    size: number,
    type: string,
    listener: EventListener,
    once: boolean,
    capture: boolean,
    passive: boolean,
    weak: object | undefined,
  ): void {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    if (type !== "abort") return;
    const self = AbortSignal.#of(this);
    if (self.#abortedAt !== 0) return;
    if (self.#isTimeout && !weak) self.#hold();
    if (size !== 1) return;
    for (const source of self.#sources ?? []) {
      (source.#dependents ??= new Set()).add(self);
      if (source.#isTimeout) source.#hold();
    }
  }

  override [kRemoveListener](size: number, type: string, listener: EventListener, capture: boolean): void {
    super[kRemoveListener](size, type, listener, capture);
    if (type === "abort" && size === 0) AbortSignal.#of(this).#detach();
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return inspectAs(this, { aborted: this.aborted }, depth, options);
  }

  #mark(when: number, reason: unknown): void {
    this.#abortedAt = when;
    this.#reason = reason;
  }

  // DOM "signal abort" from step 6: the algorithms of builtins are listeners too, so only the event is fired.
  #finish(): void {
    this.dispatchEvent(new Event("abort", trusted));
    this.#detach();
    this.#dependents = null;
    this.#sources = null;
    activeTimeouts.delete(this);
  }

  #detach(): void {
    for (const source of this.#sources ?? []) {
      source.#dependents?.delete(this);
      source.#dropIfUnused();
    }
    this.#dropIfUnused();
  }

  #dropIfUnused(): void {
    if (!this.#isTimeout || (this.#dependents !== null && this.#dependents.size > 0)) return;
    if (hasListeners(this)) return;
    activeTimeouts.delete(this);
    this.#timer!.unref();
  }

  #readSources(): void {
    let first: AbortSignal | null = null;
    for (const source of this.#sources!) {
      if (source.#abortedAt !== 0 && (first === null || source.#abortedAt < first.#abortedAt)) first = source;
    }
    if (first === null) return;
    this.#mark(first.#abortedAt, first.#reason);
    this.#detach();
    this.#sources = null;
  }
}

/** Makes a signal and aborts it. */
export class AbortController {
  #signal: AbortSignal | undefined;

  get signal(): AbortSignal {
    return (this.#signal ??= createAbortSignal());
  }

  /** Aborts the signal; `reason` is a DOMException "AbortError" by default. */
  abort(reason: unknown = defaultReason()): void {
    abortSignal((this.#signal ??= createAbortSignal()), reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return inspectAs(this, { signal: this.signal }, depth, options);
  }
}

function defaultReason(): DOMException {
  const name = home();
  return new DOMException(
    name === "node"
      ? "This operation was aborted"
      : name === "bun"
        ? "The operation was aborted."
        : "The signal has been aborted",
    "AbortError",
  );
}

function hasListeners(signal: AbortSignal): boolean {
  return (signal[kEvents]?.get("abort")?.size ?? 0) > 0;
}

function toSignals(value: unknown): AbortSignal[] {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!isObject || typeof (value as Iterable<unknown>)[Symbol.iterator] !== "function") {
    throw conversionError("signals cannot be converted to sequence.");
  }
  const signals: AbortSignal[] = [];
  for (const signal of value as Iterable<unknown>) {
    if (!isAbortSignal(signal)) throw conversionError(`signals[${signals.length}] is not of type AbortSignal.`);
    lists.push(signals, signal);
  }
  return signals;
}

// Node's Web IDL layer: a plain TypeError with this code.
function conversionError(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

function inspectAs(self: object, members: object, depth: number, options: InspectOptions): unknown {
  if (depth < 0) return self;
  return `${self.constructor.name} ${inspecting.inspect(members, oneLevelDeeper(options))}`;
}

exposeInterface(AbortSignal.prototype, "AbortSignal", ["aborted"]);
defineEventHandler(AbortSignal.prototype, "abort");
exposeInterface(AbortController.prototype, "AbortController", ["signal", "abort"]);
