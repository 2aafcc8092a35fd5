// `node:worker_threads`. Members that are expensive to make are accessors: most programs use only some.
import { load } from "internal:core/bootstrap";
import { isTestThread, workerStart } from "internal:core/worker_state";
import { ERR_CLOSED_MESSAGE_PORT } from "internal:core/errors";
import { addLazy } from "internal:node/process/define";
import defer * as channels from "web:message_channel";
import defer * as marks from "internal:core/untransferable";
import defer * as requests from "internal:node/worker/thread_requests";
import defer * as parent from "internal:node/worker/parent";
import * as native from "native:worker";

// A test file is written for the main thread of a process.
const start = isTestThread() ? null : workerStart();

/** The value of the option `env` for one `process.env` of a thread and its worker. */
export const SHARE_ENV: unique symbol = Symbol.for("nodejs.worker_threads.SHARE_ENV") as any;

/** Receives the next message of a port as `{ message }`, without an event; undefined when there is none. */
function receiveMessageOnPort(port: unknown): { message: unknown } | undefined {
  if (channels.isMessagePort(port)) return channels.receiveMessageOnPort(port as any);
  const { BroadcastChannel, receiveMessageOnChannel } = load("web:broadcast_channel");
  if (port instanceof BroadcastChannel) return receiveMessageOnChannel(port);
  const receive = load("internal:node/worker/context_port").receiverOf(port);
  if (receive !== null) return receive();
  throw portExpected();
}

function portExpected(): TypeError {
  return Object.assign(new TypeError('The "port" argument must be a MessagePort instance'), {
    code: "ERR_INVALID_ARG_TYPE",
  });
}

/** Moves a port to a context of `node:vm`: returns its object there. */
function moveMessagePortToContext(port: unknown, context: unknown): object {
  if (!channels.isMessagePort(port)) throw portExpected();
  if (channels.isPortClosed(port)) throw new ERR_CLOSED_MESSAGE_PORT();
  if (typeof context !== "object" || context === null || !load("internal:node/vm/contexts").isContext(context))
    throw Object.assign(new TypeError("Invalid context argument"), { code: "ERR_INVALID_ARG_TYPE" });
  return load("internal:node/worker/context_port").move(port, context);
}

/** The value that `setEnvironmentData` of this thread, or of its parent before this thread started, has stored under `key`. */
function getEnvironmentData(key: unknown): unknown {
  return parent.allEnvironmentData().get(key);
}

/** Stores `value` for this thread and the workers that it starts later; undefined deletes. */
function setEnvironmentData(key: unknown, value?: unknown): void {
  if (value === undefined) parent.allEnvironmentData().delete(key);
  else parent.allEnvironmentData().set(key, value);
}

const exports: object = {
  isInternalThread: start?.entryKind === "hooks",
  isMainThread: start === null,
  markAsUncloneable: (object: unknown): void => marks.markAsUncloneable(object),
  markAsUntransferable: (object: unknown): void => marks.markAsUntransferable(object),
  isMarkedAsUntransferable: (object: unknown): boolean => marks.isMarkedAsUntransferable(object),
  moveMessagePortToContext,
  receiveMessageOnPort,
  postMessageToThread: (thread: number, value: unknown, transferList?: unknown, timeout?: unknown): Promise<void> =>
    requests.postMessageToThread(thread, value, transferList, timeout),
  threadId: native.threadId(),
  threadName: start === null ? "" : start.name || "WorkerThread",
  SHARE_ENV,
  setEnvironmentData,
  getEnvironmentData,
};

addLazy(exports, "MessagePort", () => channels.MessagePort);
addLazy(exports, "MessageChannel", () => channels.MessageChannel);
addLazy(exports, "BroadcastChannel", () => load("web:broadcast_channel").BroadcastChannel);
addLazy(exports, "Worker", () => load("internal:node/worker/node_worker").Worker);
addLazy(exports, "parentPort", () => parent.parentPort());
addLazy(exports, "workerData", () => parent.workerData());
addLazy(exports, "resourceLimits", () =>
  start === null ? {} : load("internal:node/worker/limits").limitsInside(start.resourceLimits),
);
addLazy(exports, "locks", () => load("internal:web/worker/locks").locks);

export default exports;
