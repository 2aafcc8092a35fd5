// The hook through which SharedArrayBuffers travel between threads: the host gives a handle for the memory and makes a
// buffer over a handle. Without it they cannot be sent.

/** Handles are numbers of 32 bits, valid until `fromHandle` was called once. */
export interface SharedBufferHooks {
  sharedHandle(buffer: SharedArrayBuffer): number;
  fromHandle(handle: number): SharedArrayBuffer;
}

let installed: SharedBufferHooks | null = null;

/** Sets what sends and receives shared memory in this thread. */
export function setSharedBufferHooks(hooks: SharedBufferHooks): void {
  installed = hooks;
}

/** The hooks, or null when shared memory cannot be sent. */
export function sharedBufferHooks(): SharedBufferHooks | null {
  return installed;
}
