// The helpers of node:events that take an EventEmitter or an EventTarget alike.
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import { maxListenersOf, type EventName, type Listener } from "internal:core/events/emitter";
import { getDefaultMaxListeners, setDefaultMaxListeners } from "internal:core/events/limits";
import {
  kEvents,
  kIsEventTarget,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
} from "internal:core/events/symbols";

const KINDS = ["EventEmitter", "EventTarget"];

/** Whether `value` is an EventTarget of ours. */
export function isEventTarget(value: any): boolean {
  return Boolean(value?.constructor?.[kIsEventTarget]);
}

/** `events.getEventListeners`: a copy of the listeners for `type`, in the order of their calls. */
export function getEventListeners(emitterOrTarget: any, type: EventName): Listener[] {
  if (typeof emitterOrTarget.listeners === "function") return emitterOrTarget.listeners(type);
  if (!isEventTarget(emitterOrTarget)) throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
  const found: Listener[] = [];
  for (const registration of emitterOrTarget[kEvents]?.get(type)?.list ?? [])
    found.push(registration.currentListener());
  return found;
}

/** `events.getMaxListeners`: the limit before a warning about a leak. */
export function getMaxListeners(emitterOrTarget: any): number {
  if (typeof emitterOrTarget?.getMaxListeners === "function") return maxListenersOf(emitterOrTarget);
  const limit = emitterOrTarget?.[kMaxEventTargetListeners];
  if (typeof limit === "number") return limit;
  throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
}

/** `events.listenerCount`: how many listeners `type` has. */
export function listenerCount(emitterOrTarget: any, type: EventName): number {
  if (typeof emitterOrTarget.listenerCount === "function") return emitterOrTarget.listenerCount(type);
  if (isEventTarget(emitterOrTarget)) return emitterOrTarget[kEvents]?.get(type)?.size ?? 0;
  throw new errors.ERR_INVALID_ARG_TYPE("emitter", KINDS, emitterOrTarget);
}

/** `events.setMaxListeners`: sets the limit of the given emitters and targets, or the default when there are none. */
export function setMaxListeners(n: number = getDefaultMaxListeners(), ...eventTargets: any[]): void {
  validators.validateNumber(n, "setMaxListeners", 0);
  if (eventTargets.length === 0) setDefaultMaxListeners(n, "setMaxListeners");
  for (const target of eventTargets) {
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

/** Registers on either kind: `on`/`once` where they exist, `addEventListener` otherwise. */
export function addListenerTo(target: any, type: EventName, listener: Listener, options?: { once?: boolean }): void {
  if (typeof target.on === "function") {
    if (options?.once) target.once(type, listener);
    else target.on(type, listener);
  } else if (typeof target.addEventListener === "function") {
    target.addEventListener(type, listener, options);
  } else {
    throw new errors.ERR_INVALID_ARG_TYPE("emitter", "EventEmitter", target);
  }
}

/** Removes what `addListenerTo` registered. */
export function removeListenerFrom(target: any, type: EventName, listener: Listener): void {
  if (typeof target.removeListener === "function") target.removeListener(type, listener);
  else if (typeof target.removeEventListener === "function") target.removeEventListener(type, listener);
  else throw new errors.ERR_INVALID_ARG_TYPE("emitter", "EventEmitter", target);
}
