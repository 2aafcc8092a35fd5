// The reports of this thread's workers, which are part of its own report.
import { children } from "internal:web/worker/events";
import { takeMessage } from "internal:web/messaging";
import { deserialize } from "web:structured_clone";
import { sleepSync } from "native:fs";
import * as messaging from "native:messaging";
import { now } from "native:time";
import { notify, ThreadRequest } from "native:worker";

/** A worker that runs its program does not respond until that is done: its report is made without it after so long. */
const WAIT_MS_MAX = 500;
const POLL_MS = 1;

/** The `event` of the report of a worker. */
export function eventOf(name: string): string {
  return `Worker thread subreport [${name || "WorkerThread"}]`;
}

/** The reports of all workers; `describeSilent` makes that of one that does not respond. */
export function reportsOfWorkers(describeSilent: (thread: number, event: string) => object): object[] {
  const requests = [...children()].map(([thread, { name }]) => {
    const { first: near, second: far } = messaging.createChannel();
    notify(thread, ThreadRequest.REPORT, far);
    return { thread, name, near, far };
  });
  const deadline = now() + WAIT_MS_MAX;
  return requests.map(({ thread, name, near, far }) => {
    let message = takeMessage(near);
    while (message === null && now() < deadline) {
      sleepSync(POLL_MS);
      message = takeMessage(near);
    }
    messaging.close(near);
    messaging.close(far);
    if (message === null) return describeSilent(thread, eventOf(name));
    return deserialize(message.bytes, message.transferred) as object;
  });
}
