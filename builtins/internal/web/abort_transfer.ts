// AbortSignals in messages (`util.transferableAbortController`, `transferableAbortSignal`): a port goes along, and the reason comes
// through it. The signal here goes on working, and can be sent as often as one likes.
import { onPortMessage, forgetPort, postTo, takeMessage } from "internal:web/messaging";
import { kTransfer } from "internal:web/clone/protocol";
import { abortSignal, type AbortSignal, createAbortSignal } from "web:abort";
import { DOMException } from "web:dom_exception";
import { deserialize, serialize, type Serialized } from "web:structured_clone";
import { kTrustEvent } from "web:event_target";
import * as native from "native:messaging";

// The far ends of signals that nobody has any more are closed.
const forgotten = new FinalizationRegistry<number>((port) => native.close(port));

/** Lets a signal be in the transfer list of a message. Returns it. */
export function makeTransferable(signal: AbortSignal): AbortSignal {
  if (!Object.hasOwn(signal, kTransfer))
    Object.defineProperty(signal, kTransfer, { value: () => send(signal), configurable: true });
  return signal;
}

function send(signal: AbortSignal): { kind: string; handle: number } {
  const { first: near, second: far } = native.createChannel();
  const post = (): void => {
    postTo(near, clonedReason(signal.reason));
  };
  if (signal.aborted) post();
  else {
    signal.addEventListener("abort", post, { once: true, [kTrustEvent]: true } as any);
    forgotten.register(signal, near);
  }
  return { kind: "AbortSignal", handle: far };
}

function clonedReason(reason: unknown): Serialized {
  try {
    return serialize(reason);
  } catch {
    // The receiver's signal aborts with a reason of its own.
    return serialize(undefined);
  }
}

/** The signal at the other end of a port. It does not keep the process alive. */
export function receiveSignal(port: number): AbortSignal {
  const signal = makeTransferable(createAbortSignal());
  const abort = ({ bytes, transferred }: Serialized): void => {
    forgetPort(port);
    native.close(port);
    abortSignal(
      signal,
      deserialize(bytes, transferred) ?? new DOMException("This operation was aborted", "AbortError"),
    );
  };
  const known = takeMessage(port);
  if (known !== null) abort(known);
  else {
    native.own(port);
    native.unref(port);
    onPortMessage(port, { receiveMessage: abort, portClosed() {} });
    native.start(port);
  }
  return signal;
}
