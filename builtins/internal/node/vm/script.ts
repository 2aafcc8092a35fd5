// `vm.Script` and the functions that make one and run it. https://nodejs.org/api/vm.html#class-vmscript
import {
  validateBoolean,
  validateBuffer,
  validateInt32,
  validateObject,
  validateString,
} from "internal:core/validators";
import { pinned } from "internal:core/bootstrap";
import * as stackSources from "internal:core/stack/evaluated";
import { cachedDataOf, isCachedDataOf } from "internal:node/vm/cached_data";
import { checkContextOptions, createContext, evaluate, validateContext } from "internal:node/vm/contexts";
import * as importers from "internal:node/vm/importers";
import { limited, readLimits } from "internal:node/vm/limits";
import defer * as vmErrors from "internal:node/vm/errors";
import { checkSyntax } from "native:contexts";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
import { evaluateScript } from "native:realm";

/** The position of code. */
export interface Place {
  filename: string;
  /** From 1. */
  line: number;
  /** What columns of the first line begin with. */
  columnOffset: number;
  importModuleDynamically: importers.DynamicImport;
}

const START = { line: 1, columnOffset: 0, importModuleDynamically: undefined };

/** Checks the options that set the position; a string is a file name. */
export function readPlace(options: unknown, fallback: string): Place {
  if (typeof options === "string") return { filename: options, ...START };
  if (options === undefined) return { filename: fallback, ...START };
  validateObject(options, "options");
  const {
    filename = fallback,
    lineOffset = 0,
    columnOffset = 0,
    cachedData,
    produceCachedData,
    importModuleDynamically,
  } = options;
  validateString(filename, "options.filename");
  validateInt32(lineOffset, "options.lineOffset");
  validateInt32(columnOffset, "options.columnOffset");
  if (cachedData !== undefined) validateBuffer(cachedData, "options.cachedData");
  if (produceCachedData !== undefined) validateBoolean(produceCachedData, "options.produceCachedData");
  importers.validateDynamicImport(importModuleDynamically);
  return { filename, line: lineOffset + 1, columnOffset, importModuleDynamically };
}

/** Short code that is valid, which programs often run again. */
const valid = pinned(new Set<string>());
const VALID_COUNT_MAX = 64;
const VALID_LENGTH_MAX = 1024;

/** Checks the syntax of code. Throws its SyntaxError. */
export function checkCode(code: string, { filename, line }: Place): void {
  if (code.length <= VALID_LENGTH_MAX && valid.has(code)) return;
  try {
    checkSyntax(code, filename, line);
    if (code.length > VALID_LENGTH_MAX) return;
    if (valid.size === VALID_COUNT_MAX) valid.clear();
    valid.add(code);
  } catch (error) {
    if (importers.isWithUsing(code)) return;
    throw vmErrors.syntaxError(error, code, filename, line);
  }
}

/** Code that runs any number of times, in any context. Its syntax is checked on construction. */
export class Script {
  cachedDataRejected: boolean | undefined;
  sourceURL: string | undefined = undefined;
  sourceMapURL: string | undefined = undefined;
  #code: string;
  #place: Place;
  #lowered: importers.Lowered | null;
  /** What stacks read. */
  #evaluated: stackSources.Evaluated | undefined = undefined;

  constructor(code: unknown, options?: any) {
    this.#code = `${code as string}`;
    this.#place = readPlace(options, "evalmachine.<anonymous>");
    checkCode(this.#code, this.#place);
    const { filename, importModuleDynamically } = this.#place;
    const importer = () => importers.importerFor(importModuleDynamically, filename, () => this);
    this.#lowered = importers.lower(this.#code, filename, importer, "script");
    this.sourceMapURL = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(this.#code)?.[1];
    if (options?.cachedData !== undefined) this.cachedDataRejected = !isCachedDataOf(this.#code, options.cachedData);
    else delete this.cachedDataRejected;
    if (options?.produceCachedData)
      Object.assign(this, { cachedDataProduced: true, cachedData: this.createCachedData() });
  }

  /** The data that identifies this code's source. */
  createCachedData(): any {
    return cachedDataOf(this.#code);
  }

  /** The source as it is evaluated, which stacks refer to from now on. */
  #text(): string {
    const { filename, line, columnOffset } = this.#place;
    let evaluated = this.#evaluated;
    if (evaluated === undefined) {
      const text = this.#lowered?.text ?? this.#code;
      evaluated = { text, code: this.#code, lineOffset: line - 1, columnOffset, prefixLength: 0 };
      this.#evaluated = evaluated;
      prepareFormats(text);
    }
    stackSources.addAgain(filename, evaluated);
    return evaluated.text;
  }

  /** Runs it in the global scope; returns the completion value. */
  runInThisContext(options: unknown = {}): unknown {
    const { filename, line } = this.#place;
    this.#lowered?.attach(undefined);
    const code = this.#text();
    return this.#run(options, () => evaluateScript(code, filename, line));
  }

  /** Runs it in the context of an object that createContext returned. */
  runInContext(contextifiedObject: any, options: unknown = {}): unknown {
    validateContext(contextifiedObject);
    const { filename, line } = this.#place;
    this.#lowered?.attach(contextifiedObject);
    const code = this.#text();
    return this.#run(options, () => evaluate(contextifiedObject, code, filename, line));
  }

  /** Runs it in the context of an object, which is contextified first. */
  runInNewContext(contextObject?: unknown, options: unknown = {}): unknown {
    const context = createContext(contextObject, newContextOptions(options));
    // V8's message for a call on another object.
    if (typeof this?.runInContext !== "function") throw new TypeError("this.runInContext is not a function");
    return this.runInContext(context, options);
  }

  #run(options: unknown, run: () => unknown): unknown {
    validateObject(options, "options");
    const { displayErrors = true } = options;
    validateBoolean(displayErrors, "options.displayErrors");
    const limits = readLimits(options);
    try {
      return limited(limits, run);
    } catch (error) {
      throw displayErrors ? vmErrors.decorate(error, this.#place.filename, this.#code, this.#place.line) : error;
    }
  }
}

function newContextOptions(options: unknown): unknown {
  validateObject(options, "options");
  const { contextCodeGeneration: codeGeneration, contextName: name, contextOrigin: origin, microtaskMode } = options;
  checkContextOptions(
    { contextCodeGeneration: codeGeneration, contextName: name, contextOrigin: origin, microtaskMode },
    "contextName",
    "contextOrigin",
    "contextCodeGeneration",
  );
  return { name, origin, codeGeneration, microtaskMode };
}

const asOptions = (options: unknown): unknown =>
  typeof options === "string" ? { filename: options } : (options ?? {});

/** Runs code in the global scope. */
export function runInThisContext(code: unknown, options?: unknown): unknown {
  const read = asOptions(options);
  return new Script(code, read).runInThisContext(read);
}

/** Runs code in the context of an object that createContext returned. */
export function runInContext(code: unknown, contextifiedObject: unknown, options?: unknown): unknown {
  validateContext(contextifiedObject);
  const read = asOptions(options);
  return new Script(code, read).runInContext(contextifiedObject, read);
}

/** Runs code in the context of an object, which is contextified first. */
export function runInNewContext(code: unknown, contextObject?: unknown, options?: unknown): unknown {
  const read = asOptions(options);
  return runInContext(code, createContext(contextObject, newContextOptions(read)), read);
}
