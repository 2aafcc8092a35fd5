// How many listeners an emitter or event target may have before the warning about a leak, and that warning.
// One default serves both kinds, as `events.defaultMaxListeners` does in Node.
import { safe } from "internal:core/bootstrap";
import { emitWarning } from "internal:core/process/warn";
import { home } from "internal:core/program";
import defer * as validators from "internal:core/validators";
import { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } from "internal:core/events/symbols";
import defer * as inspecting from "internal:core/util/inspect";

/** An event target with its limit. */
interface LimitedTarget {
  [kMaxEventTargetListeners]?: number;
  [kMaxEventTargetListenersWarned]?: boolean;
}

let defaultMaxListeners = 10;

/** The limit of emitters and targets that set none. */
export function getDefaultMaxListeners(): number {
  return defaultMaxListeners;
}

/** Changes the limit of emitters and targets that set none. `count` must be a number from 0, `name` is used in the error. */
export function setDefaultMaxListeners(count: number, name: string): void {
  validators.validateNumber(count, name, 0);
  defaultMaxListeners = count;
}

/** Warns that `count` listeners for `type` were added to `emitter`, more than `limit`. In Bun `process` has no limit. */
export function warnAboutEmitter(emitter: object, type: string | symbol, count: number, limit: number): void {
  if (home() === "bun" && emitter === (globalThis as { process?: object }).process) return;
  const message =
    `Possible EventEmitter memory leak detected. ${count} ${String(type)} listeners added to ` +
    `${inspecting.inspect(emitter, { depth: -1 })}. MaxListeners is ${limit}. ` +
    "Use emitter.setMaxListeners() to increase limit";
  emitWarning(makeWarning(message, { emitter, type, count }));
}

/** Warns once per target that `count` listeners for `type` were added to `target`, more than its limit. */
export function warnAboutTarget(eventTarget: object, type: string, count: number): void {
  const target: LimitedTarget = eventTarget;
  target[kMaxEventTargetListenersWarned] = true;
  const message =
    `Possible EventTarget memory leak detected. ${count} ${type} listeners added to ` +
    `${inspecting.inspect(target, { depth: -1 })}. MaxListeners is ${target[kMaxEventTargetListeners]}. ` +
    "Use events.setMaxListeners() to increase limit";
  emitWarning(makeWarning(message, { target, type, count }));
}

function makeWarning(message: string, details: object): Error {
  return safe.assign(new Error(message), { name: "MaxListenersExceededWarning" }, details);
}
