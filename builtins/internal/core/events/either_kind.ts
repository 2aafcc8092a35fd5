// The functions of node:events that accept an EventEmitter or an EventTarget.
import * as lists from "internal:core/lists";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import { maxListenersOf, type EventEmitter, type EventName, type Listener } from "internal:core/events/emitter";
import { getDefaultMaxListeners, setDefaultMaxListeners } from "internal:core/events/limits";
import {
  kEvents,
  kIsEventTarget,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
} from "internal:core/events/symbols";

const KINDS = ["EventEmitter", "EventTarget"];

/** An EventEmitter or an EventTarget, with the members that these functions look for. */
export interface EmitterOrTarget {
  on?(type: EventName, listener: Listener): unknown;
  once?(type: EventName, listener: Listener): unknown;
  removeListener?(type: EventName, listener: Listener): unknown;
  listeners?(type: EventName): Listener[];
  listenerCount?(type: EventName): number;
  getMaxListeners?(): number;
  setMaxListeners?(count: number): unknown;
  addEventListener?(type: EventName, listener: Listener, options?: object): void;
  removeEventListener?(type: EventName, listener: Listener): void;
  [kEvents]?: { get(type: EventName): { size: number; list: ArrayLike<{ currentListener(): unknown }> } | undefined };
  [kMaxEventTargetListeners]?: number;
  [kMaxEventTargetListenersWarned]?: boolean;
}

/** Whether `value` is an EventTarget of this runtime. */
export function isEventTarget(value: unknown): boolean {
  return Boolean(
    (value as { constructor?: { [kIsEventTarget]?: boolean } } | null | undefined)?.constructor?.[kIsEventTarget],
  );
}

/** `events.getEventListeners`: a copy of the listeners for `type`, in the order of their calls. */
export function getEventListeners(emitterOrTarget: EmitterOrTarget, type: EventName): Listener[] {
  if (typeof emitterOrTarget.listeners === "function") return emitterOrTarget.listeners(type);
  if (!isEventTarget(emitterOrTarget)) throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
  const found: Listener[] = [];
  const list = emitterOrTarget[kEvents]?.get(type)?.list;
  if (list === undefined) return found;
  for (let index = 0; index < list.length; index++) lists.push(found, list[index]!.currentListener() as Listener);
  return found;
}

/** `events.getMaxListeners`: the limit before a warning about a leak. */
export function getMaxListeners(emitterOrTarget: EmitterOrTarget): number {
  if (typeof emitterOrTarget?.getMaxListeners === "function") return maxListenersOf(emitterOrTarget as EventEmitter);
  const limit = emitterOrTarget?.[kMaxEventTargetListeners];
  if (typeof limit === "number") return limit;
  throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
}

/** `events.listenerCount`: how many listeners `type` has. */
export function listenerCount(emitterOrTarget: EmitterOrTarget, type: EventName): number {
  if (typeof emitterOrTarget.listenerCount === "function") return emitterOrTarget.listenerCount(type);
  if (isEventTarget(emitterOrTarget)) return emitterOrTarget[kEvents]?.get(type)?.size ?? 0;
  throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
}

/** `events.setMaxListeners`: sets the limit of the given emitters and targets, or the default when there are none. */
export function setMaxListeners(n: number = getDefaultMaxListeners(), ...eventTargets: EmitterOrTarget[]): void {
  if (typeof n !== "number" || !(n >= 0)) validators.validateNumber(n, "setMaxListeners", 0);
  if (eventTargets.length === 0) setDefaultMaxListeners(n, "setMaxListeners");
  for (let index = 0; index < eventTargets.length; index++) {
    const target = eventTargets[index]!;
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = n;
      target[kMaxEventTargetListenersWarned] = false;
    } else if (typeof target.setMaxListeners === "function") {
      target.setMaxListeners(n);
    } else {
      throw new errors.ERR_INVALID_ARG_TYPE("eventTargets", KINDS, target);
    }
  }
}

/** Adds a listener to either kind: `on`/`once` where they exist, `addEventListener` otherwise. */
export function addListenerTo(
  target: EmitterOrTarget,
  type: EventName,
  listener: Listener,
  options?: { once?: boolean },
): void {
  if (typeof target.on === "function") {
    if (options?.once) target.once!(type, listener);
    else target.on(type, listener);
  } else if (typeof target.addEventListener === "function") {
    target.addEventListener(type, listener, options);
  } else {
    throw new errors.ERR_INVALID_ARG_TYPE("emitter", "EventEmitter", target);
  }
}

/** Removes a listener of `addListenerTo`. */
export function removeListenerFrom(target: EmitterOrTarget, type: EventName, listener: Listener): void {
  if (typeof target.removeListener === "function") target.removeListener(type, listener);
  else if (typeof target.removeEventListener === "function") target.removeEventListener(type, listener);
  else throw new errors.ERR_INVALID_ARG_TYPE("emitter", "EventEmitter", target);
}
