// The internal messages between the primary and its workers, in Node's form: `cmd: "NODE_CLUSTER"`, an `act`, a number
// `seq`, and in the answer that number as `ack`.

type Receiver = (this: any, message: any, handle: any) => void;

const callbacks = new Map<number, Receiver>();
let nextNumber = 0;

/** Sends `message` to the other process; `callback` gets the answer. False when there is no channel. */
export function sendTo(
  process: any,
  message: object,
  handle?: any,
  callback?: (reply: any, handle: any) => void,
): boolean {
  if (!process.connected) return false;
  const number = nextNumber++;
  if (callback !== undefined) callbacks.set(number, callback);
  return process.send({ cmd: "NODE_CLUSTER", ...message, seq: number }, handle);
}

/** Makes the listener of 'internalMessage' that hands answers to who waits for them and all else to `receiver`. */
export function listenerFor(worker: any, receiver: Receiver): (message: any, handle: any) => void {
  return (message, handle) => {
    if (message.cmd !== "NODE_CLUSTER") return;
    let target = receiver;
    if (message.ack !== undefined) {
      const waiting = callbacks.get(message.ack);
      if (waiting !== undefined) {
        target = waiting;
        callbacks.delete(message.ack);
      }
    }
    target.call(worker, message, handle);
  };
}
