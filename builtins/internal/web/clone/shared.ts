// What threads share instead of copying it: the memory of SharedArrayBuffers, and compiled WebAssembly modules. In a message such
// an object stands behind the transferred ones; the receiver makes an object of its own over the same thing.
import { dataCloneError } from "internal:web/clone/kinds";
import { adoptShared, canShare } from "native:messaging";

/** The kind in a message's list. */
export const SHARED_MEMORY = "SharedArrayBuffer";
export const SHARED_MODULE = "WebAssembly.Module";

/** The smallest module. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Whether things of this kind are shared. */
export function isSharedKind(kind: string): boolean {
  return kind === SHARED_MEMORY || kind === SHARED_MODULE;
}

/** Throws a DataCloneError when this engine cannot share the object. */
export function requireShareable(object: object, kind: string): void {
  if (!canShare(object, kind))
    throw dataCloneError(`#<${kind === SHARED_MODULE ? "Module" : kind}> could not be cloned.`);
}

/** The object over what has the number, which came in a message; undefined when that fails. */
export function adopt(kind: string, number: number): object | undefined {
  const sample =
    kind === SHARED_MODULE ? new (globalThis as any).WebAssembly.Module(EMPTY_MODULE) : new SharedArrayBuffer(1);
  return adoptShared(number, sample) as object | undefined;
}
