// The standard input of a worker: the parent writes it.
import { Readable } from "internal:node/stream";
import { Buffer } from "internal:node/buffer";
import { onPortMessage } from "internal:web/messaging";
import { workerStart } from "internal:core/worker_state";
import { deserialize } from "web:structured_clone";
import * as messaging from "native:messaging";

/** Makes `process.stdin`: what the parent writes to `worker.stdin`; empty without that. */
export function makeStdin(): InstanceType<typeof Readable> {
  const port = workerStart()!.stdinPort;
  const input: any = new Readable({
    read() {
      if (port === 0) input.push(null);
      else open();
    },
  } as any);
  let isOpen = false;
  function open(): void {
    if (isOpen) return;
    isOpen = true;
    messaging.own(port);
    onPortMessage(port, {
      receiveMessage({ bytes, transferred }) {
        const chunk = deserialize(bytes, transferred);
        if (chunk === null) {
          messaging.unref(port);
          input.push(null);
        } else input.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      },
      portClosed() {
        input.push(null);
      },
    });
    messaging.ref(port);
    messaging.start(port);
  }
  return input;
}
