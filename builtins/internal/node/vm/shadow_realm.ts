// `ShadowRealm` (https://tc39.es/proposal-shadowrealm/), for `--experimental-shadow-realm`: a context of its own, with which only
// primitive values and functions are exchanged. A function arrives as a wrapped one, which exchanges its arguments and results alike.
// Each realm, the main one included, makes its class, its wrapped functions and its errors itself: none leads to another realm.
import { type AnyFunction, safe } from "internal:core/bootstrap";
import * as stackSources from "internal:core/stack/evaluated";
import { isolate } from "internal:core/stack/install";
import { skipTrivia } from "internal:core/util/leading_trivia";
import { constants, createContext, type Importer, prepareGlobals } from "internal:node/vm/contexts";
import * as importers from "internal:node/vm/importers";
import { checkCode } from "internal:node/vm/script";
import defer * as modules from "internal:node/vm/shadow_realm_modules";
import { evaluateIn } from "native:contexts";
import { evaluateScript } from "native:realm";

/** What the host passes to code of a realm: a value of that realm, or the message of an error that it is to make. */
interface Completion {
  value?: unknown;
  error?: "TypeError" | "SyntaxError";
  message?: string;
}

type Call = (receiver: unknown, values: unknown[]) => Completion;

/** What a realm makes for the host. */
interface Side {
  ShadowRealm: unknown;
  evaluate(source: string): unknown;
  objectPrototype: object;
  wrapped(call: Call, name: string, length: number): Function;
}

/** A realm that a program made. */
export interface Realm {
  /** Its global object. */
  context: object;
  side: Side;
}

const URL_OF_CODE = "evalmachine.<shadow-realm>";

/** A value that cannot be exchanged. */
class BoundaryError extends TypeError {}

const create = (): Realm => {
  const context = createContext(constants.DONT_CONTEXTIFY);
  const side = (evaluateIn(context, SIDE, "internal:node/vm/shadow_realm", 1) as typeof makeSide)(hostFor());
  isolate(side.objectPrototype);
  safe.defineProperty(context, "ShadowRealm", {
    value: side.ShadowRealm,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return { context, side };
};

/** The functions that a realm's class calls; each realm has its own, since they make values of the caller. */
interface Host {
  attach(side: Side): void;
  create(): Realm;
  evaluate(realm: Realm, source: string): Completion;
  importValue(realm: Realm, specifier: string, name: string, settle: (completion: Completion) => void): void;
}

function hostFor(): Host {
  let caller: Side;
  return {
    attach: (side) => void (caller = side),
    create,
    evaluate: (realm, source) => evaluate(realm, source, caller),
    importValue: (realm, specifier, name, settle) => void importValue(realm, specifier, name, caller).then(settle),
  };
}

function evaluate(realm: Realm, source: string, caller: Side): Completion {
  let text: string;
  try {
    checkCode(source, { filename: URL_OF_CODE, line: 1, columnOffset: 0, importModuleDynamically: undefined });
    text = lowered(realm, source);
  } catch (error) {
    return { error: "SyntaxError", message: String((error as Error).message) };
  }
  try {
    return { value: exchanged(run(realm, text, source), caller, realm.side) };
  } catch (error) {
    return failure("ShadowRealm evaluate threw", error);
  }
}

function lowered(realm: Realm, source: string): string {
  prepareGlobals(realm.context, source);
  const importer = (): Importer => modules.importerOf(realm, modules.folderOfProcess());
  const found = importers.lower(source, URL_OF_CODE, importer, "script");
  found?.attach(realm.context);
  return found?.text ?? source;
}

const STRICT = /'use strict'|"use strict"/y;
const MAY_DECLARE = /\b(?:let|const|class|using)\b/;

/**
 * Evaluates it as `eval` does, by a script where that is the same: only scripts have names in stacks. Names of `let`,
 * `const` and `class` end with the source, and so do all names of strict code.
 */
function run(realm: Realm, text: string, code: string): unknown {
  STRICT.lastIndex = skipTrivia(code, 0);
  if (STRICT.test(code) || safe.startsWith(code, "#!")) return realm.side.evaluate(text);
  const isBlock = MAY_DECLARE.test(code);
  stackSources.add(URL_OF_CODE, { text, code, lineOffset: 0, columnOffset: 0 }, isBlock ? 1 : 0);
  return evaluateIn(realm.context, isBlock ? `{${text}\n}` : text, URL_OF_CODE, 1);
}

async function importValue(realm: Realm, specifier: string, name: string, caller: Side): Promise<Completion> {
  try {
    const namespace = await modules.load(realm, specifier, modules.folderOfProcess());
    if (!safe.hasOwn(namespace, name)) {
      const message = `The requested module '${specifier}' does not provide an export named '${name}'`;
      return { error: "TypeError", message };
    }
    return { value: exchanged((namespace as Record<string, unknown>)[name], caller, realm.side) };
  } catch (error) {
    return failure("Cannot import in ShadowRealm", error);
  }
}

function failure(what: string, error: unknown): Completion {
  if (error instanceof BoundaryError) return { error: "TypeError", message: error.message };
  return { error: "TypeError", message: `${what} (${described(error)})` };
}

function described(error: unknown): string {
  try {
    return typeof error === "object" && error !== null && !safe.isError(error) ? "[object Object]" : String(error);
  } catch {
    return "an exception that cannot be shown";
  }
}

/** The value of the realm `from` as one of the realm `to`. Throws a BoundaryError for an object. */
function exchanged(value: unknown, to: Side, from: Side): unknown {
  if (typeof value === "function") return wrap(value, to, from);
  if (typeof value === "object" && value !== null) throw new BoundaryError("[object Object] is not a function");
  return value;
}

function wrap(target: Function, to: Side, from: Side): Function {
  const call: Call = (receiver, values) => {
    try {
      const sent: unknown[] = [];
      for (let index = 0; index < values.length; index++) sent[index] = exchanged(values[index], from, to);
      const result: unknown = safe.apply(target as AnyFunction, exchanged(receiver, from, to), sent);
      return { value: exchanged(result, to, from) };
    } catch (error) {
      return failure("WrappedFunction threw", error);
    }
  };
  let name: unknown;
  let length: unknown;
  try {
    ({ name } = target);
    length = safe.hasOwn(target, "length") ? target.length : 0;
  } catch (error) {
    throw new BoundaryError(`the function cannot be wrapped (${described(error)})`);
  }
  return to.wrapped(call, typeof name === "string" ? name : "", lengthOf(length));
}

function lengthOf(value: unknown): number {
  if (typeof value !== "number" || value !== value || value === -Infinity) return 0;
  return value === Infinity ? value : safe.max(0, safe.trunc(value));
}

/** Evaluated in each realm. Its functions use the realm's own intrinsics, as they were before any code of a program ran in it. */
const SIDE = `(function (host) {
  "use strict";
  const { TypeError, SyntaxError, Promise, String, Symbol, eval: evaluate } = globalThis;
  const { defineProperty } = Object;
  const settled = ({ error, message, value }) => {
    if (error !== undefined) throw error === "SyntaxError" ? new SyntaxError(message) : new TypeError(message);
    return value;
  };
  const wrapped = (call, name, length) => {
    const { made } = { made(...values) { return settled(call(this, values)); } };
    defineProperty(made, "length", { value: length, configurable: true });
    return defineProperty(made, "name", { value: name, configurable: true });
  };
  class ShadowRealm {
    #realm = host.create();
    evaluate(sourceText) {
      const realm = this.#realm;
      if (typeof sourceText !== "string") throw new TypeError("Invalid value used as source text");
      return settled(host.evaluate(realm, sourceText));
    }
    importValue(specifier, exportName) {
      const realm = this.#realm;
      const text = String(typeof specifier === "symbol" ? specifier + "" : specifier);
      if (typeof exportName !== "string") throw new TypeError("Invalid value used as the name of an export");
      return new Promise((resolve, reject) => host.importValue(realm, text, exportName, (completion) => {
        try {
          resolve(settled(completion));
        } catch (error) {
          reject(error);
        }
      }));
    }
  }
  defineProperty(ShadowRealm.prototype, Symbol.toStringTag, { value: "ShadowRealm", configurable: true });
  const side = { ShadowRealm, evaluate, objectPrototype: Object.prototype, wrapped };
  host.attach(side);
  return side;
})`;

const makeSide = evaluateScript(SIDE, "internal:node/vm/shadow_realm", 1) as (host: Host) => Side;

export const { ShadowRealm } = makeSide(hostFor());
