// What threads share instead of copying: the memory of SharedArrayBuffers, and compiled WebAssembly modules. In a message such
// objects follow the transferred ones; the receiver creates its own object over the shared content.
import { dataCloneError, type WebAssemblyGlobals } from "internal:web/clone/kinds";
import { adoptShared, canShare } from "native:messaging";

/** The kinds in the list of a message. */
export const SHARED_MEMORY = "SharedArrayBuffer";
export const SHARED_MODULE = "WebAssembly.Module";

/** The smallest module. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Whether objects of this kind are shared. */
export function isSharedKind(kind: string): boolean {
  return kind === SHARED_MEMORY || kind === SHARED_MODULE;
}

/** Throws a DataCloneError when this engine cannot share the object. */
export function requireShareable(object: object, kind: string): void {
  if (!canShare(object, kind))
    throw dataCloneError(`#<${kind === SHARED_MODULE ? "Module" : kind}> could not be cloned.`);
}

/** The object over the shared content with a number that was received in a message; undefined when that fails. */
export function adopt(kind: string, number: number): object | undefined {
  const sample =
    kind === SHARED_MODULE
      ? new (globalThis as unknown as WebAssemblyGlobals).WebAssembly.Module(EMPTY_MODULE)
      : new SharedArrayBuffer(1);
  return adoptShared(number, sample) as object | undefined;
}
