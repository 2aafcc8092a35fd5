// Tags of tests and the filters over them (`--experimental-test-tag-filter`): `not` binds tighter than `and`, which
// binds tighter than `or`; `*` in a tag matches any characters.
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { validateArray, validateString } from "internal:core/validators";

/** The tags of a test without tags. */
export const NO_TAGS: readonly string[] = Object.freeze([]);

const FORBIDDEN = /[\t\n\v\f\r &!()|*]/;
const RESERVED = new Set(["and", "or", "not"]);
const FORBIDDEN_TEXT =
  "contains a forbidden character. Tags must not contain whitespace, operator characters (&, |, !, (, ), *), " +
  "or be the reserved words 'and', 'or', or 'not'";

let hasWarned = false;

/** Warns once that tags are experimental. */
export function warnOfTags(): void {
  if (hasWarned) return;
  hasWarned = true;
  emitWarning("Test tags is an experimental feature and might change at any time", "ExperimentalWarning");
}

/**
 * The tags of a test in lower case, each once. Throws ERR_INVALID_ARG_TYPE or ERR_INVALID_ARG_VALUE for an
 * invalid list; `name` is the name of the option.
 */
export function readTags(tags: unknown, name: string): readonly string[] {
  validateArray(tags, name);
  if (tags.length === 0) return NO_TAGS;
  warnOfTags();
  const found = new Set<string>();
  for (const [index, tag] of tags.entries()) {
    const place = `${name}[${index}]`;
    validateString(tag, place);
    if (tag === "") throw new ERR_INVALID_ARG_VALUE(place, tag, "must not be empty");
    if (FORBIDDEN.test(tag)) throw new ERR_INVALID_ARG_VALUE(place, tag, FORBIDDEN_TEXT);
    const lower = tag.toLowerCase();
    if (RESERVED.has(lower))
      throw new ERR_INVALID_ARG_VALUE(place, tag, "must not be the reserved word 'and', 'or', or 'not'");
    found.add(lower);
  }
  return Object.freeze([...found]);
}

/** A parsed filter: whether tests with these tags run. */
export type TagFilter = (tags: ReadonlySet<string>) => boolean;

/** Whether every filter selects a test with these tags. */
export function evaluateTagFilters(filters: TagFilter[], tags: ReadonlySet<string>): boolean {
  return filters.every((filter) => filter(tags));
}

interface Token {
  kind: "AND" | "OR" | "NOT" | "LPAREN" | "RPAREN" | "IDENT" | "EOF";
  text: string;
  at: number;
}

const TOKEN = /\s*(?:(&&|\|\||[!()])|([^\s&|!()]+)|([&|]))/y;
const SIGNS: Record<string, Token["kind"]> = {
  "&&": "AND",
  "||": "OR",
  "!": "NOT",
  "(": "LPAREN",
  ")": "RPAREN",
  and: "AND",
  or: "OR",
  not: "NOT",
};

function tokensOf(expression: string, name: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(expression); match !== null; match = TOKEN.exec(expression)) {
    const text = match[1] ?? match[2] ?? match[3]!;
    const at = TOKEN.lastIndex - text.length;
    if (match[3] !== undefined) {
      const word = text === "&" ? "and" : "or";
      throw new ERR_INVALID_ARG_VALUE(
        name,
        expression,
        `unexpected '${text}' at position ${at}; use '${text}${text}' or '${word}'`,
      );
    }
    tokens.push({ kind: SIGNS[text.toLowerCase()] ?? "IDENT", text, at });
  }
  tokens.push({ kind: "EOF", text: "", at: expression.length });
  return tokens;
}

/** Parses a filter. Throws ERR_INVALID_ARG_TYPE for a value that is not a string, ERR_INVALID_ARG_VALUE with the position of a syntax error. */
export function parseTagFilter(expression: unknown, name: string): TagFilter {
  validateString(expression, name);
  if (expression.trim() === "") throw new ERR_INVALID_ARG_VALUE(name, expression, "must not be empty");
  return new Parser(expression, name).whole();
}

class Parser {
  #tokens: Token[];
  #position = 0;
  #fail: (reason: string) => never;

  constructor(expression: string, name: string) {
    this.#tokens = tokensOf(expression, name);
    this.#fail = (reason) => {
      throw new ERR_INVALID_ARG_VALUE(name, expression, reason);
    };
  }

  whole(): TagFilter {
    const filter = this.#either();
    if (this.#next.kind !== "EOF") this.#fail(`unexpected token at position ${this.#next.at}`);
    return filter;
  }

  get #next(): Token {
    return this.#tokens[this.#position]!;
  }

  #accept(kind: Token["kind"]): boolean {
    if (this.#next.kind !== kind) return false;
    this.#position++;
    return true;
  }

  #either(): TagFilter {
    let filter = this.#both();
    while (this.#accept("OR")) {
      const [left, right] = [filter, this.#both()];
      filter = (tags) => left(tags) || right(tags);
    }
    return filter;
  }

  #both(): TagFilter {
    let filter = this.#single();
    while (this.#accept("AND")) {
      const [left, right] = [filter, this.#single()];
      filter = (tags) => left(tags) && right(tags);
    }
    return filter;
  }

  #single(): TagFilter {
    const { kind, text, at } = this.#next;
    if (this.#accept("NOT")) {
      if (this.#next.kind === "EOF") this.#fail(`expected operand after 'not' at position ${at}`);
      const operand = this.#single();
      return (tags) => !operand(tags);
    }
    if (this.#accept("LPAREN")) {
      if (this.#next.kind === "EOF") this.#fail(`unmatched '(' at position ${at}`);
      const inner = this.#either();
      if (!this.#accept("RPAREN")) this.#fail(`expected ')' at position ${this.#next.at}`);
      return inner;
    }
    if (this.#accept("IDENT")) return tagFilter(text.toLowerCase());
    return this.#fail(`unexpected token '${kind}' at position ${at}`);
  }
}

function tagFilter(tag: string): TagFilter {
  if (!tag.includes("*")) return (tags) => tags.has(tag);
  const pattern = new RegExp(
    `^${tag
      .split("*")
      .map((part) => (RegExp as any).escape(part))
      .join(".*")}$`,
  );
  return (tags) => [...tags].some((one) => pattern.test(one));
}
