// `Deno.dlopen` and `Deno.UnsafeFnPointer`. https://docs.deno.com/runtime/fundamentals/ffi/
import type { URL } from "web:url";
import { safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { type Signature, caller, poolCaller } from "internal:core/ffi/calls";
import { requireAll as requirePermission } from "internal:core/ffi/permission";
import { addressOfPointer } from "internal:deno/ffi/pointer_object";
import { type NativeType, codesOf, rulesOf } from "internal:deno/ffi/types";
import { addressOfSymbol, close, open, viewOf } from "native:ffi";

/** What is stated of a function. */
interface FunctionDefinition {
  parameters: NativeType[];
  result: NativeType;
  nonblocking?: boolean;
}

/** What is stated of a symbol. */
type SymbolDefinition = (FunctionDefinition | { type: NativeType }) & { name?: string; optional?: boolean };

type ForeignFunction = (...values: unknown[]) => unknown;

function signatureOf({ parameters, result }: FunctionDefinition): Signature {
  const rules = parameters.map(rulesOf);
  const returned = rulesOf(result);
  return { types: codesOf(returned, rules), writers: rules.map(({ write }) => write), read: returned.read };
}

function functionAt(address: number, definition: FunctionDefinition): ForeignFunction {
  const call = (definition.nonblocking === true ? poolCaller : caller)(address, signatureOf(definition));
  return anonymous((...values) => call(values));
}

/** A function without a name, as Deno's are. */
function anonymous(value: ForeignFunction): ForeignFunction {
  return safe.defineProperty(value, "name", { value: "", configurable: true }) as ForeignFunction;
}

/** An open library. */
class DynamicLibrary {
  symbols: Record<string, unknown> = {};
  #library: number;

  constructor(path: string, definitions: Record<string, SymbolDefinition>) {
    try {
      this.#library = open(path);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_DLOPEN_FAILED") throw error;
      throw new Error(`Could not open library: Could not open library: ${(error as Error).message}`);
    }
    for (const name of Object.keys(definitions)) {
      const value = this.#valueOf(name, definitions[name]!, path);
      safe.defineProperty(this.symbols, name, { value, enumerable: true, configurable: false, writable: false });
    }
  }

  /** Closes the library. Its functions must not be called any more. */
  close(): void {
    close(this.#library);
  }

  #valueOf(name: string, definition: SymbolDefinition, path: string): unknown {
    const symbol = definition.name ?? name;
    const address = addressOfSymbol(this.#library, symbol);
    if (address === null) {
      if (definition.optional === true) return null;
      throw new Error(
        `Failed to register symbol ${name}: Could not obtain symbol from the library: ${path}: undefined symbol: ${symbol}`,
      );
    }
    if ("type" in definition) {
      const { read, byteLength } = rulesOf(definition.type);
      const bytes = viewOf(address, byteLength);
      return read(new DataView(bytes.buffer, bytes.byteOffset, byteLength), 0);
    }
    return functionAt(address, definition);
  }
}

/** Opens a library and looks symbols up in it. */
export function dlopen(library: string | URL, symbols: Record<string, SymbolDefinition>): DynamicLibrary {
  const name = String(library);
  return new DynamicLibrary(pathOfFileUrl(name) ?? name, symbols);
}

/** A function at an address. */
export class UnsafeFnPointer {
  pointer: object;
  definition: FunctionDefinition;
  #call: ForeignFunction | null = null;

  constructor(pointer: object, definition: FunctionDefinition) {
    this.pointer = pointer;
    this.definition = definition;
  }

  /** Calls the function. */
  call(...values: unknown[]): unknown {
    requirePermission();
    if (this.#call === null) {
      const address = addressOfPointer(this.pointer);
      if (address === undefined) throw new TypeError("expected external");
      this.#call = functionAt(address, this.definition);
    }
    return this.#call(...values);
  }
}
