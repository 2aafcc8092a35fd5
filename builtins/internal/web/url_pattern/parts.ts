// Pattern strings as parts, and parts as regular expressions and as normalized pattern strings
// (https://urlpattern.spec.whatwg.org/#parsing-pattern-strings and following).
import { type Token, type TokenType, isNameCharacter, tokenize } from "internal:web/url_pattern/tokens";

export interface Options {
  /** The delimiter of segments; empty for components without segments. */
  delimiter: string;
  /** The character that is the prefix of a following group. */
  prefix: string;
}

type PartType = "fixed-text" | "regexp" | "segment-wildcard" | "full-wildcard";
type Modifier = "" | "?" | "*" | "+";

export interface Part {
  type: PartType;
  value: string;
  modifier: Modifier;
  name: string;
  prefix: string;
  suffix: string;
}

const FULL_WILDCARD = ".*";
const escapeRegExp = (text: string): string => text.replace(/[.+*?^${}()[\]|/\\]/g, "\\$&");
/** Escapes pattern syntax. */
export const escapePattern = (text: string): string => text.replace(/[+*?:{}()\\]/g, "\\$&");
const segmentWildcard = ({ delimiter }: Options): string => `[^${escapeRegExp(delimiter)}]+?`;

class PatternParser {
  readonly parts: Part[] = [];
  readonly #tokens: Token[];
  readonly #encode: (text: string) => string;
  readonly #wildcard: string;
  readonly #prefix: string;
  #index = 0;
  #pending = "";
  #nextNumber = 0;
  #names = new Set<string>();

  constructor(input: string, options: Options, encode: (text: string) => string) {
    this.#tokens = tokenize(input, true);
    this.#encode = encode;
    this.#wildcard = segmentWildcard(options);
    this.#prefix = options.prefix;
  }

  parse(): Part[] {
    while (this.#index < this.#tokens.length) {
      const character = this.#take("char");
      const name = this.#take("name");
      const group = this.#takeGroup(name);
      if (name !== null || group !== null) {
        let prefix = character?.value ?? "";
        if (prefix !== "" && prefix !== this.#prefix) {
          this.#pending += prefix;
          prefix = "";
        }
        this.#flush();
        this.#add(prefix, name, group, "", this.#takeModifier());
        continue;
      }
      const fixed = character ?? this.#take("escaped-char");
      if (fixed !== null) {
        this.#pending += fixed.value;
        continue;
      }
      if (this.#take("open") !== null) {
        const prefix = this.#takeText();
        const innerName = this.#take("name");
        const innerGroup = this.#takeGroup(innerName);
        const suffix = this.#takeText();
        this.#require("close");
        this.#add(prefix, innerName, innerGroup, suffix, this.#takeModifier());
        continue;
      }
      this.#flush();
      this.#require("end");
    }
    return this.parts;
  }

  #take(type: TokenType): Token | null {
    const token = this.#tokens[this.#index];
    if (token?.type !== type) return null;
    this.#index++;
    return token;
  }

  #require(type: TokenType): void {
    if (this.#take(type) === null)
      throw new TypeError(`Invalid pattern: unexpected "${this.#tokens[this.#index]?.value ?? ""}"`);
  }

  #takeGroup(name: Token | null): Token | null {
    return this.#take("regexp") ?? (name === null ? this.#take("asterisk") : null);
  }

  #takeModifier(): Modifier {
    return ((this.#take("other-modifier") ?? this.#take("asterisk"))?.value ?? "") as Modifier;
  }

  #takeText(): string {
    let text = "";
    for (;;) {
      const token = this.#take("char") ?? this.#take("escaped-char");
      if (token === null) return text;
      text += token.value;
    }
  }

  #flush(): void {
    if (this.#pending === "") return;
    const value = this.#encode(this.#pending);
    this.#pending = "";
    this.parts.push({ type: "fixed-text", value, modifier: "", name: "", prefix: "", suffix: "" });
  }

  #add(prefix: string, nameToken: Token | null, group: Token | null, suffix: string, modifier: Modifier): void {
    if (nameToken === null && group === null && modifier === "") {
      this.#pending += prefix;
      return;
    }
    this.#flush();
    if (nameToken === null && group === null) {
      if (prefix !== "")
        this.parts.push({
          type: "fixed-text",
          value: this.#encode(prefix),
          modifier,
          name: "",
          prefix: "",
          suffix: "",
        });
      return;
    }
    let value = group === null ? this.#wildcard : group.type === "asterisk" ? FULL_WILDCARD : group.value;
    let type: PartType = "regexp";
    if (value === this.#wildcard) type = "segment-wildcard";
    else if (value === FULL_WILDCARD) type = "full-wildcard";
    if (type !== "regexp") value = "";
    const name = nameToken !== null ? nameToken.value : String(this.#nextNumber++);
    if (this.#names.has(name)) throw new TypeError(`Invalid pattern: duplicate name "${name}"`);
    this.#names.add(name);
    this.parts.push({ type, value, modifier, name, prefix: this.#encode(prefix), suffix: this.#encode(suffix) });
  }
}

/** The parts of a pattern string; `encode` canonicalizes fixed text and throws for invalid text. */
export function parsePattern(input: string, options: Options, encode: (text: string) => string): Part[] {
  return new PatternParser(input, options, encode).parse();
}

/** The source of a regular expression that matches the parts, and the names of its groups in order. */
export function regExpOf(parts: Part[], options: Options): { source: string; names: string[] } {
  let source = "^";
  const names: string[] = [];
  for (const { type, value, modifier, name, prefix, suffix } of parts) {
    if (type === "fixed-text") {
      source += modifier === "" ? escapeRegExp(value) : `(?:${escapeRegExp(value)})${modifier}`;
      continue;
    }
    names.push(name);
    const inner =
      type === "segment-wildcard" ? segmentWildcard(options) : type === "full-wildcard" ? FULL_WILDCARD : value;
    const repeats = modifier === "*" || modifier === "+";
    const [before, after] = [escapeRegExp(prefix), escapeRegExp(suffix)];
    if (prefix === "" && suffix === "") source += repeats ? `((?:${inner})${modifier})` : `(${inner})${modifier}`;
    else if (!repeats) source += `(?:${before}(${inner})${after})${modifier}`;
    else
      source += `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)${after})${modifier === "*" ? "?" : ""}`;
  }
  return { source: `${source}$`, names };
}

/** The shortest pattern string of the parts. */
export function patternOf(parts: Part[], options: Options): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const { type, value, modifier, name, prefix, suffix } = part;
    if (type === "fixed-text") {
      text += modifier === "" ? escapePattern(value) : `{${escapePattern(value)}}${modifier}`;
      continue;
    }
    const previous = parts[index - 1];
    const hasOwnName = !/^[0-9]/.test(name);
    const isGrouped = needsGroup(part, previous, parts[index + 1], options, hasOwnName);
    if (isGrouped) text += "{";
    text += escapePattern(prefix);
    if (hasOwnName) text += `:${name}`;
    if (type === "regexp") text += `(${value})`;
    else if (type === "segment-wildcard" && !hasOwnName) text += `(${segmentWildcard(options)})`;
    else if (type === "full-wildcard") {
      const canBeStar =
        previous === undefined ||
        previous.type === "fixed-text" ||
        previous.modifier !== "" ||
        isGrouped ||
        prefix !== "";
      text += !hasOwnName && canBeStar ? "*" : "(.*)";
    }
    if (
      type === "segment-wildcard" &&
      hasOwnName &&
      suffix !== "" &&
      isNameCharacter(String.fromCodePoint(suffix.codePointAt(0)!), false)
    )
      text += "\\";
    text += escapePattern(suffix);
    if (isGrouped) text += "}";
    text += modifier;
  }
  return text;
}

function needsGroup(
  part: Part,
  previous: Part | undefined,
  next: Part | undefined,
  options: Options,
  hasOwnName: boolean,
): boolean {
  const { type, modifier, prefix, suffix } = part;
  if (suffix !== "" || (prefix !== "" && prefix !== options.prefix)) return true;
  if (
    hasOwnName &&
    type === "segment-wildcard" &&
    modifier === "" &&
    next !== undefined &&
    next.prefix === "" &&
    next.suffix === ""
  ) {
    const follows =
      next.type === "fixed-text"
        ? isNameCharacter(String.fromCodePoint(next.value.codePointAt(0)!), false)
        : /^[0-9]/.test(next.name);
    if (follows) return true;
  }
  return (
    prefix === "" && previous?.type === "fixed-text" && options.prefix !== "" && previous.value.endsWith(options.prefix)
  );
}
