// Response bodies that are still on their connection, each with the program's object that owns it: when the owner is collected, the
// body is abandoned. The collector does not see that a small object keeps a connection, so their memory is reported as extra memory.
import { reportExtraMemory } from "native:realm";

/** A body that can be abandoned. */
interface Abandonable {
  abandon(): void;
}

/** Approximate memory of such a connection: its own buffers and those of the operating system. */
const CONNECTION_BYTES = 512 * 1024;
/** The number of new bodies after which their memory is reported. */
const REPORT_COUNT = 32;

const collected = new FinalizationRegistry<Abandonable>(abandon);
let pendingCount = 0;
let reportedCount = 0;

function abandon(body: Abandonable): void {
  countEnd();
  body.abandon();
}

function countEnd(): void {
  pendingCount--;
  if (pendingCount < reportedCount) reportedCount = pendingCount;
}

/** Abandons `body`, which must not reference `owner`, when `owner` is collected. */
export function watch(owner: object, body: Abandonable): void {
  collected.register(owner, body, body);
  if (++pendingCount - reportedCount < REPORT_COUNT) return;
  reportedCount = pendingCount;
  reportExtraMemory(REPORT_COUNT * CONNECTION_BYTES);
}

/** Ends `watch`: the body ended, or has another owner. */
export function forget(body: Abandonable): void {
  if (collected.unregister(body)) countEnd();
}
