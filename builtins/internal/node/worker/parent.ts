// What a worker receives from its parent: the port, `workerData`, the environment data.
import { environmentData } from "internal:web/worker/environment_data";
import { isTestThread, workerStart } from "internal:core/worker_state";
import { takeMessage } from "internal:web/messaging";
import defer * as channels from "web:message_channel";
import { deserialize, type Serialized } from "web:structured_clone";

let first: Serialized | null = null;
let isRead = false;
let data: unknown;
let port: ReturnType<typeof channels.adoptPort> | null = null;

/** Receives the first message of the channel, before the program can. */
export function takeFirstMessage(): void {
  const start = workerStart()!;
  if (start.hasData) first = takeMessage(start.port);
}

function read(): void {
  if (isRead) return;
  isRead = true;
  if (first === null) {
    data = workerStart()!.data;
    return;
  }
  const { bytes, transferred } = first;
  first = null;
  const message = deserialize(bytes, transferred);
  data = message.data;
  for (const [key, value] of message.environmentData) if (!environmentData.has(key)) environmentData.set(key, value);
}

/** Whether the program of this thread has no parent that it knows of. */
function isAlone(): boolean {
  const start = workerStart();
  return start === null || start.entryKind === "hooks" || isTestThread();
}

/** `workerData`; null on the main thread, undefined without it. */
export function workerData(): unknown {
  if (isAlone()) return null;
  read();
  return data;
}

/** The environment data of this thread, with the parent's. */
export function allEnvironmentData(): Map<unknown, unknown> {
  if (workerStart() !== null) read();
  return environmentData;
}

/** `parentPort`; null on the main thread. */
export function parentPort(): typeof port {
  if (isAlone()) return null;
  return (port ??= channels.adoptPort(workerStart()!.port));
}
