// AbortSignals in messages (`util.transferableAbortController`, `transferableAbortSignal`): the message contains a port, which
// delivers the reason. The signal of the sender stays usable and can be sent several times.
import { onPortMessage, forgetPort, postTo, takeMessage } from "internal:web/messaging";
import { kTransfer } from "internal:web/clone/protocol";
import { abortSignal, type AbortSignal, createAbortSignal } from "web:abort";
import { DOMException } from "web:dom_exception";
import { deserialize, serialize, type Serialized } from "web:structured_clone";
import { type AddEventListenerOptions, kTrustEvent } from "web:event_target";
import * as native from "native:messaging";

// Closes the channels of collected signals.
const collected = new FinalizationRegistry<number>((port) => native.close(port));

/** Makes a signal transferable. Returns it. */
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
    signal.addEventListener("abort", post, { once: true, [kTrustEvent]: true } as AddEventListenerOptions);
    collected.register(signal, near);
  }
  return { kind: "AbortSignal", handle: far };
}

function clonedReason(reason: unknown): Serialized {
  try {
    return serialize(reason);
  } catch {
    // The receiver's signal aborts with the default reason.
    return serialize(undefined);
  }
}

/** The signal of a received port. It does not keep the process alive. */
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
  const queued = takeMessage(port);
  if (queued !== null) abort(queued);
  else {
    native.own(port);
    native.unref(port);
    onPortMessage(port, { receiveMessage: abort, portClosed() {} });
    native.start(port);
  }
  return signal;
}
