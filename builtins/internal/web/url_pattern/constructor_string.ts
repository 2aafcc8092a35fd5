// A pattern in one string, split into its components (https://urlpattern.spec.whatwg.org/#constructor-string-parsing).
import { type Component, type Init } from "internal:web/url_pattern/canonical";
import { type Token, tokenize } from "internal:web/url_pattern/tokens";

type State = "init" | "authority" | "done" | Component;

const BEFORE_HOSTNAME: State[] = ["protocol", "authority", "username", "password"];

class ConstructorString {
  readonly result: Init = {};
  readonly #input: string;
  readonly #tokens: Token[];
  readonly #isSpecial: (protocol: string) => boolean;
  #state: State = "init";
  #index = 0;
  #step = 1;
  #start = 0;
  #groupDepth = 0;
  #bracketDepth = 0;
  #matchesSpecial = false;

  constructor(input: string, isSpecial: (protocol: string) => boolean) {
    this.#input = input;
    this.#tokens = tokenize(input, false);
    this.#isSpecial = isSpecial;
  }

  parse(): Init {
    while (this.#index < this.#tokens.length) {
      this.#step = 1;
      const { type } = this.#tokens[this.#index]!;
      if (type === "end") {
        if (!this.#atEnd()) break;
        continue;
      }
      if (type === "open") {
        this.#groupDepth++;
        this.#index++;
        continue;
      }
      if (this.#groupDepth > 0) {
        if (type === "close") this.#groupDepth--;
        else {
          this.#index++;
          continue;
        }
      }
      this.#dispatch();
      this.#index += this.#step;
    }
    if (this.result.hostname !== undefined && this.result.port === undefined) this.result.port = "";
    return this.result;
  }

  /** Returns false at the end of the parse. */
  #atEnd(): boolean {
    if (this.#state === "init") {
      this.#rewind();
      if (this.#isAt("#")) this.#change("hash", 1);
      else if (this.#isSearchMark()) this.#change("search", 1);
      else this.#change("pathname", 0);
      return true;
    }
    if (this.#state === "authority") {
      this.#rewind();
      this.#state = "hostname";
      return true;
    }
    this.#change("done", 0);
    return false;
  }

  #dispatch(): void {
    switch (this.#state) {
      case "init":
        if (this.#isAt(":")) this.#rewindTo("protocol");
        break;
      case "protocol":
        if (this.#isAt(":")) this.#afterProtocol();
        break;
      case "authority":
        if (this.#isAt("@")) this.#rewindTo("username");
        else if (this.#isAt("/") || this.#isSearchMark() || this.#isAt("#")) this.#rewindTo("hostname");
        break;
      case "username":
        if (this.#isAt(":")) this.#change("password", 1);
        else if (this.#isAt("@")) this.#change("hostname", 1);
        break;
      case "password":
        if (this.#isAt("@")) this.#change("hostname", 1);
        break;
      case "hostname":
        if (this.#isAt("[")) this.#bracketDepth++;
        else if (this.#isAt("]")) this.#bracketDepth--;
        else if (this.#isAt(":") && this.#bracketDepth === 0) this.#change("port", 1);
        else this.#afterHost();
        break;
      case "port":
        this.#afterHost();
        break;
      case "pathname":
        if (this.#isSearchMark()) this.#change("search", 1);
        else if (this.#isAt("#")) this.#change("hash", 1);
        break;
      case "search":
        if (this.#isAt("#")) this.#change("hash", 1);
        break;
    }
  }

  #afterProtocol(): void {
    this.#matchesSpecial = this.#isSpecial(this.#component());
    const hasSlashes = this.#isAt("/", 1) && this.#isAt("/", 2);
    if (hasSlashes) this.#change("authority", 3);
    else this.#change(this.#matchesSpecial ? "authority" : "pathname", 1);
  }

  #afterHost(): void {
    if (this.#isAt("/")) this.#change("pathname", 0);
    else if (this.#isSearchMark()) this.#change("search", 1);
    else if (this.#isAt("#")) this.#change("hash", 1);
  }

  #change(next: State, skip: number): void {
    const state = this.#state;
    if (state !== "init" && state !== "authority" && state !== "done") this.result[state] = this.#component();
    if (state !== "init" && next !== "done") {
      const isBeforeHost = BEFORE_HOSTNAME.includes(state);
      if (isBeforeHost && ["port", "pathname", "search", "hash"].includes(next)) this.result.hostname ??= "";
      const isBeforePath = isBeforeHost || state === "hostname" || state === "port";
      if (isBeforePath && (next === "search" || next === "hash"))
        this.result.pathname ??= this.#matchesSpecial ? "/" : "";
      if ((isBeforePath || state === "pathname") && next === "hash") this.result.search ??= "";
    }
    this.#state = next;
    this.#index += skip;
    this.#start = this.#index;
    this.#step = 0;
  }

  #rewind(): void {
    this.#index = this.#start;
    this.#step = 0;
  }

  #rewindTo(state: State): void {
    this.#rewind();
    this.#state = state;
  }

  #component(): string {
    return this.#input.slice(this.#tokens[this.#start]!.index, this.#tokens[this.#index]!.index);
  }

  /** Whether the token is that character literally, not as syntax. */
  #isAt(character: string, ahead = 0): boolean {
    const token = this.#tokens[this.#index + ahead];
    return (
      token !== undefined &&
      token.value === character &&
      (token.type === "char" || token.type === "escaped-char" || token.type === "invalid-char")
    );
  }

  /** A "?" starts the search unless it is a modifier. */
  #isSearchMark(): boolean {
    if (this.#isAt("?")) return true;
    if (this.#tokens[this.#index]!.value !== "?") return false;
    const previous = this.#tokens[this.#index - 1];
    return previous === undefined || !["name", "regexp", "close", "asterisk"].includes(previous.type);
  }
}

/** The components of the string. `isSpecial` returns whether the pattern of a protocol matches a special scheme. */
export function parseConstructorString(input: string, isSpecial: (protocol: string) => boolean): Init {
  return new ConstructorString(input, isSpecial).parse();
}
