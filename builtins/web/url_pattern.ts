// URLPattern (https://urlpattern.spec.whatwg.org/): patterns for URLs. The grammar is in `internal:web/url_pattern/*`.
import {
  COMPONENTS,
  type Component,
  DEFAULT_PORTS,
  type Init,
  canonicalHash,
  canonicalHostname,
  canonicalIPv6Hostname,
  canonicalOpaquePathname,
  canonicalPassword,
  canonicalPathname,
  canonicalPort,
  canonicalProtocol,
  canonicalSearch,
  canonicalUsername,
  processInit,
} from "internal:web/url_pattern/canonical";
import { parseConstructorString } from "internal:web/url_pattern/constructor_string";
import { type Options, parsePattern, patternOf, regExpOf } from "internal:web/url_pattern/parts";
import defer * as inspecting from "internal:core/util/inspect";
import { URL } from "web:url";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const PLAIN: Options = { delimiter: "", prefix: "" };
const HOSTNAME: Options = { delimiter: ".", prefix: "" };
const PATHNAME: Options = { delimiter: "/", prefix: "/" };

interface Compiled {
  pattern: string;
  regExp: RegExp;
  names: string[];
  hasRegExpGroups: boolean;
  /** Whether this is the pattern "*". */
  matchesAll: boolean;
}

/** The pattern "*" by its options: most components of most patterns. */
const wildcards = new Map<Options, Compiled>();

function compile(text: string, encode: (text: string) => string, options: Options, ignoresCase = false): Compiled {
  if (text !== "*") return compileParts(text, encode, options, ignoresCase);
  let wildcard = wildcards.get(options);
  if (wildcard === undefined) {
    wildcard = compileParts(text, encode, options, false);
    wildcards.set(options, wildcard);
  }
  return wildcard;
}

function compileParts(
  text: string,
  encode: (text: string) => string,
  options: Options,
  ignoresCase: boolean,
): Compiled {
  const parts = parsePattern(text, options, encode);
  const { source, names } = regExpOf(parts, options);
  let regExp: RegExp;
  try {
    regExp = new RegExp(source, ignoresCase ? "vi" : "v");
  } catch {
    throw new TypeError(`Invalid pattern "${text}": not a regular expression`);
  }
  return {
    pattern: patternOf(parts, options),
    regExp,
    names,
    hasRegExpGroups: parts.some(({ type }) => type === "regexp"),
    matchesAll: text === "*",
  };
}

const matchesSpecial = ({ regExp }: Compiled): boolean =>
  Object.keys(DEFAULT_PORTS).some((protocol) => regExp.test(protocol));

/** Whether a pattern of a hostname is one of IPv6 addresses. */
const isIPv6Pattern = (text: string): boolean =>
  text.length > 1 && (text.startsWith("[") || text.startsWith("{[") || text.startsWith("\\["));

function compileAll(init: Init, ignoresCase: boolean): Record<Component, Compiled> {
  const protocol = compile(init.protocol!, canonicalProtocol, PLAIN);
  const isSpecial = matchesSpecial(protocol);
  const pathname = isSpecial
    ? compile(init.pathname!, canonicalPathname, PATHNAME, ignoresCase)
    : compile(init.pathname!, canonicalOpaquePathname, PLAIN, ignoresCase);
  return {
    protocol,
    username: compile(init.username!, canonicalUsername, PLAIN),
    password: compile(init.password!, canonicalPassword, PLAIN),
    hostname: compile(
      init.hostname!,
      isIPv6Pattern(init.hostname!) ? canonicalIPv6Hostname : canonicalHostname,
      HOSTNAME,
    ),
    port: compile(init.port!, (text) => canonicalPort(text), PLAIN),
    pathname,
    search: compile(init.search!, canonicalSearch, PLAIN, ignoresCase),
    hash: compile(init.hash!, canonicalHash, PLAIN, ignoresCase),
  };
}

function readInit(input: object): Init {
  const given = input as Record<string, unknown>;
  const init: Init = {};
  for (const name of [...COMPONENTS, "baseURL"] as const) if (given[name] !== undefined) init[name] = `${given[name]}`;
  return init;
}

/** The components of `input`, with "*" for the others. Throws a TypeError for an invalid pattern. */
function initOf(input: Init | string, baseURL: string | undefined): Init {
  let given = input as Init;
  if (typeof input === "string") {
    given = parseConstructorString(input, (protocol) => matchesSpecial(compile(protocol, canonicalProtocol, PLAIN)));
    if (baseURL === undefined && given.protocol === undefined)
      throw new TypeError(`Relative pattern "${input}" without a base URL`);
    if (baseURL !== undefined) given.baseURL = baseURL;
  } else if (baseURL !== undefined) throw new TypeError("the base URL of a dictionary must be its member");
  const init = processInit(given, true, {});
  for (const component of COMPONENTS) init[component] ??= "*";
  if (DEFAULT_PORTS[init.protocol!] === init.port && init.port !== undefined) init.port = "";
  return init;
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

const wrongType = (message: string): Error => Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });

/** Throws a TypeError when a member is called on another object. */
let checkThis: (value: unknown) => void;

interface PatternOptions {
  ignoreCase?: unknown;
}

/** The result of `exec`: the inputs, and the groups of each component. */
type PatternResult = { inputs: unknown[] } & {
  [component in Component]?: { input: string; groups: Record<string, string | undefined> };
};

/** A pattern for URLs, from a string with an optional base URL, or a dictionary of components. */
export class URLPattern {
  #components: Record<Component, Compiled>;

  constructor(input: unknown = {}, baseOrOptions?: unknown, options?: unknown) {
    let baseURL: string | undefined;
    if (typeof baseOrOptions === "string" || baseOrOptions instanceof URL) baseURL = `${baseOrOptions}`;
    else if (baseOrOptions !== undefined && baseOrOptions !== null) {
      if (arguments.length > 2) throw wrongType("second argument must be a string");
      if (!isObject(baseOrOptions)) throw wrongType("second argument must be a string or object");
      options = baseOrOptions;
    }
    if (input !== null && typeof input !== "string" && !isObject(input))
      throw wrongType("Input must be an object or a string");
    if (options !== undefined && options !== null && !isObject(options)) throw wrongType("options must be an object");
    input ??= {};
    const ignoresCase = Boolean((options as PatternOptions | null | undefined)?.ignoreCase);
    const given = typeof input === "string" ? input : readInit(input as object);
    try {
      this.#components = compileAll(initOf(given, baseURL), ignoresCase);
    } catch (cause) {
      // Node's message; the reason is in the cause.
      throw Object.assign(new TypeError("Failed to construct URLPattern", { cause }), {
        code: "ERR_INVALID_URL_PATTERN",
      });
    }
  }

  /** Whether the URL, or the dictionary of components, matches. */
  test(input?: unknown, baseURL?: unknown): boolean {
    checkThis(this);
    const read = readInput("test", input, baseURL);
    if (read === null) return false;
    for (const component of COMPONENTS) {
      const { regExp, matchesAll } = this.#components[component];
      if (!matchesAll && regExp.exec(read(component)) === null) return false;
    }
    return true;
  }

  /** The matched groups of each component; null when the pattern does not match. */
  exec(input?: unknown, baseURL?: unknown): PatternResult | null {
    checkThis(this);
    const read = readInput("exec", input, baseURL);
    if (read === null) return null;
    const inputs = input === undefined || input === null ? [{}] : [input];
    if (baseURL !== undefined && typeof input === "string") inputs.push(`${baseURL}`);
    const result: PatternResult = { inputs };
    for (const component of COMPONENTS) {
      const value = read(component);
      const { regExp, names } = this.#components[component];
      const match = regExp.exec(value);
      if (match === null) return null;
      const groups: Record<string, string | undefined> = {};
      for (let index = 0; index < names.length; index++) groups[names[index]!] = match[index + 1];
      result[component] = { groups, input: value };
    }
    return result;
  }

  /** Whether a component has a group with a regular expression. */
  get hasRegExpGroups(): boolean {
    checkThis(this);
    return COMPONENTS.some((component) => this.#components[component].hasRegExpGroups);
  }

  static {
    checkThis = (value: unknown): void => {
      if (!isObject(value) || !(#components in value)) throw new TypeError("Illegal invocation");
    };
    for (const component of COMPONENTS) {
      const getter = {
        get [component](): string {
          checkThis(this);
          return (this as unknown as URLPattern).#components[component].pattern;
        },
      };
      const get = Object.getOwnPropertyDescriptor(getter, component)!.get!;
      Object.defineProperty(this.prototype, component, { get, enumerable: true, configurable: true });
    }
    for (const name of ["test", "exec", "hasRegExpGroups"])
      Object.defineProperty(this.prototype, name, { enumerable: true });
    Object.defineProperty(this.prototype, Symbol.toStringTag, { value: "URLPattern", configurable: true });
    Object.defineProperty(this.prototype, kInspect, {
      value(this: Record<string, unknown>, depth: number, options: object): unknown {
        if (typeof depth === "number" && depth < 0) return "[URLPattern]";
        const members = Object.fromEntries([...COMPONENTS, "hasRegExpGroups"].map((name) => [name, this[name]]));
        return `URLPattern ${inspecting.inspect(members, options)}`;
      },
      configurable: true,
      writable: true,
    });
  }
}

const EMPTY: Init = Object.fromEntries(COMPONENTS.map((component) => [component, ""]));

/** The components of an argument of `test` and `exec`, read on demand. */
type Reader = (component: Component) => string;

/** Reads an argument of `test` and `exec`; null for an invalid URL. Throws for other values. */
function readInput(method: string, input: unknown, baseURL: unknown): Reader | null {
  input ??= {};
  if (typeof input !== "string" && !isObject(input))
    throw wrongType("URLPattern input needs to be a string or an object");
  if (baseURL !== undefined && baseURL !== null && typeof baseURL !== "string" && !(baseURL instanceof URL))
    throw wrongType("baseURL must be a string");
  if (typeof input === "string" || input instanceof URL) return readURL(input, baseURL);
  // Only a string has a separate base URL; a dictionary has a member for it.
  if (baseURL !== undefined) {
    throw Object.assign(new TypeError(`Failed to ${method} URLPattern`), { code: "ERR_OPERATION_FAILED" });
  }
  try {
    const init = processInit(readInit(input as object), false, EMPTY);
    return (component) => init[component]!;
  } catch {
    return null;
  }
}

function readURL(input: string | URL, baseURL: unknown): Reader | null {
  let url: URL;
  try {
    url = baseURL === undefined ? new URL(`${input}`) : new URL(`${input}`, `${baseURL}`);
  } catch {
    return null;
  }
  return (component) => {
    switch (component) {
      case "protocol":
        return url.protocol.slice(0, -1);
      case "search":
      case "hash":
        return url[component].slice(1);
      default:
        return url[component];
    }
  };
}
