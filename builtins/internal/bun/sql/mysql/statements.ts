// The prepared statements of a connection, by text; the least recently used ones leave.

/** Servers limit the statements of all connections together, to 16,382 by default. */
const STATEMENTS_MAX = 512;

export interface Prepared {
  readonly text: string;
  /** The number that the server gave it. */
  id: number;
  /** The types of its parameters, as the server says them. */
  types: number[];
  isKnown: boolean;
}

export class Statements {
  #byText = new Map<string, Prepared>();

  /** The statement of a text, and the one that had to leave for it. */
  find(text: string): { statement: Prepared; evicted: Prepared | null } {
    const found = this.#byText.get(text);
    const statement = found ?? { text, id: 0, types: [], isKnown: false };
    if (found !== undefined) this.#byText.delete(text);
    this.#byText.set(text, statement);
    if (this.#byText.size <= STATEMENTS_MAX) return { statement, evicted: null };
    const evicted = this.#byText.values().next().value!;
    this.#byText.delete(evicted.text);
    return { statement, evicted };
  }

  forget(statement: Prepared): void {
    if (this.#byText.get(statement.text) === statement) this.#byText.delete(statement.text);
  }
}
