// Requests between threads: messages of `postMessageToThread` to any thread, and the requests of a parent to its worker. Each has a
// channel of its own: the request is queued at its far end, the reply arrives at the near one.
import {
  ERR_WORKER_MESSAGING_ERRORED,
  ERR_WORKER_MESSAGING_FAILED,
  ERR_WORKER_MESSAGING_SAME_THREAD,
  ERR_WORKER_MESSAGING_TIMEOUT,
} from "internal:core/errors";
import { isLoaded, load } from "internal:core/bootstrap";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import { validateNumber } from "internal:core/validators";
import { deserialize, serialize, type Serialized } from "web:structured_clone";
import { transferListOf } from "internal:web/worker/transfer_list";
import * as messaging from "native:messaging";
import * as native from "native:worker";
import { ThreadRequest } from "native:worker";

// The outcome of a message.
const RECEIVED = 0;
const NO_LISTENER = 1;
const LISTENER_THREW = 2;

/** The result of a request to a thread that has ended. */
export const NO_REPLY: unique symbol = Symbol("no reply") as any;
const TIMED_OUT: unique symbol = Symbol("timed out") as any;

/** Callbacks of in-flight requests, by the far end of their channel. */
const inFlight = new Map<number, (reply: unknown) => void>();

/** Sends a request to `thread`, with a `detail` for some. Resolves with the reply, or `NO_REPLY` when the thread ended before. */
export function request(thread: number, what: ThreadRequest, detail?: number): Promise<any> {
  return send(thread, what, detail === undefined ? null : serialize(detail), undefined);
}

function send(
  thread: number,
  what: ThreadRequest,
  request: Serialized | null,
  timeoutMs: number | undefined,
): Promise<any> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { first: near, second: far } = messaging.createChannel();
  if (request !== null) postTo(near, request);
  messaging.own(near);
  messaging.ref(near);
  let timer: Timeout | undefined;
  const finish = (reply: unknown): void => {
    if (!inFlight.delete(far)) return;
    clearTimeout(timer);
    forgetPort(near);
    messaging.unref(near);
    messaging.close(near);
    messaging.close(far);
    resolve(reply);
  };
  inFlight.set(far, finish);
  onPortMessage(near, {
    receiveMessage: ({ bytes, transferred }) => finish(deserialize(bytes, transferred)),
    portClosed: () => finish(NO_REPLY),
  });
  messaging.start(near);
  if (timeoutMs !== undefined) timer = setTimeout(finish, timeoutMs, TIMED_OUT);
  if (!native.notify(thread, what, far)) finish(NO_REPLY);
  return promise;
}

/** Handles a request of the thread `source`, or the end of a thread (LOST). */
export function receive(source: number, what: ThreadRequest, far: number): void {
  if (what === ThreadRequest.LOST) inFlight.get(far)?.(NO_REPLY);
  else if (what === ThreadRequest.TRACE_CATEGORIES) load("internal:node/trace_events/file").follow();
  else postTo(far, serialize(replyTo(source, what, far)));
}

function replyTo(source: number, what: ThreadRequest, far: number): unknown {
  switch (what) {
    case ThreadRequest.MESSAGE:
      return emitMessage(source, far);
    case ThreadRequest.HEAP_STATISTICS:
      return load("internal:node/v8/heap_statistics").getHeapStatistics();
    case ThreadRequest.CPU_USAGE:
      return load("internal:node/process/clocks").members.threadCpuUsage();
    case ThreadRequest.START_CPU_PROFILE:
      return load("internal:node/v8/cpu_profile").begin();
    case ThreadRequest.END_CPU_PROFILE:
      return load("internal:node/v8/cpu_profile").end(deserialize(takeMessage(far)!.bytes));
    case ThreadRequest.HEAP_SNAPSHOT:
      return load("internal:node/v8/heap_snapshot").v8Snapshot("worker.getHeapSnapshot");
    case ThreadRequest.REPORT:
      return load("internal:node/process/report").subreport();
    default:
      return undefined;
  }
}

function emitMessage(source: number, far: number): number {
  const message = takeMessage(far);
  const process: any = isLoaded("internal:node/process") ? load("internal:node/process").default : null;
  if (message === null || process === null || process.listenerCount("workerMessage") === 0) return NO_LISTENER;
  try {
    process.emit("workerMessage", deserialize(message.bytes, message.transferred), source);
    return RECEIVED;
  } catch {
    return LISTENER_THREW;
  }
}

/**
 * Sends a clone of `value` to the 'workerMessage' listeners of a thread's `process`; resolves when they returned. Rejects with
 * ERR_WORKER_MESSAGING_SAME_THREAD, _FAILED (no such thread, or no listeners), _ERRORED (a listener threw) or _TIMEOUT
 * (milliseconds), with ERR_INVALID_ARG_TYPE, or with a DataCloneError.
 */
export async function postMessageToThread(
  thread: number,
  value: unknown,
  transferList?: unknown,
  timeout?: unknown,
): Promise<void> {
  if (typeof transferList === "number" && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, "timeout", 0);
  if (thread === native.threadId()) throw new ERR_WORKER_MESSAGING_SAME_THREAD();
  const message = serialize(value, transferListOf(transferList));
  if (!Number.isInteger(thread) || thread < 0 || thread > 0xffffffff) throw new ERR_WORKER_MESSAGING_FAILED();
  switch (await send(thread, ThreadRequest.MESSAGE, message, timeout)) {
    case RECEIVED:
      return;
    case LISTENER_THREW:
      throw new ERR_WORKER_MESSAGING_ERRORED();
    case TIMED_OUT:
      throw new ERR_WORKER_MESSAGING_TIMEOUT();
    default:
      throw new ERR_WORKER_MESSAGING_FAILED();
  }
}
