// Tab completion of a REPL: commands, names in scope, properties of the value of a chain of names, modules after `require(`.
// No program code is called: getters are not evaluated.
import { builtinNames } from "internal:core/bootstrap";
import { builtinOf } from "internal:loader/resolve";
import { isInternalName } from "internal:node/repl/evaluate";
import { names } from "internal:loader/builtin_globals";
import type { Dirent } from "internal:node/fs/dirent";
import type { REPLServer } from "internal:node/repl/server";
import fs from "internal:node/fs";
import path from "internal:core/path";

const KEYWORDS = [
  "async",
  "await",
  "break",
  "case",
  "catch",
  "class",
  "const",
  "continue",
  "debugger",
  "default",
  "delete",
  "do",
  "else",
  "export",
  "extends",
  "false",
  "finally",
  "for",
  "function",
  "if",
  "import",
  "in",
  "instanceof",
  "let",
  "new",
  "null",
  "return",
  "static",
  "super",
  "switch",
  "this",
  "throw",
  "true",
  "try",
  "typeof",
  "undefined",
  "var",
  "void",
  "while",
  "with",
  "yield",
];
const CHAIN = /(?:[a-zA-Z_$](?:\w|\$)*\??\.)*[a-zA-Z_$](?:\w|\$)*\??\.?$/;
const REQUIRE = /\b(?:require|import)\s*\(\s*['"`](([\w@./:-]+\/)?(?:[\w@./:-]*))(?![^'"`])$/;
const IDENTIFIER = /^[a-zA-Z_$][\w$]*$/;

/** A literal at the end of an input, and the start of a member. */
const LITERAL =
  /(?:^|[\s=(,[{:;!&|?+])((['"`])(?:\\.|(?!\2)[^\\])*\2|\[[^[\]]*\]|\/(?![*/])(?:\\.|[^\\/])+\/[a-z]*|\(\d+\))\.([a-zA-Z_$][\w$]*)?$/;

type Callback = (error: unknown, result: [string[], string]) => void;

/** Completes the end of `text`; calls back with the candidates and the part that they complete. */
export function complete(self: REPLServer, text: string, callback: Callback): void {
  try {
    callback(null, candidates(self, text));
  } catch (error) {
    callback(error, [[], text]);
  }
}

function candidates(self: REPLServer, text: string): [string[], string] {
  const command = /^\s*\.(\w*)$/.exec(text);
  if (command !== null) {
    return [
      Object.keys(self.commands)
        .sort()
        .filter((name) => name.startsWith(command[1]!)),
      command[1]!,
    ];
  }
  const required = REQUIRE.exec(text);
  if (required !== null) return [modules(required[1]!), required[1]!];
  if (text !== "" && !/[\w.$]$/.test(text)) return [globalNames(self, ""), ""];
  const literal = LITERAL.exec(text);
  if (literal !== null) return ofLiteral(literal);
  const chain = CHAIN.exec(text)?.[0] ?? "";
  // A member of an expression, which would have to be run.
  if (text[text.length - chain.length - 1] === "." && chain !== "") return [[], chain];
  if (chain === "" && text !== "") return [[], ""];
  const dot = chain.lastIndexOf(".");
  if (dot === -1) return [globalNames(self, chain), chain];
  const owner = chain.slice(0, dot).replace(/\?$/, "");
  const member = chain.slice(dot + 1);
  const target = valueOf(self, owner);
  if (target === null) return [[], chain];
  const prefix = chain.slice(0, dot + 1);
  return [grouped(target.value, member).map((name) => (name === "" ? "" : prefix + name)), chain];
}

function ofLiteral([, source = "", quote, member = ""]: RegExpExecArray): [string[], string] {
  const prefix = `${source}.`;
  const value = quote !== undefined ? "" : source.startsWith("[") ? [] : source.startsWith("(") ? 0 : /x/;
  return [grouped(value, member).map((name) => (name === "" ? "" : prefix + name)), prefix + member];
}

function globalNames(self: REPLServer, start: string): string[] {
  const matches = (name: string): boolean => IDENTIFIER.test(name) && !isInternalName(name) && name.startsWith(start);
  const groups = [KEYWORDS.filter(matches)];
  for (
    let object: object | null | undefined = self.context;
    object !== null && object !== undefined;
    object = Object.getPrototypeOf(object)
  )
    groups.push(Object.getOwnPropertyNames(object).filter(matches));
  return joined(groups);
}

/** The names of an object and of its prototypes; its own names last. */
function grouped(value: unknown, start: string): string[] {
  const groups: string[][] = [];
  for (let object: object | null = Object(value); object !== null; object = Object.getPrototypeOf(object)) {
    groups.push(Object.getOwnPropertyNames(object).filter((name) => IDENTIFIER.test(name) && name.startsWith(start)));
    if (groups.length > 5) break;
  }
  return joined(groups);
}

/** Groups with an empty entry between them, each name once. */
function joined(groups: string[][]): string[] {
  const seen = new Set<string>();
  const all: string[] = [];
  for (const group of groups.reverse()) {
    const fresh = [...new Set(group)].filter((name) => !seen.has(name)).sort();
    for (const name of fresh) seen.add(name);
    if (fresh.length === 0) continue;
    if (all.length > 0) all.push("");
    all.push(...fresh);
  }
  return all;
}

/** The value of a chain of names, without running code; null when there is none. */
function valueOf(self: REPLServer, chain: string): { value: unknown } | null {
  let value: any = self.context;
  for (const [index, name] of chain.split(/\??\./).entries()) {
    if (index === 0 && name === "this") continue;
    if (value === null || value === undefined) return null;
    let descriptor: PropertyDescriptor | undefined;
    for (
      let object: object | null = Object(value);
      object !== null && descriptor === undefined;
      object = Object.getPrototypeOf(object)
    )
      descriptor = Object.getOwnPropertyDescriptor(object, name);
    // The builtin modules are getters of the REPL itself.
    const isOwnGetter = index === 0 && (names().includes(name) || name === "_" || name === "_error");
    if (descriptor === undefined) return index === 0 ? lexical(self, chain) : null;
    if (descriptor.get !== undefined && !isOwnGetter) return null;
    value = descriptor.get === undefined ? descriptor.value : value[name];
  }
  return value === null || value === undefined ? null : { value };
}

/** The value of a `let` or `const` of an earlier input. They are not properties, so the name is evaluated. */
function lexical(self: REPLServer, chain: string): { value: unknown } | null {
  if (!chain.split(/\??\./).every((name) => IDENTIFIER.test(name))) return null;
  let found: { value: unknown } | null = null;
  self.eval(`try { ${chain} } catch {}`, self.context, "repl", (error: unknown, value: unknown) => {
    if (!error && value !== null && value !== undefined) found = { value };
  });
  return found;
}

/** The modules whose names start with `start`: builtins, packages, files. */
function modules(start: string): string[] {
  if (start.startsWith(".") || start.startsWith("/")) return files(start);
  const builtins = builtinNames().filter((id) => id.startsWith("node:"));
  const bare = builtins.map((id) => id.slice("node:".length));
  const parts = bare.filter((id) => id.includes("/") && builtinOf(id) !== null);
  const all = [...names(), ...parts, ...builtins, ...packages()];
  return [...new Set(all)].filter((name) => name.startsWith(start)).sort();
}

function files(start: string): string[] {
  const slash = start.lastIndexOf("/");
  const directory = slash === -1 ? start : start.slice(0, slash + 1);
  let entries: (Dirent & { name: string })[];
  try {
    entries = fs.readdirSync(path.resolve(directory), { withFileTypes: true });
  } catch {
    return [];
  }
  const found = entries.map(
    (entry) => directory + (entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/\.(?:js|json|node)$/, "")),
  );
  return found.filter((name) => name.startsWith(start)).sort();
}

function packages(): string[] {
  try {
    return fs.readdirSync(path.resolve("node_modules")).filter((name: string) => !name.startsWith("."));
  } catch {
    return [];
  }
}
