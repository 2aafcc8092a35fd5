// Unhandled rejections, and those that got a handler late. The engine reports a promise that is still unhandled after
// the promise jobs; the rejection policy of the services then applies Node's `--unhandled-rejections`.
import { loopState } from "internal:core/loop_state";
import { promiseIsHandled } from "native:engine";
import { safe, services } from "internal:core/bootstrap";
import { LoopWord } from "native:realm";

interface Rejection {
  promise: Promise<unknown>;
  reason: unknown;
}

let pending: Rejection[] = [];
let emitter: ((event: string, ...args: unknown[]) => boolean) | null = null;
let wereReported = false;

/** Called by the engine for a rejection without a handler. */
export function onRejection(promise: Promise<unknown>, reason: unknown): void {
  safe.push(pending, { promise, reason });
  loopState[LoopWord.TICKS] = 1;
}

/** Whether there are rejections to report. */
export function hasRejections(): boolean {
  return pending.length > 0;
}

/** Reports the pending rejections, in order. */
export function processRejections(): void {
  const list = pending;
  pending = [];
  if (!wereReported) {
    wereReported = true;
    if (emitter !== null) services().rejectionPolicy.setEmitter(emitter);
  }
  for (let index = 0; index < list.length; index++) {
    const { promise, reason } = list[index]!;
    // A tick in between may have added a handler.
    if (!promiseIsHandled(promise)) services().rejectionPolicy.report(promise, reason);
  }
}

/** Sets the function that emits events of `process`; it returns whether there was a listener. */
export function setEmitter(next: (event: string, ...args: unknown[]) => boolean): void {
  emitter = next;
  if (wereReported) services().rejectionPolicy.setEmitter(next);
}

/** Checks whether reported rejections got a handler. */
export function checkHandled(): void {
  if (wereReported) services().rejectionPolicy.look();
}
