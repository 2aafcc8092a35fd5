// The `.env` files that a program of Bun reads at start: which of them, their syntax, and the expansion of `$NAME`.
// https://bun.com/docs/runtime/environment-variables
import { readFileTextSync } from "native:fs";

/** The characters of a name. */
const NAME = /[A-Za-z0-9_.-]*/y;
const BLANKS = /[\t\v\f \r\n\u00a0]*/y;

/** Adds the variables of the files in the working folder to `values`, without replacing any. Returns whether there were any. */
export function readEnvironmentFiles(values: Record<string, string>): boolean {
  const found = new Map<string, string>();
  for (const name of fileNames(values)) {
    const text = readText(name);
    if (text !== null) parse(text, found);
  }
  for (const [name, value] of found)
    found.set(
      name,
      expand(value, (wanted) => values[wanted] ?? found.get(wanted)),
    );
  for (const [name, value] of found) if (!Object.hasOwn(values, name)) values[name] = value;
  return found.size > 0;
}

// The first file that defines a name wins.
function fileNames(values: Record<string, string>): string[] {
  const given = values.BUN_ENV || values.NODE_ENV;
  const mode = given === "production" || given === "test" ? given : "development";
  return [`.env.${mode}.local`, ...(mode === "test" ? [] : [".env.local"]), `.env.${mode}`, ".env"];
}

function readText(name: string): string | null {
  try {
    return readFileTextSync(name, 0);
  } catch {
    // Missing or unreadable: the program runs without it.
    return null;
  }
}

/** Adds the pairs of a file to those of files with higher precedence. */
export function parse(text: string, found: Map<string, string>): void {
  const known = new Set(found.keys());
  const reader = new Reader(text);
  for (let pair = reader.next(); pair !== null; pair = reader.next())
    if (!known.has(pair[0])) found.set(pair[0], pair[1]);
}

/** Parses a file. A line that does not define a variable is skipped. */
class Reader {
  #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): [name: string, value: string] | null {
    while (this.#position < this.#text.length) {
      const name = this.#name(true);
      if (name !== null) return [name, this.#value()];
      const end = this.#text.indexOf("\n", this.#position);
      this.#position = end < 0 ? this.#text.length : end + 1;
    }
    return null;
  }

  #skip(what: RegExp): string {
    what.lastIndex = this.#position;
    const [found] = what.exec(this.#text)!;
    this.#position += found.length;
    return found;
  }

  // A name with the equals sign after it.
  #name(mayBeExport: boolean): string | null {
    if (mayBeExport) this.#skip(BLANKS);
    const start = this.#position;
    const name = this.#skip(NAME);
    if (name !== "" && this.#position < this.#text.length) {
      this.#skip(BLANKS);
      const sign = this.#text[this.#position];
      if (sign === "=") {
        this.#position++;
        return name;
      }
      if (sign === ":" && /\s/.test(this.#text[this.#position + 1] ?? "")) {
        this.#position += 2;
        return name;
      }
      if (mayBeExport && name === "export") return this.#name(false);
    }
    this.#position = start;
    return null;
  }

  #value(): string {
    const start = this.#position;
    this.#skip(/[\t\v\f \u00a0]*/y);
    const quote = this.#text[this.#position];
    if (quote === '"' || quote === "'" || quote === "`") {
      const value = this.#quoted(quote);
      if (value !== null) return value;
    }
    this.#position = start;
    const line = this.#skip(/[^#\n\r]*/y);
    // The comment is not part of the value.
    this.#skip(/[^\n]*/y);
    return line.trim();
  }

  // Null when it is not closed. The rest of the line is ignored.
  #quoted(quote: string): string | null {
    const start = this.#position + 1;
    for (let index = start; index < this.#text.length; index++) {
      const character = this.#text[index];
      if (character === "\\") index++;
      else if (character === quote) {
        this.#position = index + 1;
        this.#skip(/[^\n]*/y);
        return unescape(this.#text.slice(start, index), quote);
      }
    }
    return null;
  }
}

function unescape(text: string, quote: string): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return quote === '"'
    ? lines.replace(/\\([^])/g, (whole, next) => (next === "n" ? "\n" : next === "r" ? "\r" : whole))
    : lines;
}

/**
 * Replaces `$NAME`, `${NAME}` and `${NAME:-value}` with values; `\$` is a dollar sign. From the end, as Bun does it, so that
 * inserted values are not expanded again.
 */
export function expand(value: string, valueOf: (name: string) => string | undefined): string {
  if (value.length < 2) return value;
  let rest = value;
  let done = "";
  for (let index = value.length - 1; index >= 0; index--) {
    if (rest[index] !== "$") continue;
    if (rest[index - 1] === "\\") {
      done = rest.slice(index) + done;
      rest = rest.slice(0, index - 1);
      index--;
      continue;
    }
    const found = /^(?:\$\{([A-Za-z0-9_]*)(?::-((?:\\[^]|[^}\\])*))?\}|\$([A-Za-z0-9_]+))/.exec(rest.slice(index));
    if (found === null) continue;
    const [whole, braced, fallback, plain] = found;
    done = (valueOf(braced ?? plain!) ?? fallback ?? "") + rest.slice(index + whole.length) + done;
    rest = rest.slice(0, index);
  }
  return rest + done;
}
