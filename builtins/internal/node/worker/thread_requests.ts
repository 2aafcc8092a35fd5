// What threads tell each other, whoever started whom: messages of `postMessageToThread`, and what a parent asks its worker. Each
// goes with a channel of its own: the request waits at its far end, the answer comes back at the near one.
import {
  ERR_WORKER_MESSAGING_ERRORED,
  ERR_WORKER_MESSAGING_FAILED,
  ERR_WORKER_MESSAGING_SAME_THREAD,
  ERR_WORKER_MESSAGING_TIMEOUT,
} from "internal:core/errors";
import { isLoaded, load } from "internal:core/bootstrap";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { validateNumber } from "internal:core/validators";
import { deserialize, serialize, type Serialized } from "web:structured_clone";
import { transferListOf } from "internal:web/worker/transfer_list";
import * as messaging from "native:messaging";
import * as native from "native:worker";

/** The thread ended before it took the news. */
const LOST = 0;
/** `postMessageToThread`. */
const MESSAGE = 1;
/** What a parent may ask. */
export const HEAP_STATISTICS = 2;
export const CPU_USAGE = 3;
export const BEGIN_CPU_PROFILE = 4;
export const END_CPU_PROFILE = 5;
export const HEAP_SNAPSHOT = 6;

// What became of a message.
const TAKEN = 0;
const NO_LISTENER = 1;
const LISTENER_THREW = 2;

/** Stands for an answer that does not come. */
export const LOST_ANSWER: unique symbol = Symbol("lost") as any;
const LATE_ANSWER: unique symbol = Symbol("late") as any;

/** Who waits for an answer, by the far end of its channel. */
const waiting = new Map<number, (answer: unknown) => void>();

/** Asks `thread`, with `detail` for what needs it. Gives its answer, or `LOST_ANSWER` when it ended before. */
export function ask(thread: number, what: number, detail?: number): Promise<any> {
  return send(thread, what, detail === undefined ? null : serialize(detail), undefined);
}

function send(thread: number, what: number, request: Serialized | null, timeoutMs: number | undefined): Promise<any> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { first: near, second: far } = messaging.createChannel();
  if (request !== null) postTo(near, request);
  messaging.own(near);
  messaging.ref(near);
  let timer: any;
  const finish = (answer: unknown): void => {
    if (!waiting.delete(far)) return;
    clearTimeout(timer);
    forgetPort(near);
    messaging.unref(near);
    messaging.close(near);
    messaging.close(far);
    resolve(answer);
  };
  waiting.set(far, finish);
  onPortMessage(near, {
    receiveMessage: ({ bytes, transferred }) => finish(deserialize(bytes, transferred)),
    portClosed: () => finish(LOST_ANSWER),
  });
  messaging.start(near);
  if (timeoutMs !== undefined) timer = setTimeout(finish, timeoutMs, LATE_ANSWER);
  if (!native.tell(thread, what, far)) finish(LOST_ANSWER);
  return promise;
}

/** Takes news of the thread `source`. */
export function receive(source: number, what: number, far: number): void {
  if (what === LOST) waiting.get(far)?.(LOST_ANSWER);
  else postTo(far, serialize(answerTo(source, what, far)));
}

function answerTo(source: number, what: number, far: number): unknown {
  switch (what) {
    case MESSAGE:
      return takeMessageOf(source, far);
    case HEAP_STATISTICS:
      return load("internal:node/v8/heap_statistics").getHeapStatistics();
    case CPU_USAGE:
      return load("internal:node/process/clocks").members.threadCpuUsage();
    case BEGIN_CPU_PROFILE:
      return load("internal:node/v8/cpu_profile").begin();
    case END_CPU_PROFILE:
      return load("internal:node/v8/cpu_profile").end(deserialize(takeMessage(far)!.bytes));
    case HEAP_SNAPSHOT:
      return load("internal:node/v8/heap_snapshot").v8Snapshot("worker.getHeapSnapshot");
    default:
      return undefined;
  }
}

function takeMessageOf(source: number, far: number): number {
  const message = takeMessage(far);
  const process: any = isLoaded("internal:node/process") ? load("internal:node/process").default : null;
  if (message === null || process === null || process.listenerCount("workerMessage") === 0) return NO_LISTENER;
  try {
    process.emit("workerMessage", deserialize(message.bytes, message.transferred), source);
    return TAKEN;
  } catch {
    return LISTENER_THREW;
  }
}

/**
 * Sends a clone of `value` to the 'workerMessage' listeners of a thread's `process`; resolves when they returned. Rejects with
 * ERR_WORKER_MESSAGING_SAME_THREAD, _FAILED (no such thread, or nobody listens), _ERRORED (a listener threw) or _TIMEOUT
 * (milliseconds), with ERR_INVALID_ARG_TYPE, or with a DataCloneError.
 */
export async function postMessageToThread(
  thread: number,
  value: unknown,
  transferList?: any,
  timeout?: any,
): Promise<void> {
  if (typeof transferList === "number" && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, "timeout", 0);
  if (thread === native.threadId()) throw new ERR_WORKER_MESSAGING_SAME_THREAD();
  const request = serialize(value, transferListOf(transferList));
  if (!Number.isInteger(thread) || thread < 0 || thread > 0xffffffff) throw new ERR_WORKER_MESSAGING_FAILED();
  switch (await send(thread, MESSAGE, request, timeout)) {
    case TAKEN:
      return;
    case LISTENER_THREW:
      throw new ERR_WORKER_MESSAGING_ERRORED();
    case LATE_ANSWER:
      throw new ERR_WORKER_MESSAGING_TIMEOUT();
    default:
      throw new ERR_WORKER_MESSAGING_FAILED();
  }
}
