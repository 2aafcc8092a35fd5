// The errors and warnings of builds and of modules that cannot be found (`BuildMessage`, `ResolveMessage`).
// https://bun.com/reference/globals/ResolveMessage
import { type Position, positionAt } from "internal:bun/build/positions";
import { worded, wordedAt } from "internal:bun/build/wording";
import { load } from "internal:core/bootstrap";
import * as errors from "internal:core/errors";

/** A report of native code. */
export interface Log {
  level: "error" | "warning";
  message: string;
  place: { file: string; line: number; column: number; lineText: string | null } | null;
  text: string;
}

/** A message of a build. */
export interface Message extends Error {
  level: string;
  position: Position | null;
}

/** Where a specifier is used. */
export type ImportKind = "import-statement" | "require-call" | "require-resolve";

/** What a message says. */
interface Facts {
  message: string;
  level: string;
  position: Position | null;
  stack: string;
  code?: string;
  specifier?: string;
  importKind?: ImportKind;
  referrer?: string;
  requireStack?: string[] | undefined;
}

/** Only this module makes messages: the constructors are called with this. */
const key = Symbol("message");
/** The own properties that the engine gives an error; those of messages are of the prototype. */
const OWN = ["message", "stack", "line", "column", "sourceURL"];

function openFacts(error: Error, name: string, args: readonly unknown[]): Facts {
  if (args[0] !== key) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
  for (const own of OWN) delete (error as unknown as Record<string, unknown>)[own];
  const facts = args[1] as Facts;
  facts.stack = `${name}: ${facts.message}`;
  return facts;
}

/** An error or a warning of a build. Programs cannot construct one. */
export class BuildMessage extends Error {
  #facts: Facts;
  constructor(...args: unknown[]) {
    super();
    this.#facts = openFacts(this, "BuildMessage", args);
  }
  static {
    define(this, "BuildMessage", ["message", "level", "position"], (message) => message.#facts);
  }
}

/** A module that cannot be found. Programs cannot construct one. */
export class ResolveMessage extends Error {
  #facts: Facts;
  constructor(...args: unknown[]) {
    super();
    this.#facts = openFacts(this, "ResolveMessage", args);
  }
  static {
    const members = ["position", "message", "level", "specifier", "importKind", "referrer"];
    define(this, "ResolveMessage", members, (message) => message.#facts);
  }
}

/** Adds the members of a class; `members` are those of its JSON. Their attributes are Bun's. */
function define<T extends Error>(
  target: { prototype: T },
  name: string,
  members: string[],
  factsOf: (message: T) => Facts,
): void {
  const { prototype } = target;
  const isResolve = name === "ResolveMessage";
  // Programs change the message and the stack; `toString` and the JSON show the original message.
  const changed = new WeakMap<T, Partial<Facts>>();
  const readOnly = isResolve ? [...members, "code", "requireStack"] : members;
  for (const member of readOnly as (keyof Facts)[])
    if (member !== "message") getter(prototype, member, (message: T) => factsOf(message)[member]);
  for (const member of isResolve ? (["message", "stack"] as const) : (["message"] as const)) {
    getter(
      prototype,
      member,
      (message: T) => changed.get(message)?.[member] ?? factsOf(message)[member],
      (message: T, value) => void changed.set(message, { ...changed.get(message), [member]: value }),
    );
  }
  for (const step of ["line", "column"] as const)
    getter(prototype, step, (message: T) => factsOf(message).position?.[step] ?? 0);
  if (!isResolve) getter(prototype, "notes", (message: T) => (factsOf(message), []));
  const shown = (message: T): string => `${name}: ${factsOf(message).message}`;
  const { toJSON, toString, toPrimitive } = {
    toJSON(this: T) {
      const facts = factsOf(this) as unknown as Record<string, unknown>;
      const json: Record<string, unknown> = { name };
      for (const member of members) json[member] = facts[member];
      return json;
    },
    toString(this: T) {
      return shown(this);
    },
    toPrimitive(this: T, hint: unknown) {
      return hint === "default" || hint === "string" ? shown(this) : null;
    },
  };
  Object.defineProperties(prototype, {
    toJSON: { value: toJSON, writable: true, enumerable: true },
    toString: { value: toString, writable: true, enumerable: true },
    name: { value: name, enumerable: true, configurable: true },
    [Symbol.toPrimitive]: { value: toPrimitive, configurable: true },
    [Symbol.toStringTag]: { value: name, configurable: true },
  });
}

function getter<T extends object>(
  prototype: T,
  member: string,
  read: (message: T) => unknown,
  write?: (message: T, value: unknown) => void,
): void {
  Object.defineProperty(prototype, member, {
    get(this: T) {
      return read(this);
    },
    set: write && setterOf(write),
    enumerable: true,
    configurable: false,
  });
}

function setterOf<T extends object>(write: (message: T, value: unknown) => void): (this: T, value: unknown) => void {
  return function (this: T, value: unknown) {
    write(this, value);
  };
}

const UNRESOLVED = /^(Could not resolve|Module not found)/i;

/** What it reports of a file that a plugin does not load. */
const NOT_LOADED = /^Could not load (.+?)(?: \(imported by .+?\))? - ([^]*)\.$/;

/**
 * The message for a report. `directory`: the folder that the paths of files are relative to, if they are files; `source`: the
 * source that the report is about, if it is in no file.
 */
export function messageOf(log: Log, directory: string | null = null, source?: string): Message {
  const { place } = log;
  const pathOf = (file: string) =>
    directory === null ? file : load("internal:core/path").default.resolve(directory, file);
  const position =
    place && positionAt(pathOf(place.file), place, place.lineText ?? shownLine(log.text, place.line), source);
  const message = position ? wordedAt(log.message, position.lineText, position.column - 1) : worded(log.message);
  const facts: Facts = { message, level: log.level === "warning" ? "warn" : log.level, position, stack: "" };
  const [, file, thrown] = NOT_LOADED.exec(log.message) ?? [];
  // As in Bun, what a plugin throws for a file is about no line of it.
  if (file !== undefined)
    Object.assign(facts, {
      message: thrown,
      position: { file: pathOf(file), namespace: "file", line: 0, column: 0, lineText: "", length: 0, offset: 0 },
    });
  if (!UNRESOLVED.test(facts.message)) return new BuildMessage(key, facts) as unknown as Message;
  Object.assign(facts, {
    code: place?.file.endsWith(".css") ? "RESOLVE_ERROR" : "ERR_MODULE_NOT_FOUND",
    specifier: /["']([^"']+)["']/.exec(log.message)?.[1] ?? "",
    importKind: "import-statement",
    referrer: place?.file ?? "",
  });
  return new ResolveMessage(key, facts) as unknown as Message;
}

/** A line of the source, as the report for a terminal shows it. */
function shownLine(report: string, line: number): string {
  return new RegExp(`^ *${line} [│|] (.*)$`, "m").exec(report)?.[1] ?? "";
}

/**
 * The error of a program's request for a module that is not found.
 * `thrown`: what the resolver threw. `referrer`: the path of the importer. `requireStack`: the modules that led to a `require`.
 */
export function unresolved(
  thrown: { code?: string; message?: string },
  specifier: string,
  referrer: string,
  importKind: ImportKind,
  requireStack: string[] | undefined,
): Error {
  const facts: Facts = { message: "", level: "error", position: null, stack: "", specifier, importKind, referrer };
  if (thrown.code === "ERR_UNKNOWN_BUILTIN_MODULE") {
    facts.message = thrown.message!;
    facts.code = thrown.code;
  } else if (requireStack === undefined) {
    facts.message = `${missing(specifier)} imported from ${referrer}`;
    facts.code = "ERR_MODULE_NOT_FOUND";
  } else {
    facts.message = `Cannot find module '${specifier}'`;
    if (requireStack.length > 0) facts.message += `\nRequire stack:\n- ${requireStack.join("\n- ")}`;
    facts.code = "MODULE_NOT_FOUND";
    facts.requireStack = requireStack;
  }
  return new ResolveMessage(key, facts);
}

/** What the console prints of a module that is not found. */
export function headOf(message: ResolveMessage): string {
  const { specifier, referrer } = message as unknown as Facts;
  return `${missing(specifier!)} from '${referrer}'`;
}

function missing(specifier: string): string {
  if (specifier === "" || /^\.{0,2}\/|^\.{1,2}$/.test(specifier)) return `Cannot find module '${specifier}'`;
  const parts = specifier.split("/", specifier.startsWith("@") ? 2 : 1);
  return `Cannot find package '${parts.join("/")}'`;
}

/** The error of a build that failed. */
export function failureOf(logs: Message[]): AggregateError {
  return new AggregateError(
    logs.filter((log) => log.level === "error"),
    "Bundle failed",
  );
}
