// The class EventEmitter of node:events: adds and removes listeners, and emits. Promises, iterators and the functions that
// also accept event targets are in sibling files; `node:events` exports all of them.
//
// `_events` maps a name to a single function, or to an array of at least two. An array that was emitted is marked
// `shared`: a later change of the listeners copies it first, so that an emit in progress iterates over the list it
// began with, without a copy or a counter per emit.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import { nextTick } from "internal:core/ticks";
import { getDefaultMaxListeners, warnAboutEmitter } from "internal:core/events/limits";
import {
  kCapture,
  kEnhanceStackBeforeInspector,
  kErrorMonitor,
  kRejection,
  kShapeMode,
} from "internal:core/events/symbols";
import defer * as stacks from "internal:core/stack/stack";
import defer * as inspecting from "internal:core/util/inspect";

export type EventName = string | symbol;
export type Listener = ((...args: any[]) => any) & { listener?: Listener };
export interface EventEmitterOptions {
  captureRejections?: boolean;
}
type ListenerList = Listener[] & { shared?: boolean; warned?: boolean };
/** The listeners by event name. */
type Events = { [type: EventName]: Listener | ListenerList | undefined };

/** The members of an EventEmitter. The underscored ones are Node's, and programs use them. */
export interface EventEmitter {
  _events: any;
  _eventsCount: number;
  _maxListeners: number | undefined;
  on(type: EventName, listener: Listener): this;
  addListener(type: EventName, listener: Listener): this;
  once(type: EventName, listener: Listener): this;
  prependListener(type: EventName, listener: Listener): this;
  prependOnceListener(type: EventName, listener: Listener): this;
  off(type: EventName, listener: Listener): this;
  removeListener(type: EventName, listener: Listener): this;
  removeAllListeners(type?: EventName): this;
  emit(type: EventName, ...args: any[]): boolean;
  listeners(type: EventName): Listener[];
  rawListeners(type: EventName): Listener[];
  listenerCount(type: EventName, listener?: Listener): number;
  eventNames(): EventName[];
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
}

export interface EventEmitterConstructor {
  new (options?: EventEmitterOptions): EventEmitter;
  (this: object, options?: EventEmitterOptions): void;
  prototype: any;
  [member: string]: any;
}

/** An emitter inside of this module, with its state. */
interface Emitter extends EventEmitter {
  _events: Events;
  [kCapture]: boolean;
  [kShapeMode]: boolean;
  [kRejection]?(error: unknown, type: EventName, ...args: unknown[]): void;
}

/** `events.EventEmitter`. Callable without `new` on a prepared object: `EventEmitter.call(this)`. */
export const EventEmitter = function EventEmitter(this: object, options?: EventEmitterOptions) {
  (EventEmitter as EventEmitterConstructor).init.call(this, options);
} as EventEmitterConstructor;

const { create } = safe;
const prototype = EventEmitter.prototype;
safe.defineProperty(prototype, kCapture, { value: false, writable: true, enumerable: false });
prototype._events = undefined;
prototype._eventsCount = 0;
prototype._maxListeners = undefined;

EventEmitter.init = function (this: Emitter, options?: EventEmitterOptions): void {
  if (this._events === undefined || this._events === safe.getPrototypeOf(this)._events) {
    this._events = emptyEvents();
    this._eventsCount = 0;
    this[kShapeMode] = false;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners ||= undefined;
  if (options?.captureRejections) {
    validators.validateBoolean(options.captureRejections, "options.captureRejections");
    this[kCapture] = true;
  } else {
    this[kCapture] = prototype[kCapture];
  }
};

prototype.setMaxListeners = function setMaxListeners(this: Emitter, n: number) {
  if (typeof n !== "number" || !(n >= 0)) validators.validateNumber(n, "setMaxListeners", 0);
  this._maxListeners = n;
  return this;
};

prototype.getMaxListeners = function getMaxListeners(this: Emitter) {
  return maxListenersOf(this);
};

/** The limit of `emitter`. */
export function maxListenersOf(emitter: EventEmitter): number {
  return emitter._maxListeners === undefined ? getDefaultMaxListeners() : emitter._maxListeners;
}

// The rest array is never allocated once the function is hot: the engine sinks the allocation into the calls below, but only
// where the array is not passed on, so errors are emitted elsewhere. `arguments` or fixed parameters with a count measured slower.
prototype.emit = function emit(this: Emitter, type: EventName, ...args: unknown[]): boolean {
  const events = this._events;
  if (type === "error") return emitError(this, events, args);
  if (events === undefined) return false;
  const handler = events[type];
  if (handler === undefined) return false;
  if (typeof handler === "function") {
    let result: unknown;
    switch (args.length) {
      case 0:
        result = handler.call(this);
        break;
      case 1:
        result = handler.call(this, args[0]);
        break;
      case 2:
        result = handler.call(this, args[0], args[1]);
        break;
      default:
        result = callListener(handler, this, args);
    }
    if (result !== undefined && result !== null && this[kCapture]) captureRejection(this, result, type, args);
    return true;
  }
  handler.shared = true;
  for (let index = 0; index < handler.length; index++) {
    const result = callListener(handler[index]!, this, args);
    if (result !== undefined && result !== null && this[kCapture]) captureRejection(this, result, type, args);
  }
  return true;
};

/** Emits an error: to monitors first, then to its listeners. Throws it when it has none. */
function emitError(emitter: Emitter, events: Events | undefined, args: unknown[]): boolean {
  if (events !== undefined && events[kErrorMonitor] !== undefined) emitter.emit(kErrorMonitor, ...args);
  const handler = events?.error;
  if (handler === undefined) throw unhandledError(emitter, args);
  if (typeof handler === "function") {
    callForError(handler, emitter, args);
    return true;
  }
  handler.shared = true;
  for (let index = 0; index < handler.length; index++) callForError(handler[index]!, emitter, args);
  return true;
}

function callForError(listener: Listener, emitter: Emitter, args: unknown[]): void {
  const result = callListener(listener, emitter, args);
  if (result !== undefined && result !== null && emitter[kCapture]) captureRejection(emitter, result, "error", args);
}

// A call with a fixed number of arguments is a plain call for the engine; the spread is only for the rare long ones.
function callListener(listener: Listener, emitter: Emitter, args: unknown[]): unknown {
  switch (args.length) {
    case 0:
      return listener.call(emitter);
    case 1:
      return listener.call(emitter, args[0]);
    case 2:
      return listener.call(emitter, args[0], args[1]);
    case 3:
      return listener.call(emitter, args[0], args[1], args[2]);
    case 4:
      return listener.call(emitter, args[0], args[1], args[2], args[3]);
    case 5:
      return listener.call(emitter, args[0], args[1], args[2], args[3], args[4]);
    default:
      return safe.apply(listener, emitter, args);
  }
}

prototype.addListener = function addListener(this: Emitter, type: EventName, listener: Listener) {
  return register(this, type, listener, false);
};

prototype.on = prototype.addListener;

prototype.prependListener = function prependListener(this: Emitter, type: EventName, listener: Listener) {
  return register(this, type, listener, true);
};

prototype.once = function once(this: Emitter, type: EventName, listener: Listener) {
  if (typeof listener !== "function") validators.validateFunction(listener, "listener");
  this.on(type, onceWrapper(this, type, listener));
  return this;
};

prototype.prependOnceListener = function prependOnceListener(this: Emitter, type: EventName, listener: Listener) {
  if (typeof listener !== "function") validators.validateFunction(listener, "listener");
  this.prependListener(type, onceWrapper(this, type, listener));
  return this;
};

prototype.removeListener = function removeListener(this: Emitter, type: EventName, listener: Listener) {
  if (typeof listener !== "function") validators.validateFunction(listener, "listener");
  const events = this._events;
  const current = events?.[type];
  if (current === undefined) return this;
  if (current === listener || (current as Listener).listener === listener) {
    removeKey(this, events, type);
    if (events.removeListener !== undefined)
      this.emit("removeListener", type, (current as Listener).listener || listener);
    return this;
  }
  if (typeof current === "function") return this;
  const index = lastIndexOfListener(current, listener);
  if (index < 0) return this;
  const list = writableList(events, type, current);
  if (index === 0) lists.shift(list);
  else if (index === list.length - 1) lists.pop(list);
  else lists.splice(list, index, 1);
  if (list.length === 1) events[type] = list[0];
  if (events.removeListener !== undefined) this.emit("removeListener", type, listener);
  return this;
};

prototype.off = prototype.removeListener;

prototype.removeAllListeners = function removeAllListeners(this: Emitter, type?: EventName) {
  const events = this._events;
  if (events === undefined) return this;
  const all = arguments.length === 0;
  if (events.removeListener === undefined) {
    if (all) resetEvents(this);
    else if (events[type!] !== undefined) removeAllQuietly(this, events, type!);
    this[kShapeMode] = false;
    return this;
  }
  if (all) {
    for (const key of safe.ownKeys(events)) if (key !== "removeListener") this.removeAllListeners(key);
    this.removeAllListeners("removeListener");
    resetEvents(this);
    this[kShapeMode] = false;
    return this;
  }
  const current = events[type!];
  if (typeof current === "function") {
    this.removeListener(type!, current as Listener);
  } else if (current !== undefined) {
    // Last in, first out; removing replaces or shrinks the list, the index stays valid either way.
    for (let index = current.length - 1; index >= 0; index--) this.removeListener(type!, current[index]!);
  }
  return this;
};

prototype.listeners = function listeners(this: Emitter, type: EventName): Listener[] {
  const list = this.rawListeners(type);
  for (let index = 0; index < list.length; index++) {
    const original = list[index]!.listener;
    if (typeof original === "function") list[index] = original;
  }
  return list;
};

prototype.rawListeners = function rawListeners(this: Emitter, type: EventName): Listener[] {
  const current = this._events?.[type];
  if (current === undefined) return [];
  return typeof current === "function" ? [current] : lists.slice(current);
};

prototype.listenerCount = function listenerCount(this: Emitter, type: EventName, listener?: Listener): number {
  const current = this._events?.[type];
  if (current === undefined) return 0;
  if (typeof current === "function") return listener == null || matches(current, listener) ? 1 : 0;
  if (listener == null) return current.length;
  let count = 0;
  for (let index = 0; index < current.length; index++) if (matches(current[index]!, listener)) count++;
  return count;
};

prototype.eventNames = function eventNames(this: Emitter): EventName[] {
  if (this._eventsCount === 0) return [];
  const events = this._events;
  return safe.ownKeys(events).filter((key) => events[key] !== undefined);
};

// A fifth of the cost of `{ __proto__: null }`: the engine has a shape for such objects, and changes the one of a literal.
function emptyEvents(): Events {
  return create(null);
}

function resetEvents(emitter: Emitter): void {
  emitter._events = emptyEvents();
  emitter._eventsCount = 0;
}

function register(emitter: Emitter, type: EventName, listener: Listener, first: boolean): Emitter {
  if (typeof listener !== "function") validators.validateFunction(listener, "listener");
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = emptyEvents();
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    // Before adding, so that a listener of "newListener" can add another one before it.
    emitter.emit("newListener", type, listener.listener ?? listener);
    events = emitter._events;
  }
  const current = events[type];
  if (current === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  let list: ListenerList;
  if (typeof current === "function") {
    list = events[type] = first ? [listener, current] : [current, listener];
  } else {
    list = writableList(events, type, current);
    if (first) lists.unshift(list, listener);
    else lists.push(list, listener);
  }
  const limit = emitter._maxListeners === undefined ? getDefaultMaxListeners() : emitter._maxListeners;
  if (limit > 0 && list.length > limit && !list.warned) {
    list.warned = true;
    warnAboutEmitter(emitter, type, list.length, limit);
  }
  return emitter;
}

function writableList(events: Events, type: EventName, list: ListenerList): ListenerList {
  if (list.shared !== true) return list;
  const copy: ListenerList = lists.slice(list);
  if (list.warned) copy.warned = true;
  events[type] = copy;
  return copy;
}

function matches(registered: Listener, listener: Listener): boolean {
  return registered === listener || registered.listener === listener;
}

function lastIndexOfListener(list: ListenerList, listener: Listener): number {
  let index = list.length - 1;
  while (index >= 0 && !matches(list[index]!, listener)) index--;
  return index;
}

function removeKey(emitter: Emitter, events: Events, type: EventName): void {
  emitter._eventsCount--;
  if (emitter[kShapeMode]) events[type] = undefined;
  else if (emitter._eventsCount === 0) emitter._events = emptyEvents();
  else delete events[type];
}

function removeAllQuietly(emitter: Emitter, events: Events, type: EventName): void {
  if (--emitter._eventsCount === 0) emitter._events = emptyEvents();
  else delete events[type];
}

function onceWrapper(emitter: Emitter, type: EventName, listener: Listener): Listener {
  let fired = false;
  const wrapper: Listener = function (this: Emitter, ...args: unknown[]): unknown {
    if (fired) return undefined;
    fired = true;
    emitter.removeListener(type, wrapper);
    return callListener(listener, emitter, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

// With `captureRejections`, the rejection of a promise that a listener returns is reported as an error of the emitter.
function captureRejection(emitter: Emitter, result: {}, type: EventName, args: unknown[]): void {
  if (!emitter[kCapture]) return;
  try {
    const then = (result as { then?: unknown }).then;
    if (typeof then !== "function") return;
    then.call(result, undefined, (error: unknown) => nextTick(reportRejection, emitter, error, type, args));
  } catch (error) {
    // Reading `then` threw.
    emitter.emit("error", error);
  }
}

function reportRejection(emitter: Emitter, error: unknown, type: EventName, args: unknown[]): void {
  if (typeof emitter[kRejection] === "function") {
    emitter[kRejection](error, type, ...args);
    return;
  }
  // An async listener of "error" that rejects must not call itself forever.
  const before = emitter[kCapture];
  emitter[kCapture] = false;
  try {
    emitter.emit("error", error);
  } finally {
    emitter[kCapture] = before;
  }
}

function unhandledError(emitter: Emitter, args: unknown[]): unknown {
  const value = args.length > 0 ? args[0] : undefined;
  if (value instanceof Error) {
    recordEmitSite(emitter, value);
    return value;
  }
  let shown: unknown;
  try {
    shown = inspecting.inspect(value);
  } catch {
    shown = value;
  }
  const error = new errors.ERR_UNHANDLED_ERROR(shown as string);
  error.context = value;
  return error;
}

// The printer of uncaught errors calls `error[kEnhanceStackBeforeInspector]()` for a stack with the place of emit.
function recordEmitSite(emitter: Emitter, error: Error): void {
  try {
    // Its stack is formatted when it is read, which `Error.captureStackTrace` begins to do at once.
    const site = new Error();
    safe.defineProperty(error, kEnhanceStackBeforeInspector, {
      value: () => stackWithEmitSite(emitter, error, String(stacks.stackOf(site))),
      configurable: true,
    });
  } catch {
    // A frozen error retains its own stack.
  }
}

function stackWithEmitSite(emitter: Emitter, error: Error, site: string): string {
  let className = "";
  try {
    const name = emitter.constructor.name;
    if (name !== "EventEmitter") className = ` on ${name} instance`;
  } catch {
    // A getter of the program threw; the line has no class name.
  }
  const frames = site.split("\n").slice(1);
  const known = new Set((error.stack ?? "").split("\n").slice(1));
  const firstKnown = frames.findIndex((frame) => known.has(frame));
  if (firstKnown >= 0 && frames.length - firstKnown > 2) {
    frames.splice(firstKnown + 1, frames.length - firstKnown - 2, "    [... lines matching original stack trace ...]");
  }
  return `${error.stack}\nEmitted 'error' event${className} at:\n${frames.join("\n")}`;
}
