// EventTarget of the DOM standard (https://dom.spec.whatwg.org/#interface-eventtarget) without a tree, and the `on<event>`
// attributes (https://html.spec.whatwg.org/#event-handler-attributes), with Node's additions: the warning about leaks,
// weak listeners, and the hooks kNewListener, kRemoveListener, kHybridDispatch and kCreateEvent for subclasses.
import defer * as errors from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { emitWarning } from "internal:core/process/warn";
import defer * as validators from "internal:core/validators";
import { getDefaultMaxListeners, warnAboutTarget } from "internal:core/events/limits";
import {
  kEvents,
  kIsEventTarget,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
  kResistStopPropagation,
  kWeakHandler,
} from "internal:core/events/symbols";
import { CustomEvent, Event, dispatching, exposeInterface, kTrustEvent, oneLevelDeeper } from "web:event";
import {
  CAPTURE,
  NODE_STYLE,
  ONCE,
  PASSIVE,
  RESISTS_STOP,
  Registration,
  Registrations,
  type EventListener,
} from "web:event_listeners";
import defer * as inspecting from "internal:core/util/inspect";
import type { AbortSignal } from "web:abort";
import type { InspectOptions } from "internal:web/web_interface";

export { CustomEvent, Event, kEvents, kResistStopPropagation, kTrustEvent, kWeakHandler };
export type { EventListener };

/** Hook `(size, type, listener, once, capture, passive, weak)`, called after a listener was added. */
export const kNewListener: unique symbol = Symbol("kNewListener");
/** Hook `(size, type, listener, capture)`, called after a listener was removed. */
export const kRemoveListener: unique symbol = Symbol("kRemoveListener");
/** Hook `(value, type)`: creates the event for listeners of web style when a plain value was emitted. */
export const kCreateEvent: unique symbol = Symbol("kCreateEvent");
/** Method `(value, type, event?)`: the dispatch itself. */
export const kHybridDispatch: unique symbol = Symbol.for("nodejs.internal.kHybridDispatch");
/** Option of addEventListener: the listener receives the emitted value, not an event. */
export const kIsNodeStyleListener: unique symbol = Symbol("kIsNodeStyleListener");
const kHandlers = Symbol("kHandlers");
const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** The dictionary of addEventListener, as programs and builtins pass it. */
export interface AddEventListenerOptions {
  once?: unknown;
  capture?: unknown;
  passive?: unknown;
  signal?: unknown;
  [kIsNodeStyleListener]?: unknown;
  [kResistStopPropagation]?: unknown;
  [kWeakHandler]?: object | undefined;
}

interface ListenerOptions {
  flags: number;
  signal: AbortSignal | undefined;
  owner: object | undefined;
}
const noOptions: ListenerOptions = { flags: 0, signal: undefined, owner: undefined };

/** Whether `value` is an EventTarget of ours. */
export function isEventTarget(value: unknown): value is EventTarget {
  return Boolean((value as { constructor?: typeof EventTarget } | null | undefined)?.constructor?.[kIsEventTarget]);
}

/** Does what EventTarget's constructor does, for objects that are created without it. */
export function initEventTarget(object: object): void {
  const target = object as EventTarget;
  target[kEvents] = undefined;
  target[kMaxEventTargetListeners] = getDefaultMaxListeners();
  target[kMaxEventTargetListenersWarned] = false;
  target[kHandlers] = undefined;
}

export class EventTarget {
  static [kIsEventTarget] = true;
  declare [kEvents]: Map<string, Registrations> | undefined;
  declare [kMaxEventTargetListeners]: number;
  declare [kMaxEventTargetListenersWarned]: boolean;
  declare [kHandlers]: Map<string, Handler> | undefined;

  constructor() {
    initEventTarget(this);
  }

  addEventListener(
    type: string,
    listener: EventListener | null,
    options: AddEventListenerOptions | boolean | null | undefined = undefined,
  ): void {
    if (!isEventTarget(this)) throw new errors.ERR_INVALID_THIS("EventTarget");
    if (arguments.length < 2) throw new errors.ERR_MISSING_ARGS("type", "listener");
    const { flags, signal, owner } = options === undefined ? noOptions : readOptions(options);
    if (signal !== undefined) {
      validators.validateAbortSignal(signal, "options.signal");
      if (signal.aborted) return;
    }
    if (!isListener(listener)) {
      warnWithoutEffect(this, type, listener);
      return;
    }
    const name = typeof type === "string" ? type : toDOMString(type);
    const events = (this[kEvents] ??= new Map());
    let registrations = events.get(name);
    if (registrations === undefined) events.set(name, (registrations = new Registrations()));
    else if (registrations.indexOf(listener, flags) >= 0) return;
    registrations.add(
      owner === undefined ? new Registration(listener, flags) : weakRegistration(this, name, listener, flags, owner),
    );
    if (signal !== undefined) removeOnAbort(this, signal, name, listener, flags);
    this[kNewListener](
      registrations.size,
      name,
      listener,
      (flags & ONCE) !== 0,
      (flags & CAPTURE) !== 0,
      (flags & PASSIVE) !== 0,
      owner,
    );
  }

  removeEventListener(
    type: string,
    listener: EventListener | null,
    options: { capture?: unknown } | boolean | null | undefined = undefined,
  ): void {
    if (!isEventTarget(this)) throw new errors.ERR_INVALID_THIS("EventTarget");
    if (arguments.length < 2) throw new errors.ERR_MISSING_ARGS("type", "listener");
    if (!isListener(listener)) return;
    const name = toDOMString(type);
    const capture = typeof options === "boolean" ? options : Boolean(options?.capture);
    const registrations = this[kEvents]?.get(name);
    if (registrations === undefined) return;
    const index = registrations.indexOf(listener, capture ? CAPTURE : 0);
    if (index >= 0) removeAt(this, registrations, index, name, listener);
  }

  /** Calls the listeners. Returns false when one of them cancelled the event. */
  dispatchEvent(event: Event): boolean {
    if (!isEventTarget(this)) throw new errors.ERR_INVALID_THIS("EventTarget");
    if (arguments.length < 1) throw new errors.ERR_MISSING_ARGS("event");
    if (!dispatching.isEvent(event)) throw new errors.ERR_INVALID_ARG_TYPE("event", "Event", event);
    if (dispatching.isRunning(event)) throw new errors.ERR_EVENT_RECURSION(event.type);
    this[kHybridDispatch](event, event.type, event);
    return event.defaultPrevented !== true;
  }

  [kHybridDispatch](value: unknown, type: string, event?: Event | undefined): void {
    if (event !== undefined) dispatching.begin(event, this);
    const registrations = this[kEvents]?.get(type);
    if (registrations !== undefined) {
      const { list } = registrations;
      registrations.shared = true;
      for (let index = 0; index < list.length; index++) {
        const registration = list[index]!;
        if (registration.removed) continue;
        if (event !== undefined && dispatching.isStopped(event) && (registration.flags & RESISTS_STOP) === 0) continue;
        event = invoke(this, registrations, registration, type, value, event);
      }
    }
    if (event !== undefined) dispatching.end(event);
  }

  [kCreateEvent](value: unknown, type: string): Event {
    return new CustomEvent(type, { detail: value });
  }

  [kNewListener](size: number, type: string, ..._rest: unknown[]): void {
    const limit = this[kMaxEventTargetListeners];
    if (limit > 0 && size > limit && !this[kMaxEventTargetListenersWarned]) warnAboutTarget(this, type, size);
  }

  [kRemoveListener](_size: number, _type: string, ..._rest: unknown[]): void {}

  [kInspect](depth: number, options: InspectOptions): string {
    const name = this.constructor.name;
    return depth < 0 ? name : `${name} ${inspecting.inspect({}, oneLevelDeeper(options))}`;
  }
}
exposeInterface(EventTarget.prototype, "EventTarget", ["addEventListener", "removeEventListener", "dispatchEvent"]);

function invoke(
  target: EventTarget,
  registrations: Registrations,
  registration: Registration,
  type: string,
  value: unknown,
  event: Event | undefined,
): Event | undefined {
  const { flags } = registration;
  const listener = registration.currentListener();
  if ((flags & ONCE) !== 0) {
    const index = registrations.list.indexOf(registration);
    if (index >= 0) removeAt(target, registrations, index, type, listener);
  }
  if (listener === undefined) return event;
  const nodeStyle = (flags & NODE_STYLE) !== 0;
  try {
    if (!nodeStyle && event === undefined) {
      event = target[kCreateEvent](value, type);
      dispatching.begin(event, target);
    }
    const argument = nodeStyle ? value : event;
    const passive = (flags & PASSIVE) !== 0 && !nodeStyle;
    if (passive) dispatching.setPassive(event!, true);
    try {
      const result = call(listener, target, argument);
      if (result !== undefined && result !== null) reportRejection(result);
    } finally {
      if (passive) dispatching.setPassive(event!, false);
    }
  } catch (error) {
    if (report === null) nextTick(throwUncaught, error);
    else report(error);
  }
  return event;
}

function call(listener: EventListener, target: object, argument: unknown): unknown {
  if (typeof listener === "function") return listener.call(target, argument);
  const { handleEvent } = listener;
  // Web IDL callback interfaces: the method is looked up at each call.
  return handleEvent ? handleEvent.call(listener, argument) : undefined;
}

function reportRejection(result: NonNullable<unknown>): void {
  const { then } = result as { then?: unknown };
  if (typeof then === "function") then.call(result, undefined, (error: unknown) => nextTick(throwUncaught, error));
}

/** Receives the errors of listeners; null: they are thrown in a tick. */
let report: ((error: unknown) => void) | null = null;

/** Calls `action`; errors of the listeners that it calls are reported at once. */
export function withReport(receive: (error: unknown) => void, action: () => void): void {
  report = receive;
  try {
    action();
  } finally {
    report = null;
  }
}

function throwUncaught(error: unknown): never {
  throw error;
}

function removeAt(
  target: EventTarget,
  registrations: Registrations,
  index: number,
  type: string,
  listener: EventListener | undefined,
): void {
  const capture = (registrations.list[index]!.flags & CAPTURE) !== 0;
  registrations.removeAt(index);
  if (registrations.size === 0) target[kEvents]!.delete(type);
  target[kRemoveListener](registrations.size, type, listener, capture);
}

// Apart from addEventListener: a closure there would cost each of its calls an environment.
function weakRegistration(
  target: EventTarget,
  type: string,
  listener: EventListener,
  flags: number,
  owner: object,
): Registration {
  const registration = new Registration(listener, flags, owner, () => removeCollected(target, type, registration));
  return registration;
}

function removeCollected(target: EventTarget, type: string, registration: Registration): void {
  const registrations: Registrations | undefined = target[kEvents]?.get(type);
  const index = registrations === undefined ? -1 : registrations.list.indexOf(registration);
  if (index >= 0) removeAt(target, registrations!, index, type, undefined);
}

function removeOnAbort(
  target: EventTarget,
  signal: AbortSignal,
  type: string,
  listener: EventListener,
  flags: number,
): void {
  const remove = (): void => target.removeEventListener(type, listener, (flags & CAPTURE) !== 0);
  // Weak, so that a long-lived signal does not keep every target alive that it was used with.
  signal.addEventListener("abort", remove, { once: true, [kWeakHandler]: target, [kResistStopPropagation]: true });
}

function readOptions(options: AddEventListenerOptions | boolean | null): ListenerOptions {
  if (typeof options === "boolean")
    return options ? { flags: CAPTURE, signal: undefined, owner: undefined } : noOptions;
  if (options === null) return noOptions;
  if (typeof options !== "object" && typeof options !== "function") {
    throw new errors.ERR_INVALID_ARG_TYPE("options", "Object", options);
  }
  return {
    flags:
      (options.once ? ONCE : 0) |
      (options.capture ? CAPTURE : 0) |
      (options.passive ? PASSIVE : 0) |
      (options[kIsNodeStyleListener] ? NODE_STYLE : 0) |
      (options[kResistStopPropagation] ? RESISTS_STOP : 0),
    signal: options.signal as AbortSignal | undefined,
    owner: options[kWeakHandler],
  };
}

function isListener(listener: unknown): listener is EventListener {
  if (typeof listener === "function") return true;
  if (listener === undefined || listener === null) return false;
  if (typeof listener === "object") return true;
  throw new errors.ERR_INVALID_ARG_TYPE("listener", "EventListener", listener);
}

function warnWithoutEffect(target: object, type: unknown, listener: unknown): void {
  const warning = new Error(`addEventListener called with ${listener} which has no effect.`);
  emitWarning(Object.assign(warning, { name: "AddEventListenerArgumentTypeWarning", target, type }));
}

/** Web IDL's conversion to DOMString, with Node's error for a symbol. */
function toDOMString(value: unknown): string {
  if (typeof value === "symbol") {
    throw Object.assign(new TypeError("Value is a Symbol and cannot be converted to a string."), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  }
  return `${value}`;
}

/**
 * Defines the attribute `on<name>` on `prototype`: assigning a function listens for `event`, null stops it.
 * The handler's place in the order of listeners is that of its first assignment.
 */
export function defineEventHandler(prototype: object, name: string, event: string = name): void {
  const property = `on${name}`;
  Object.defineProperty(prototype, property, {
    ...Object.getOwnPropertyDescriptor(
      {
        get [property](): object | null {
          return handlersOf(this)?.get(event)?.handler ?? null;
        },
        set [property](value: unknown) {
          setHandler(this, event, value);
        },
      },
      property,
    ),
    enumerable: true,
    configurable: true,
  });
}

/** An event handler: the assigned value, and the listener that calls it. */
interface Handler {
  handler: object | null;
  listener: (argument: unknown) => unknown;
}

function handlersOf(target: unknown): Map<string, Handler> | undefined {
  if (typeof target !== "object" || target === null || !(kHandlers in target))
    throw new errors.ERR_INVALID_THIS("EventTarget");
  return (target as EventTarget)[kHandlers];
}

function setHandler(self: unknown, event: string, value: unknown): void {
  const target = self as EventTarget;
  const handlers: Map<string, Handler> = handlersOf(target) ?? (target[kHandlers] = new Map());
  const handler = typeof value === "function" || (typeof value === "object" && value !== null) ? value : null;
  let entry = handlers.get(event);
  if (entry === undefined) {
    entry = {
      handler: null,
      listener(this: unknown, argument: unknown): unknown {
        return typeof entry!.handler === "function" ? entry!.handler.call(this, argument) : undefined;
      },
    };
    handlers.set(event, entry);
  }
  entry.handler = handler;
  // A duplicate addition leaves the place unchanged; deactivating gives it up (HTML §8.1.8.1).
  if (handler === null) target.removeEventListener(event, entry.listener);
  else target.addEventListener(event, entry.listener);
}
