// The internal messages between the primary and its workers, in Node's form: `cmd: "NODE_CLUSTER"`, an `act`, a number
// `seq`, and in the reply that number as `ack`.
import type { ChannelTarget } from "internal:node/child_process/channel";
import type { Worker } from "internal:node/cluster/worker";
import type { Endpoint } from "internal:node/net/types";

/** A message or a reply; which members it has depends on `act`. */
export interface ClusterMessage {
  cmd: string;
  act: string;
  seq: number;
  ack?: number;
  accepted?: boolean;
  address: any;
  addressType: any;
  backlog?: number;
  data?: unknown;
  errno?: number;
  fd?: number;
  flags: number;
  index: number;
  key: string;
  port: number;
  readableAll?: boolean;
  sockname?: Endpoint;
  writableAll?: boolean;
}

type Receiver = (this: Worker, message: ClusterMessage, handle: any) => void;

const callbacks = new Map<number, Receiver>();
let nextNumber = 0;

/** Sends `message` to the other process; `callback` is called with the reply. False without a channel. */
export function sendTo(
  process: ChannelTarget,
  message: Partial<ClusterMessage>,
  handle?: object | null,
  callback?: (reply: ClusterMessage, handle: any) => void,
): boolean {
  if (!process.connected) return false;
  const number = nextNumber++;
  if (callback !== undefined) callbacks.set(number, callback);
  return process.send({ cmd: "NODE_CLUSTER", ...message, seq: number }, handle);
}

/** Makes the listener of 'internalMessage' that calls the callbacks of replies, and `receiver` for other messages. */
export function listenerFor(worker: Worker, receiver: Receiver): (message: ClusterMessage, handle: unknown) => void {
  return (message, handle) => {
    if (message.cmd !== "NODE_CLUSTER") return;
    let target = receiver;
    if (message.ack !== undefined) {
      const callback = callbacks.get(message.ack);
      if (callback !== undefined) {
        target = callback;
        callbacks.delete(message.ack);
      }
    }
    target.call(worker, message, handle);
  };
}
