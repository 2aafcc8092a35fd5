// Dispatches the events of child threads (`host/worker`) to the objects that own them.
import { onEvent } from "internal:core/loop";
import { services } from "internal:core/bootstrap";
import { ThreadLoopEvent, type ThreadRequest } from "native:worker";

/** The owner of a child thread. */
export interface ThreadOwner {
  /** The name that the program gave it; empty for none. */
  readonly name?: string;
  /** `ends`: the bytes of a Uint32Array of where each of several joined writes ends; null for one write. */
  threadOutput(descriptor: number, bytes: Uint8Array, ends?: Uint8Array | null): void;
  threadFailed(error: Uint8Array): void;
  /** The heap exceeded its limit. */
  threadOutOfMemory(): void;
  threadEnded(code: number): void;
  threadOnline(): void;
}

const owners = new Map<number, ThreadOwner>();

/** The running children of this thread, by their numbers. */
export function children(): ReadonlyMap<number, { readonly name?: string }> {
  return owners;
}

/** Receives requests of other threads. */
export function listenToThreads(): void {
  onEvent(ThreadLoopEvent.NOTIFICATION, (source: number, request: ThreadRequest, detail: number) =>
    services().receiveThreadRequest(source, request, detail),
  );
}

/** Directs the events of `thread` to `owner` until it has ended. */
export function ownThread(thread: number, owner: ThreadOwner): void {
  if (owners.size === 0) {
    listenToThreads();
    onEvent(ThreadLoopEvent.OUTPUT, (child: number, descriptor: number, bytes: Uint8Array, ends: Uint8Array | null) =>
      owners.get(child)?.threadOutput(descriptor, bytes, ends),
    );
    onEvent(ThreadLoopEvent.ERROR, (child: number, _detail: number, bytes: Uint8Array) =>
      owners.get(child)?.threadFailed(bytes),
    );
    onEvent(ThreadLoopEvent.OUT_OF_MEMORY, (child: number) => owners.get(child)?.threadOutOfMemory());
    onEvent(ThreadLoopEvent.ONLINE, (child: number) => owners.get(child)?.threadOnline());
    onEvent(ThreadLoopEvent.EXIT, (child: number, code: number) => {
      const ended = owners.get(child);
      owners.delete(child);
      ended?.threadEnded(code);
    });
  }
  owners.set(thread, owner);
}
