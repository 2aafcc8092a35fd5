// Responses whose body waits on its connection and that nobody has asked for it: once such a response is collected, its request
// ends. The collector does not know that an object of some hundred bytes keeps a connection, and so is told when more and more wait.
import { reportExtraMemory } from "native:realm";
import { endRequest } from "internal:fetch/client";

/** About what a connection keeps that has more to say: the buffers here and those of the system. */
const CONNECTION_BYTES = 512 * 1024;
/** The collector hears of them each time that so many more wait. */
const TOLD_AT_ONCE = 32;

const dropped = new FinalizationRegistry<number>(endDropped);
let waitingCount = 0;
let toldCount = 0;

function endDropped(request: number): void {
  noteGone();
  endRequest(request);
}

function noteGone(): void {
  waitingCount--;
  if (waitingCount < toldCount) toldCount = waitingCount;
}

/** Ends `request` when `owner` is collected, unless `forget` was called with `token` before. */
export function watch(owner: object, request: number, token: object): void {
  dropped.register(owner, request, token);
  if (++waitingCount - toldCount < TOLD_AT_ONCE) return;
  toldCount = waitingCount;
  reportExtraMemory(TOLD_AT_ONCE * CONNECTION_BYTES);
}

/** Somebody asked for the body, or it is over. */
export function forget(token: object): void {
  if (dropped.unregister(token)) noteGone();
}
