// The builtins of `wasm:js-string` (https://github.com/WebAssembly/js-string-builtins), which WebAssembly modules may import and
// the engine does not have. Those on arrays of WebAssembly's garbage collector cannot be written in JavaScript: they are
// missing, and a module that imports them does not link.

type Builtin = (...values: never[]) => unknown;

const MAX_CODE_POINT = 0x10ffff;

/** Makes the builtins. `RuntimeError` is the class of traps. */
export function stringBuiltins(RuntimeError: new (message: string) => Error): Record<string, Builtin> {
  const cast = (value: unknown): string => {
    if (typeof value !== "string") throw new RuntimeError("illegal cast");
    return value;
  };
  const index = (string: string, position: number): number => {
    const at = position >>> 0;
    if (at >= string.length) throw new RuntimeError("string index out of bounds");
    return at;
  };
  return {
    cast,
    test: (value: unknown) => (typeof value === "string" ? 1 : 0),
    fromCharCode: (code: number) => String.fromCharCode(code >>> 0),
    fromCodePoint(code: number) {
      if (code >>> 0 > MAX_CODE_POINT) throw new RuntimeError("invalid code point");
      return String.fromCodePoint(code >>> 0);
    },
    charCodeAt: (value: unknown, position: number) => cast(value).charCodeAt(index(cast(value), position)),
    codePointAt: (value: unknown, position: number) => cast(value).codePointAt(index(cast(value), position)),
    length: (value: unknown) => cast(value).length,
    concat: (first: unknown, second: unknown) => cast(first) + cast(second),
    substring(value: unknown, start: number, end: number) {
      const string = cast(value);
      const from = start >>> 0;
      const to = end >>> 0;
      return from > to || from > string.length ? "" : string.substring(from, to);
    },
    equals(first: unknown, second: unknown) {
      if (first !== null) cast(first);
      if (second !== null) cast(second);
      return first === second ? 1 : 0;
    },
    compare(first: unknown, second: unknown) {
      const left = cast(first);
      const right = cast(second);
      return left === right ? 0 : left < right ? -1 : 1;
    },
  };
}
