// Promises that rejected and have no handler, and those that got one late. The engine says when a promise is still
// unhandled after its jobs ran dry; what follows is Node's `--unhandled-rejections` services().rejectionPolicy.
import { TICKS, loopState } from "internal:core/loop_state";
import { promiseIsHandled } from "native:engine";
import { services } from "internal:core/bootstrap";

interface Rejection {
  promise: Promise<unknown>;
  reason: unknown;
}

let pending: Rejection[] = [];
let emitter: ((event: string, ...args: unknown[]) => boolean) | null = null;
let wereReported = false;

/** Called by the engine for a rejection without a handler. */
export function onRejection(promise: Promise<unknown>, reason: unknown): void {
  pending.push({ promise, reason });
  loopState[TICKS] = 1;
}

/** Whether rejections wait to be reported. */
export function hasRejections(): boolean {
  return pending.length > 0;
}

/** Reports what rejected, in order. */
export function processRejections(): void {
  const list = pending;
  pending = [];
  if (!wereReported) {
    wereReported = true;
    if (emitter !== null) services().rejectionPolicy.setEmitter(emitter);
  }
  for (const { promise, reason } of list) {
    // A tick in between may have given it a handler.
    if (!promiseIsHandled(promise)) services().rejectionPolicy.report(promise, reason);
  }
}

/** Sets who emits events of `process`; it returns whether somebody listened. */
export function setEmitter(next: (event: string, ...args: unknown[]) => boolean): void {
  emitter = next;
  if (wereReported) services().rejectionPolicy.setEmitter(next);
}

/** Looks whether rejections that were reported got a handler. */
export function lookAgain(): void {
  if (wereReported) services().rejectionPolicy.look();
}
