// NodeEventTarget: an EventTarget with the methods of EventEmitter (on, once, off, emit), the base of Node's classes with
// both interfaces, such as MessagePort. Listeners of `on` receive the emitted value, not an event.
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as either from "internal:core/events/either_kind";
import { kEvents, kMaxEventTargetListeners } from "internal:core/events/symbols";
import {
  EventTarget,
  initEventTarget,
  kHybridDispatch,
  kIsNodeStyleListener,
  type EventListener,
} from "web:event_target";

const kIsNodeEventTarget = Symbol("kIsNodeEventTarget");

/** Does what NodeEventTarget's constructor does, for objects that are created without it. */
export { initEventTarget as initNodeEventTarget };

export class NodeEventTarget extends EventTarget {
  static [kIsNodeEventTarget] = true;
  static defaultMaxListeners = 10;

  setMaxListeners(n: number): void {
    check(this);
    either.setMaxListeners(n, this);
  }

  getMaxListeners(): number {
    return check(this)[kMaxEventTargetListeners];
  }

  /** The types that have listeners. */
  eventNames(): string[] {
    return Array.from(check(this)[kEvents]?.keys() ?? []);
  }

  listenerCount(type: string): number {
    return check(this)[kEvents]?.get(String(type))?.size ?? 0;
  }

  on(type: string, listener: EventListener): this {
    check(this).addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  addListener(type: string, listener: EventListener): this {
    check(this).addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  once(type: string, listener: EventListener): this {
    check(this).addEventListener(type, listener, { once: true, [kIsNodeStyleListener]: true });
    return this;
  }

  off(type: string, listener: EventListener, options?: { capture?: unknown } | boolean | null): this {
    check(this).removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type: string, listener: EventListener, options?: { capture?: unknown } | boolean | null): this {
    check(this).removeEventListener(type, listener, options);
    return this;
  }

  /** Calls the listeners with `value`; those of addEventListener receive an event that the class creates. */
  emit(type: string, value?: unknown): boolean {
    check(this);
    validators.validateString(type, "type");
    const hadListeners = this.listenerCount(type) > 0;
    this[kHybridDispatch](value, type);
    return hadListeners;
  }

  removeAllListeners(type?: string): this {
    const events = check(this)[kEvents];
    if (type !== undefined) events?.delete(String(type));
    else events?.clear();
    return this;
  }
}

for (const name of Object.getOwnPropertyNames(NodeEventTarget.prototype)) {
  if (name !== "constructor") Object.defineProperty(NodeEventTarget.prototype, name, { enumerable: true });
}

function check(value: unknown): NodeEventTarget {
  if (!(value as { constructor?: typeof NodeEventTarget } | null)?.constructor?.[kIsNodeEventTarget])
    throw new errors.ERR_INVALID_THIS("NodeEventTarget");
  return value as NodeEventTarget;
}
