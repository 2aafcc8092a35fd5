// The frame of a WebAssembly function. The engine names the function, or has its index, and knows no offset in the module.
import { Frame } from "internal:core/stack/frames";

/** What follows the `@` of such a line: the module's name and the function's index or name. */
const PLACE = /^(.*):wasm-function\[(.*)\]$/s;

class WasmFrame extends Frame {
  readonly #place: string;
  constructor(name: string, url: string, place: string) {
    super(name, url, 1, 1, false, false, true);
    this.#place = place;
  }
  override get method(): null {
    return null;
  }
  override get isConstructor(): boolean {
    return false;
  }
  override describeFunction(): string {
    return this.functionName;
  }
  override describe(): string {
    return this.functionName === "" ? this.#place : `${this.functionName} (${this.#place})`;
  }
}

/** The frame of a line of the engine's stack; null when it is not of WebAssembly. The engine calls a function without a name by its index. */
export function parse(name: string, place: string): Frame | null {
  const parts = PLACE.exec(place);
  if (parts === null) return null;
  const url = `wasm://wasm/${parts[1]}`;
  return new WasmFrame(name === parts[2] ? "" : name, url, `${url}:wasm-function[${parts[2]}]`);
}
