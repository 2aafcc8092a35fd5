// The two structures under timers: a doubly linked list of timers with one duration, and a binary heap of such lists
// by the time the first of each is due.

import { pinned } from "internal:core/bootstrap";

/** A member of a list: Node's `_idlePrev`/`_idleNext` protocol. */
export interface Linked {
  _idlePrev: Linked | null;
  _idleNext: Linked | null;
}

/** Timers of one duration, oldest first. The list itself is the sentinel of the ring. */
export class TimerList implements Linked {
  _idlePrev: Linked = this;
  _idleNext: Linked = this;
  durationMs: number;
  expiry: number;
  position = 0;

  constructor(durationMs: number, expiry: number) {
    this.durationMs = durationMs;
    this.expiry = expiry;
  }
  get first(): Linked | null {
    return this._idleNext === this ? null : this._idleNext;
  }
  append(item: Linked): void {
    const last = this._idlePrev;
    item._idlePrev = last;
    item._idleNext = this;
    last._idleNext = item;
    this._idlePrev = item;
  }
}

/** Lists by expiry. A heap does not preserve the order of insertion of equal ones. */
export class TimerHeap {
  #lists: TimerList[] = pinned([]);

  get top(): TimerList | undefined {
    return this.#lists[0];
  }
  insert(list: TimerList): void {
    const lists = this.#lists;
    const position = lists.length;
    lists[position] = list;
    this.#up(position);
  }
  remove(list: TimerList): void {
    const lists = this.#lists;
    const last = lists.pop()!;
    if (last === list) return;
    lists[list.position] = last;
    last.position = list.position;
    this.update(last);
  }
  /** Restores the order after the expiry of `list` changed. */
  update(list: TimerList): void {
    this.#up(list.position);
    this.#down(list.position);
  }
  #up(position: number): void {
    const lists = this.#lists;
    const list = lists[position]!;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      const above = lists[parent]!;
      if (above.expiry <= list.expiry) break;
      lists[position] = above;
      above.position = position;
      position = parent;
    }
    lists[position] = list;
    list.position = position;
  }
  #down(position: number): void {
    const lists = this.#lists;
    const list = lists[position]!;
    for (;;) {
      let child = position * 2 + 1;
      if (child >= lists.length) break;
      if (child + 1 < lists.length && lists[child + 1]!.expiry < lists[child]!.expiry) child++;
      const below = lists[child]!;
      if (below.expiry >= list.expiry) break;
      lists[position] = below;
      below.position = position;
      position = child;
    }
    lists[position] = list;
    list.position = position;
  }
}
