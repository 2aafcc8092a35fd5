// What threads share instead of copying: the memory of SharedArrayBuffers, and compiled WebAssembly modules. In a message such
// objects follow the transferred ones; the receiver creates its own object over the shared content.
import { dataCloneError, type WebAssemblyGlobals } from "internal:web/clone/kinds";
import { postTo, takeMessage } from "internal:web/messaging";
import { deserialize, serialize } from "web:structured_clone";
import { adoptShared, canShare, close, createChannel } from "native:messaging";

/** The kinds in the list of a message. */
export const SHARED_MEMORY = "SharedArrayBuffer";
export const SHARED_MODULE = "WebAssembly.Module";
/** A shared WebAssembly.Memory; in the list is its buffer. */
export const SHARED_WASM_MEMORY = "WebAssembly.Memory";

/** The smallest module. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Whether objects of this kind are shared. */
export function isSharedKind(kind: string): boolean {
  return kind === SHARED_MEMORY || kind === SHARED_MODULE || kind === SHARED_WASM_MEMORY;
}

/** Throws a DataCloneError when this engine cannot share the object. */
export function requireShareable(object: object, kind: string): void {
  if (!canShare(object, kind)) throw dataCloneError(`#<${kind.slice(kind.indexOf(".") + 1)}> could not be cloned.`);
}

/** The object over the shared content with a number that was received in a message; undefined when that fails. */
export function adopt(kind: string, number: number): object | undefined {
  return adoptShared(number, sampleOf(kind)) as object | undefined;
}

function sampleOf(kind: string): object {
  if (kind === SHARED_MEMORY) return new SharedArrayBuffer(1);
  const { WebAssembly } = globalThis as unknown as WebAssemblyGlobals;
  return kind === SHARED_MODULE
    ? new WebAssembly.Module(EMPTY_MODULE)
    : new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true });
}

/** A second WebAssembly.Memory over the memory of a shared one. Throws a DataCloneError for another. */
export function copyWasmMemory(memory: object): object {
  const { first, second } = createChannel();
  try {
    postTo(first, serialize(memory));
    const { bytes, transferred } = takeMessage(second)!;
    return deserialize(bytes, transferred);
  } finally {
    close(first);
  }
}
