// Bodies that wait on their connection, each with the object that programs get at it by: once that is collected, nobody wants the
// rest. The collector does not know that an object of some hundred bytes keeps a connection, and so is told when more and more wait.
import { reportExtraMemory } from "native:realm";

/** A body that can be given up. */
interface Waiting {
  abandon(): void;
}

/** About what a connection keeps that has more to say: the buffers here and those of the system. */
const CONNECTION_BYTES = 512 * 1024;
/** The collector hears of them each time that so many more wait. */
const TOLD_AT_ONCE = 32;

const dropped = new FinalizationRegistry<Waiting>(abandon);
let waitingCount = 0;
let toldCount = 0;

function abandon(body: Waiting): void {
  noteGone();
  body.abandon();
}

function noteGone(): void {
  waitingCount--;
  if (waitingCount < toldCount) toldCount = waitingCount;
}

/** Gives `body`, which must not hold `owner`, up when `owner` is collected. */
export function watch(owner: object, body: Waiting): void {
  dropped.register(owner, body, body);
  if (++waitingCount - toldCount < TOLD_AT_ONCE) return;
  toldCount = waitingCount;
  reportExtraMemory(TOLD_AT_ONCE * CONNECTION_BYTES);
}

/** The body is over, or has another owner. */
export function forget(body: Waiting): void {
  if (dropped.unregister(body)) noteGone();
}
