// `dlopen`, `linkSymbols` and `CFunction` of `bun:ffi`.
import type { URL } from "web:url";
import { safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { invalidArgument } from "internal:bun/ffi/errors";
import { type TypeRules, rulesOf } from "internal:bun/ffi/types";
import { type Signature, caller } from "internal:core/ffi/calls";
import { requireAny } from "internal:core/ffi/permission";
import { addressOfSymbol, close, open } from "native:ffi";

/** What is stated of a function. */
export interface FunctionDefinition {
  args?: unknown[];
  returns?: unknown;
  ptr?: number | bigint | null;
}

type ForeignFunction = ((...values: unknown[]) => unknown) & { native?: unknown };

/** The types of a definition. */
export function typesOf({ args = [], returns = "void" }: FunctionDefinition): {
  parameters: TypeRules[];
  result: TypeRules;
} {
  return { parameters: args.map(rulesOf), result: rulesOf(returns) };
}

function functionAt(name: string, address: number, definition: FunctionDefinition): ForeignFunction {
  const { parameters, result } = typesOf(definition);
  const signature: Signature = {
    types: [result.code, ...parameters.map(({ code }) => code)],
    writers: parameters.map(({ write }) => write),
    read: result.read,
  };
  const call = caller(address, signature);
  const made: ForeignFunction = (...values) => call(values);
  safe.defineProperty(made, "name", { value: name, configurable: true });
  safe.defineProperty(made, "length", { value: parameters.length, configurable: true });
  safe.defineProperty(made, "native", { value: made, configurable: true });
  return made;
}

function namesOf(definitions: Record<string, FunctionDefinition>): string[] {
  if (typeof definitions !== "object" || definitions === null) throw invalidArgument("Expected an object");
  const names = Object.keys(definitions);
  if (names.length === 0) throw invalidArgument("Expected at least one symbol");
  return names;
}

/** Opened functions. */
export interface Library {
  symbols: Record<string, ForeignFunction>;
  close: () => void;
}

function libraryOf(symbols: Record<string, ForeignFunction>, end: () => void): Library {
  const library = { close: end } as Library;
  safe.defineProperty(library, "symbols", { value: symbols, configurable: true, writable: true });
  return library;
}

/** Opens a library and looks functions up in it. */
export function dlopen(
  name: string | URL | { name?: string },
  definitions: Record<string, FunctionDefinition>,
): Library {
  const names = namesOf(definitions);
  const given = typeof name === "object" && name !== null && !("href" in name) ? name.name : name;
  const path = pathOfFileUrl(String(given)) ?? String(given);
  // Types are checked before anything is loaded.
  for (const symbol of names) typesOf(definitions[symbol]!);
  try {
    return openFunctions(path, definitions, (symbol) => invalidArgument(`Symbol "${symbol}" not found in "${path}"`));
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_DLOPEN_FAILED") throw error;
    throw Object.assign(new Error(`Failed to open library "${path}": ${(error as Error).message}`), {
      code: "ERR_DLOPEN_FAILED",
    });
  }
}

/** Opens a library and its functions; throws what `missing` makes for one that it does not have. */
export function openFunctions(
  path: string,
  definitions: Record<string, FunctionDefinition>,
  missing: (symbol: string) => Error,
): Library {
  const library = open(path);
  const symbols: Record<string, ForeignFunction> = {};
  for (const symbol of Object.keys(definitions)) {
    const definition = definitions[symbol]!;
    const address = definition.ptr == null ? addressOfSymbol(library, symbol) : Number(definition.ptr);
    if (address === null) {
      close(library);
      throw missing(symbol);
    }
    symbols[symbol] = functionAt(symbol, address, definition);
  }
  return libraryOf(symbols, () => close(library));
}

/** Functions at addresses that are known. */
export function linkSymbols(definitions: Record<string, FunctionDefinition>): Library {
  requireAny();
  const symbols: Record<string, ForeignFunction> = {};
  for (const name of namesOf(definitions)) {
    const address = Number(definitions[name]!.ptr ?? 0);
    if (address === 0)
      throw invalidArgument(
        `Symbol "${name}" is missing a "ptr" field. When using linkSymbols() or CFunction(), you must provide a "ptr" field with the memory address of the native function.`,
      );
    symbols[name] = functionAt(name, address, definitions[name]!);
  }
  return libraryOf(symbols, () => {});
}

/** One function at an address that is known. */
export function CFunction(definition: FunctionDefinition): ForeignFunction & { close: () => void } {
  const { CFunction: made } = linkSymbols({ CFunction: definition }).symbols;
  return Object.assign(made!, { close: () => {} });
}
