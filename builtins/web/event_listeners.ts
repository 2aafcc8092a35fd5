// The listeners of one event type on one target. A list that is being dispatched is marked `shared`; whoever changes it
// then copies it first (DOM §2.9 "inner invoke" works on a clone of the list), so a dispatch itself copies nothing.

export const ONCE = 1 << 0;
export const CAPTURE = 1 << 1;
export const PASSIVE = 1 << 2;
/** Called with the emitted value instead of an event (`NodeEventTarget.on`). */
export const NODE_STYLE = 1 << 3;
/** Called even after stopImmediatePropagation(). */
export const RESISTS_STOP = 1 << 4;

export type EventListener = ((event: any) => any) | { handleEvent?(event: any): any };

/** One call of addEventListener. */
export class Registration {
  readonly flags: number;
  /** Removed, perhaps while a dispatch still holds a list with it. */
  removed = false;
  #listener: EventListener | undefined;
  #weakListener: WeakRef<EventListener> | undefined;
  #weakOwner: WeakRef<object> | undefined;

  /** `owner`: with it, the listener is held weakly, for as long as the owner lives. */
  constructor(listener: EventListener, flags: number, owner: object | undefined, collected: () => void) {
    this.flags = flags;
    if (owner === undefined) {
      this.#listener = listener;
      return;
    }
    this.#weakListener = new WeakRef(listener);
    this.#weakOwner = new WeakRef(owner);
    let kept = keptByOwner.get(owner);
    if (kept === undefined) keptByOwner.set(owner, (kept = new Set()));
    kept.add(listener);
    collectedListeners.register(listener, collected, this);
  }

  /** The function or object that was registered; undefined once a weak one is gone. */
  currentListener(): EventListener | undefined {
    return this.#weakListener === undefined ? this.#listener : this.#weakListener.deref();
  }

  /** Whether addEventListener with these arguments would be a repetition. */
  matches(listener: EventListener, flags: number): boolean {
    return ((this.flags ^ flags) & CAPTURE) === 0 && this.currentListener() === listener;
  }

  /** Marks as removed, for dispatches that are running, and lets go of a weak listener. */
  release(): void {
    this.removed = true;
    if (this.#weakListener === undefined) return;
    collectedListeners.unregister(this);
    const owner = this.#weakOwner?.deref();
    const listener = this.#weakListener.deref();
    if (owner !== undefined && listener !== undefined) keptByOwner.get(owner)?.delete(listener);
  }
}

const keptByOwner = new WeakMap<object, Set<EventListener>>();
const collectedListeners = new FinalizationRegistry<() => void>((collected) => collected());

/** All listeners of one type. */
export class Registrations {
  list: Registration[] = [];
  shared = false;
  /** Whether one of them wants to be called after stopImmediatePropagation(). */
  resistsStop = false;

  get size(): number {
    return this.list.length;
  }

  add(registration: Registration): void {
    this.#own();
    this.list.push(registration);
    if ((registration.flags & RESISTS_STOP) !== 0) this.resistsStop = true;
  }

  indexOf(listener: EventListener, flags: number): number {
    const { list } = this;
    for (let index = 0; index < list.length; index++) if (list[index]!.matches(listener, flags)) return index;
    return -1;
  }

  removeAt(index: number): void {
    this.#own();
    this.list.splice(index, 1)[0]!.release();
  }

  #own(): void {
    if (!this.shared) return;
    this.list = this.list.slice();
    this.shared = false;
  }
}
