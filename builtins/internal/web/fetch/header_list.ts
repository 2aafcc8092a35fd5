// Header lists (https://fetch.spec.whatwg.org/#concept-header-list) as flat arrays of strings, and checks of names and values.
// Names are stored in lower case; `spellings` stores the original names once one is not in lower case.

/** Names and values in order: `[name, value, name, value, …]`, names in lower case, values without outer white space. */
export class HeaderList {
  pairs: string[] = [];
  /** The original name of each pair; null while all are in lower case. */
  spellings: string[] | null = null;
  /** Several responses share this list: it must be cloned before a change. */
  isShared = false;
  /** The head that a server serialized from a shared list (`internal:http_server/send_response`). */
  serialized: unknown = null;

  /** Appends a checked pair. */
  push(lowerName: string, value: string, spelling: string): void {
    const { pairs } = this;
    if (this.spellings !== null) {
      this.spellings[this.spellings.length] = spelling;
    } else if (spelling !== lowerName) {
      const spellings: string[] = (this.spellings = []);
      for (let index = 0; index < pairs.length; index += 2) spellings[index / 2] = pairs[index]!;
      spellings[pairs.length / 2] = spelling;
    }
    const { length } = pairs;
    pairs[length] = lowerName;
    pairs[length + 1] = value;
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

  /** Replaces the value of the first pair of that name and removes the others. */
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

  /** "Sort and combine": sorted by name, the values of a name joined, except Set-Cookie. A flat list like `pairs`. */
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

  /** The pairs with the original names, for display. */
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
// Names repeat: their checks and lower-case forms are cached. Bounded, since clients can choose names.
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

/** The value without outer white space, or null when it contains NUL or a line break. */
export function normalizeValue(value: string): string | null {
  const { length } = value;
  if (length === 0) return value;
  const trimmed =
    isWhiteSpace(value.charCodeAt(0)) || isWhiteSpace(value.charCodeAt(length - 1))
      ? value.replace(outerWhiteSpace, "")
      : value;
  return forbiddenInValue.test(trimmed) ? null : trimmed;
}
