// File descriptors that a worker opens with `fs.open` and `fs.openSync` are closed when its thread ends (`trackUnmanagedFds`).
import { emitWarning } from "internal:core/process/warn";
import { workerStart } from "internal:core/worker_state";
import * as native from "native:worker";

/** Whether this thread's file descriptors are tracked. */
export const isTracking: boolean = workerStart()?.closesDescriptors === true;

/** Records an opened file descriptor. Warns when it is recorded already: it was closed in another way. */
export function opened(fd: number): void {
  if (!native.descriptorOpened(fd)) emitWarning(`File descriptor ${fd} opened in unmanaged mode twice`);
}

/** Records a closed file descriptor. Warns when it was not opened here. */
export function closed(fd: number): void {
  if (!native.descriptorClosed(fd)) emitWarning(`File descriptor ${fd} closed but not opened in unmanaged mode`);
}

type OpenCallback = (error: Error | null, fd?: number) => void;

/** Wraps the callback of an asynchronous open: records the file descriptor. */
export function recording(callback: OpenCallback): OpenCallback {
  return (error, fd) => {
    if (!error) opened(fd!);
    callback(error, fd);
  };
}
