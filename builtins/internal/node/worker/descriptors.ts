// File descriptors that a worker opens with `fs.open` and `fs.openSync`. They are closed when its thread ends
// (`trackUnmanagedFds`), and `--detect-leaks` reports those that a test leaves open.
import { emitWarning } from "internal:core/process/warn";
import { workerStart } from "internal:core/worker_state";
import * as native from "native:worker";

const closesAtEnd: boolean = workerStart()?.closesDescriptors === true;

/** Is called with each descriptor of this thread that is opened or closed. */
export interface DescriptorWatch {
  /** Is called when an open begins, in the code that asks for it; the function that it returns is called with the descriptor. */
  opening(): (fd: number) => void;
  closed(fd: number): void;
}

let watch: DescriptorWatch | null = null;

export function watchDescriptors(next: DescriptorWatch): void {
  watch = next;
}

/** Records an opened file descriptor. Warns when it is recorded already: it was closed in another way. */
export function opened(fd: number): void {
  recordOpened(fd);
  watch?.opening()(fd);
}

/** Records a closed file descriptor. Warns when it was not opened here. */
export function closed(fd: number): void {
  if (closesAtEnd && !native.descriptorClosed(fd))
    emitWarning(`File descriptor ${fd} closed but not opened in unmanaged mode`);
  watch?.closed(fd);
}

type OpenCallback = (error: Error | null, fd?: number) => void;

/** Wraps the callback of an asynchronous open: records the file descriptor. */
export function recording(callback: OpenCallback): OpenCallback {
  const report = watch?.opening();
  return (error, fd) => {
    if (!error) {
      recordOpened(fd!);
      report?.(fd!);
    }
    callback(error, fd);
  };
}

function recordOpened(fd: number): void {
  if (closesAtEnd && !native.descriptorOpened(fd)) emitWarning(`File descriptor ${fd} opened in unmanaged mode twice`);
}
