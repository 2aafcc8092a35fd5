// `Bun.Transpiler`: single sources. https://bun.com/docs/runtime/transpiler
import { type Log, messageOf } from "internal:bun/build/messages";
import { decodeUtf8 } from "internal:core/utf8";
import { scan, transform } from "native:bundler";

interface TranspilerOptions {
  loader?: string;
  target?: string;
  define?: Record<string, string>;
  minifyWhitespace?: boolean;
  minify?: boolean | { whitespace?: boolean; identifiers?: boolean; syntax?: boolean };
  tsconfig?: unknown;
  exports?: { eliminate?: string[]; replace?: Record<string, unknown> };
}

interface Import {
  path: string;
  kind: string;
}

const LOADERS = ["js", "jsx", "ts", "tsx"];

function loaderOf(loader: unknown): string {
  if (loader === undefined || loader === null) return "jsx";
  if (typeof loader !== "string" || !LOADERS.includes(loader)) {
    throw new TypeError("Invalid loader - must be js, jsx, tsx, ts, css, file, toml, yaml, wasm, bunsh, or json");
  }
  return loader;
}

function textOf(code: unknown): string {
  if (typeof code === "string") return code;
  if (ArrayBuffer.isView(code))
    return decodeUtf8(new Uint8Array(code.buffer as ArrayBuffer, code.byteOffset, code.byteLength));
  if (code instanceof ArrayBuffer) return decodeUtf8(new Uint8Array(code));
  throw new TypeError("Expected a string, ArrayBuffer or TypedArray");
}

function resultOf<T extends object>(json: string): T {
  const result = JSON.parse(json) as T | { errors: Log[] };
  if (!("errors" in result)) return result;
  const messages = result.errors.map(messageOf);
  throw messages.length === 1 ? messages[0] : new AggregateError(messages, "Parse error");
}

/** Transforms sources without resolving their imports. */
export class Transpiler {
  #loader: string;
  #options: string;

  /** Throws a TypeError for an unknown loader. */
  constructor(options: TranspilerOptions = {}) {
    this.#loader = loaderOf(options.loader);
    const all = options.minify === true;
    const parts = typeof options.minify === "object" ? options.minify : {};
    this.#options = JSON.stringify({
      directory: "/",
      target: options.target ?? "browser",
      define: Object.entries(options.define ?? {}),
      minify: {
        whitespace: all || options.minifyWhitespace === true || parts.whitespace === true,
        identifiers: all || parts.identifiers === true,
        syntax: all || parts.syntax === true,
      },
    });
  }

  /** The code as JavaScript. Throws a BuildMessage for a syntax error. */
  transformSync(code: unknown, loader?: string): string {
    const native = transform(textOf(code), loader === undefined ? this.#loader : loaderOf(loader), this.#options);
    return resultOf<{ code: string }>(native).code;
  }

  /** As `transformSync`, later. */
  async transform(code: unknown, loader?: string): Promise<string> {
    return this.transformSync(code, loader);
  }

  /** The imports and exports. Throws a BuildMessage for a syntax error. */
  scan(code: unknown): { imports: Import[]; exports: string[] } {
    return resultOf(scan(textOf(code), this.#loader));
  }

  /** The imports. Throws as `scan`. */
  scanImports(code: unknown): Import[] {
    return this.scan(code).imports;
  }
}
