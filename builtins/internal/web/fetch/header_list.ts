// Header lists (https://fetch.spec.whatwg.org/#concept-header-list) as flat arrays of strings, and checks of names and values.
// Names are kept in lower case; `spellings` remembers how they were written, once one was written otherwise.

/** Names and values in order: `[name, value, name, value, …]`, names in lower case, values without outer white space. */
export class HeaderList {
  pairs: string[] = [];
  /** For each pair the name as it was given; null as long as all were given in lower case. */
  spellings: string[] | null = null;
  /** Several responses have this list: whoever wants to change it makes a clone. */
  isShared = false;
  /** What a server made of a shared list (`internal:http_server/send_response`). */
  made: unknown = null;

  /** Adds a pair that was checked. */
  push(lowerName: string, value: string, spelling: string): void {
    const { pairs } = this;
    if (this.spellings !== null) {
      this.spellings.push(spelling);
    } else if (spelling !== lowerName) {
      const spellings: string[] = (this.spellings = []);
      for (let index = 0; index < pairs.length; index += 2) spellings.push(pairs[index]!);
      spellings.push(spelling);
    }
    pairs.push(lowerName, value);
  }

  /** The values of a name joined with ", ", or null. */
  get(lowerName: string): string | null {
    const { pairs } = this;
    let found: string | null = null;
    for (let index = 0; index < pairs.length; index += 2) {
      if (pairs[index] !== lowerName) continue;
      const value = pairs[index + 1]!;
      found = found === null ? value : found + (lowerName === "cookie" ? "; " : ", ") + value;
    }
    return found;
  }

  has(lowerName: string): boolean {
    const { pairs } = this;
    for (let index = 0; index < pairs.length; index += 2) if (pairs[index] === lowerName) return true;
    return false;
  }

  /** All values of a name. */
  getAll(lowerName: string): string[] {
    const values: string[] = [];
    const { pairs } = this;
    for (let index = 0; index < pairs.length; index += 2)
      if (pairs[index] === lowerName) values.push(pairs[index + 1]!);
    return values;
  }

  delete(lowerName: string): boolean {
    return this.#removeFrom(lowerName, 0);
  }

  /** Puts `value` in the place of the first pair of that name and removes the others. */
  set(lowerName: string, value: string, spelling: string): void {
    const { pairs } = this;
    for (let index = 0; index < pairs.length; index += 2) {
      if (pairs[index] !== lowerName) continue;
      pairs[index + 1] = value;
      this.#removeFrom(lowerName, index + 2);
      return;
    }
    this.push(lowerName, value, spelling);
  }

  #removeFrom(lowerName: string, start: number): boolean {
    const { pairs, spellings } = this;
    let removed = false;
    for (let index = pairs.length - 2; index >= start; index -= 2) {
      if (pairs[index] !== lowerName) continue;
      pairs.splice(index, 2);
      spellings?.splice(index / 2, 1);
      removed = true;
    }
    return removed;
  }

  clone(): HeaderList {
    const copy = new HeaderList();
    copy.pairs = this.pairs.slice();
    copy.spellings = this.spellings === null ? null : this.spellings.slice();
    return copy;
  }

  /** "Sort and combine": sorted by name, values of a name joined, Set-Cookie apart. A flat list as `pairs`. */
  sortAndCombine(): string[] {
    const { pairs } = this;
    const names: string[] = [];
    for (let index = 0; index < pairs.length; index += 2) if (!names.includes(pairs[index]!)) names.push(pairs[index]!);
    names.sort();
    const sorted: string[] = [];
    for (const name of names) {
      if (name !== "set-cookie") sorted.push(name, this.get(name)!);
      else for (const value of this.getAll(name)) sorted.push(name, value);
    }
    return sorted;
  }

  /** Pairs with the names as they were first written, for display. */
  toObject(): Record<string, string> {
    const shown: Record<string, string> = {};
    const { pairs, spellings } = this;
    const seen = new Set<string>();
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index]!;
      if (seen.has(name)) continue;
      seen.add(name);
      shown[spellings === null ? name : spellings[index / 2]!] = this.get(name)!;
    }
    return shown;
  }
}

const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Names repeat: the check and the lower case of each are made once. Bounded, since a client may choose names.
const knownNames = new Map<string, string>();
const KNOWN_NAMES_MAX = 512;

/** The name in lower case, or null when it is not a header name (RFC 9110 §5.1). */
export function normalizeName(name: string): string | null {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  if (!tokenPattern.test(name)) return null;
  const lower = name.toLowerCase();
  if (knownNames.size >= KNOWN_NAMES_MAX) knownNames.clear();
  knownNames.set(name, lower);
  return lower;
}

const forbiddenInValue = /[\0\r\n]/;
const outerWhiteSpace = /^[\t\n\r ]+|[\t\n\r ]+$/g;

function isWhiteSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** The value without outer white space, or null when it holds NUL or a line break. */
export function normalizeValue(value: string): string | null {
  const { length } = value;
  if (length === 0) return value;
  const trimmed =
    isWhiteSpace(value.charCodeAt(0)) || isWhiteSpace(value.charCodeAt(length - 1))
      ? value.replace(outerWhiteSpace, "")
      : value;
  return forbiddenInValue.test(trimmed) ? null : trimmed;
}
