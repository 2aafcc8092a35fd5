// The state of one WASI program: its arguments, environment, files and memory, with checked access to the memory.
import { EOVERFLOW, Failure } from "internal:node/wasi/errno";
import type { FileTable } from "internal:node/wasi/file_table";
import { TextDecoder, TextEncoder } from "web:encoding";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class WasiState {
  readonly args: Uint8Array[];
  readonly environment: Uint8Array[];
  readonly files: FileTable;
  /** Set when the program starts. */
  memory: { buffer: ArrayBuffer } | null = null;

  constructor(args: string[], environment: string[], files: FileTable) {
    this.args = args.map(terminated);
    this.environment = environment.map(terminated);
    this.files = files;
  }

  /** `length` bytes at `address`. Throws EOVERFLOW beyond the memory. */
  bytes(address: number, length: number): Uint8Array {
    const { buffer } = this.memory!;
    if (address + length > buffer.byteLength) throw new Failure(EOVERFLOW);
    return new Uint8Array(buffer, address, length);
  }

  /** A view of `length` bytes at `address`. Throws EOVERFLOW beyond the memory. */
  view(address: number, length: number): DataView {
    const bytes = this.bytes(address, length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  text(address: number, length: number): string {
    // A decoder refuses shared memory.
    return decoder.decode(this.bytes(address, length).slice());
  }

  /** Writes `text` without an end; as much of it as fits. Returns how many bytes. */
  writeText(address: number, length: number, text: string): number {
    const bytes = encoder.encode(text).subarray(0, length);
    this.bytes(address, bytes.length).set(bytes);
    return bytes.length;
  }

  setU32(address: number, value: number): void {
    this.view(address, 4).setUint32(0, value, true);
  }

  setU64(address: number, value: bigint): void {
    this.view(address, 8).setBigUint64(0, BigInt.asUintN(64, value), true);
  }

  /** The buffers of an array of `iovec` or `ciovec`. */
  vectors(address: number, count: number): Uint8Array[] {
    const list = this.view(address, count * 8);
    const buffers: Uint8Array[] = [];
    for (let index = 0; index < count; index++)
      buffers.push(this.bytes(list.getUint32(index * 8, true), list.getUint32(index * 8 + 4, true)));
    return buffers;
  }
}

function terminated(text: string): Uint8Array {
  return encoder.encode(`${text}\0`);
}
