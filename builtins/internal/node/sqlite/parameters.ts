// The parameters of node:sqlite's statements: arranges named and positional values in SQLite's order.
import { invalidState } from "internal:node/sqlite/errors";
import { isAnyArrayBuffer } from "internal:core/util/types";

/** Whether the first argument of a call is an object of named values rather than a value. */
export function namesValues(value: unknown): value is Record<string, unknown> {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !isAnyArrayBuffer(value);
}

/** The names of a statement's parameters. */
export class Parameters {
  #names: string[];
  #places = new Map<string, number>();
  #bare: Map<string, number> | null = null;

  /** `names` with their prefix character; empty for positional parameters. */
  constructor(names: string[]) {
    this.#names = names;
    names.forEach((name, index) => {
      if (name !== "") this.#places.set(name, index);
    });
  }

  /**
   * The values in the order of the parameters; null for a parameter without one. Throws ERR_INVALID_STATE for an unknown name,
   * or for two parameters of one bare name.
   */
  arrange(values: ArrayLike<unknown>, allowsBare: boolean, allowsUnknown: boolean): unknown[] {
    const arranged: unknown[] = new Array(this.#names.length).fill(null);
    let first = 0;
    if (namesValues(values[0])) {
      first = 1;
      this.#arrangeNamed(values[0], arranged, allowsBare, allowsUnknown);
    }
    const names = this.#names;
    let place = 0;
    for (let index = first; index < values.length; index++) {
      while (place < names.length && names[place] !== "" && names[place]![0] !== "?") place++;
      arranged[place++] = values[index];
    }
    return arranged;
  }

  #arrangeNamed(
    named: Record<string, unknown>,
    arranged: unknown[],
    allowsBare: boolean,
    allowsUnknown: boolean,
  ): void {
    const bare = allowsBare ? (this.#bare ??= this.#bareNames()) : null;
    for (const name of Object.keys(named)) {
      const place = this.#places.get(name) ?? bare?.get(name);
      if (place !== undefined) arranged[place] = named[name];
      else if (!allowsUnknown) throw invalidState(`Unknown named parameter '${name}'`);
    }
  }

  #bareNames(): Map<string, number> {
    const bare = new Map<string, number>();
    for (const [name, place] of this.#places) {
      const short = name.slice(1);
      const other = bare.get(short);
      if (other !== undefined)
        throw invalidState(
          `Cannot create bare named parameter '${short}' because of conflicting names '${this.#names[other]}' and '${name}'.`,
        );
      bare.set(short, place);
    }
    return bare;
  }
}
