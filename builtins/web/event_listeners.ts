// The listeners of one event type on one target. A list in use by a dispatch is marked `shared` and copied before it is
// changed (DOM §2.9 "inner invoke" works on a clone of the list), so a dispatch itself copies nothing.

export const ONCE = 1 << 0;
export const CAPTURE = 1 << 1;
export const PASSIVE = 1 << 2;
/** Called with the emitted value instead of an event (`NodeEventTarget.on`). */
export const NODE_STYLE = 1 << 3;
/** Called even after stopImmediatePropagation(). */
export const RESISTS_STOP = 1 << 4;

export type EventListener = ((event: any) => unknown) | { handleEvent?(event: any): unknown };

/** One call of addEventListener. */
export class Registration {
  readonly flags: number;
  /** Whether it was removed; a dispatch may still have a list with it. */
  removed = false;
  #listener: EventListener | undefined;
  #weakListener: WeakRef<EventListener> | undefined;
  #weakOwner: WeakRef<object> | undefined;

  /** `owner`: with it, the listener is held weakly, for as long as the owner lives. */
  constructor(listener: EventListener, flags: number, owner?: object, collected?: () => void) {
    this.flags = flags;
    if (owner === undefined) {
      this.#listener = listener;
      return;
    }
    this.#weakListener = new WeakRef(listener);
    this.#weakOwner = new WeakRef(owner);
    let listeners = listenersByOwner.get(owner);
    if (listeners === undefined) listenersByOwner.set(owner, (listeners = new Set()));
    listeners.add(listener);
    collectedListeners.register(listener, collected!, this);
  }

  /** The registered function or object; undefined when a weak one was collected. */
  currentListener(): EventListener | undefined {
    return this.#weakListener === undefined ? this.#listener : this.#weakListener.deref();
  }

  /** Whether addEventListener with these arguments would be a duplicate. */
  matches(listener: EventListener, flags: number): boolean {
    return ((this.flags ^ flags) & CAPTURE) === 0 && this.currentListener() === listener;
  }

  /** Marks as removed, for running dispatches, and releases a weak listener. */
  release(): void {
    this.removed = true;
    if (this.#weakListener === undefined) return;
    collectedListeners.unregister(this);
    const owner = this.#weakOwner?.deref();
    const listener = this.#weakListener.deref();
    if (owner !== undefined && listener !== undefined) listenersByOwner.get(owner)?.delete(listener);
  }
}

/** Keeps weak listeners alive as long as their owners. */
const listenersByOwner = new WeakMap<object, Set<EventListener>>();
const collectedListeners = new FinalizationRegistry<() => void>((collected) => collected());

/** All listeners of one type. */
export class Registrations {
  list: Registration[] = [];
  shared = false;
  /** Whether one of them is called even after stopImmediatePropagation(). */
  resistsStop = false;

  get size(): number {
    return this.list.length;
  }

  add(registration: Registration): void {
    this.#own();
    this.list[this.list.length] = registration;
    if ((registration.flags & RESISTS_STOP) !== 0) this.resistsStop = true;
  }

  indexOf(listener: EventListener, flags: number): number {
    const { list } = this;
    for (let index = 0; index < list.length; index++) if (list[index]!.matches(listener, flags)) return index;
    return -1;
  }

  removeAt(index: number): void {
    this.#own();
    const { list } = this;
    list[index]!.release();
    // splice() takes as long as all the rest of removeEventListener.
    if (index === list.length - 1) list.pop();
    else list.splice(index, 1);
  }

  #own(): void {
    if (!this.shared) return;
    this.list = this.list.slice();
    this.shared = false;
  }
}
