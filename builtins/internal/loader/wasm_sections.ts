// The imports and exports of a WebAssembly binary (https://webassembly.github.io/spec/core/binary/modules.html). The engine's
// `WebAssembly.Module.imports()` and `exports()` throw for modules whose functions have reference types in their signatures.

import { utf8ToString } from "native:buffer";

/** An export. */
export interface WasmExport {
  name: string;
  kind: string;
}

/** An import. */
export interface WasmImport extends WasmExport {
  module: string;
}

const KINDS = ["function", "table", "memory", "global", "tag"];
const HEADER_BYTES = 8;
const IMPORT_SECTION = 2;
const EXPORT_SECTION = 7;
/** Value types with a heap type behind them: `(ref null ht)` and `(ref ht)`. */
const REF_NULL = 0x63;
const REF = 0x64;

/** Reads the sections of a binary that the engine has compiled, and which is therefore valid. */
export function sectionsOf(bytes: Uint8Array): { imports: WasmImport[]; exports: WasmExport[] } {
  const reader = new Reader(bytes);
  const found = { imports: [] as WasmImport[], exports: [] as WasmExport[] };
  reader.offset = HEADER_BYTES;
  while (reader.offset < bytes.length) {
    const id = reader.byte();
    const size = reader.integer();
    const end = reader.offset + size;
    if (id === IMPORT_SECTION) {
      for (let count = reader.integer(); count > 0; count--) found.imports.push(reader.import());
    } else if (id === EXPORT_SECTION) {
      for (let count = reader.integer(); count > 0; count--) found.exports.push(reader.export());
    }
    reader.offset = end;
  }
  return found;
}

class Reader {
  offset = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  byte(): number {
    return this.#bytes[this.offset++]!;
  }
  /** LEB128. Only whether limits are present is used of integers above 32 bits. */
  integer(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }
  name(): string {
    const length = this.integer();
    const start = this.offset;
    this.offset += length;
    return utf8ToString(this.#bytes, start, this.offset);
  }
  import(): WasmImport {
    const module = this.name();
    const name = this.name();
    const kind = KINDS[this.byte()]!;
    this.#skipType(kind);
    return { module, name, kind };
  }
  export(): WasmExport {
    const name = this.name();
    const kind = KINDS[this.byte()]!;
    this.integer();
    return { name, kind };
  }
  #skipType(kind: string): void {
    if (kind === "function") this.integer();
    else if (kind === "tag") {
      this.byte();
      this.integer();
    } else if (kind === "global") {
      this.#skipValueType();
      this.byte();
    } else {
      if (kind === "table") this.#skipValueType();
      const flags = this.byte();
      this.integer();
      if ((flags & 1) !== 0) this.integer();
    }
  }
  #skipValueType(): void {
    const type = this.byte();
    if (type === REF || type === REF_NULL) this.integer();
  }
}
