// Descriptors that a worker opens with `fs.open` and `fs.openSync` are closed when its thread ends (`trackUnmanagedFds`).
import { emitWarning } from "internal:core/process/warn";
import { workerStart } from "internal:core/worker_state";
import * as native from "native:worker";

/** Whether this thread's descriptors are tracked. */
export const isTracking: boolean = workerStart()?.closesDescriptors === true;

/** Notes a descriptor that was opened. Warns when this thread has it already: somebody else closed it. */
export function opened(fd: number): void {
  if (!native.descriptorOpened(fd)) emitWarning(`File descriptor ${fd} opened in unmanaged mode twice`);
}

/** Notes a descriptor that is closed. Warns when it was not opened here. */
export function closed(fd: number): void {
  if (!native.descriptorClosed(fd)) emitWarning(`File descriptor ${fd} closed but not opened in unmanaged mode`);
}

/** The callback of an asynchronous open, which notes the descriptor. */
export function noting(callback: (error: any, fd?: number) => void): (error: any, fd?: number) => void {
  return (error, fd) => {
    if (!error) opened(fd!);
    callback(error, fd);
  };
}
