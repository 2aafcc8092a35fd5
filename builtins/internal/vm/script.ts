// `vm.Script` and the functions that make one and run it. https://nodejs.org/api/vm.html#class-vmscript
import { Buffer } from "node:buffer";
import { missingFunction } from "internal:missing_members";
import { validateBoolean, validateBuffer, validateInt32, validateObject, validateOneOf, validateString, validateUint32 } from "internal:validators";
import { checkContextOptions, createContext, evaluate, validateContext } from "internal:vm/contexts";
import { checkSyntax } from "native:contexts";
import { evaluateScript } from "native:realm";
import * as zlib from "native:zlib";

/** Where code stands. */
export interface Place {
  filename: string;
  /** From 1. */
  line: number;
}

/** Checks what the options say of the place; a string is a file name. */
export function readPlace(options: any, fallback: string): Place {
  if (typeof options === "string") return { filename: options, line: 1 };
  if (options === undefined) return { filename: fallback, line: 1 };
  validateObject(options, "options");
  const { filename = fallback, lineOffset = 0, columnOffset = 0, cachedData, produceCachedData, importModuleDynamically } = options;
  validateString(filename, "options.filename");
  validateInt32(lineOffset, "options.lineOffset");
  validateInt32(columnOffset, "options.columnOffset");
  if (cachedData !== undefined) validateBuffer(cachedData, "options.cachedData");
  if (produceCachedData !== undefined) validateBoolean(produceCachedData, "options.produceCachedData");
  if (importModuleDynamically !== undefined && typeof importModuleDynamically !== "symbol" && typeof importModuleDynamically !== "function") {
    validateOneOf(importModuleDynamically, "options.importModuleDynamically", []);
  }
  return { filename, line: lineOffset + 1 };
}

/** Checks the options of running. A time limit is refused: this engine cannot end code on the main thread. */
function checkRunOptions(options: any, method: string): void {
  validateObject(options, "options");
  const { displayErrors, timeout, breakOnSigint } = options;
  if (timeout !== undefined) {
    validateUint32(timeout, "options.timeout", true);
    missingFunction(`vm.Script.${method} with a timeout`)();
  }
  if (displayErrors !== undefined) validateBoolean(displayErrors, "options.displayErrors");
  if (breakOnSigint !== undefined) validateBoolean(breakOnSigint, "options.breakOnSigint");
}

const CACHE_MARK = "brio";

/** Code that runs any number of times, in any context. Its syntax is checked when it is made. */
export class Script {
  cachedDataRejected: boolean | undefined;
  sourceURL: string | undefined = undefined;
  sourceMapURL: string | undefined = undefined;
  #code: string;
  #place: Place;

  constructor(code: unknown, options?: any) {
    this.#code = `${code as string}`;
    this.#place = readPlace(options, "evalmachine.<anonymous>");
    checkSyntax(this.#code, this.#place.filename, this.#place.line);
    this.sourceMapURL = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(this.#code)?.[1];
    if (options?.cachedData !== undefined) this.cachedDataRejected = !this.createCachedData().equals(Buffer.from(options.cachedData));
    else delete this.cachedDataRejected;
    if (options?.produceCachedData) Object.assign(this, { cachedDataProduced: true, cachedData: this.createCachedData() });
  }

  /** What tells this code from other code. It holds no machine code: this engine keeps none, and starts without it. */
  createCachedData(): any {
    const data = Buffer.alloc(CACHE_MARK.length + 8);
    data.write(CACHE_MARK);
    data.writeUInt32LE(this.#code.length >>> 0, CACHE_MARK.length);
    data.writeUInt32LE(zlib.crc32Text(this.#code, 0), CACHE_MARK.length + 4);
    return data;
  }

  /** Runs it in the global scope; returns the value of its last statement. */
  runInThisContext(options: any = {}): unknown {
    checkRunOptions(options, "runInThisContext");
    return evaluateScript(this.#code, this.#place.filename, this.#place.line);
  }

  /** Runs it in the context of an object that createContext returned. */
  runInContext(contextifiedObject: any, options: any = {}): unknown {
    validateContext(contextifiedObject);
    checkRunOptions(options, "runInContext");
    return evaluate(contextifiedObject, this.#code, this.#place.filename, this.#place.line);
  }

  /** Runs it in the context of an object, which is contextified first. */
  runInNewContext(contextObject?: any, options: any = {}): unknown {
    return this.runInContext(createContext(contextObject, newContextOptions(options)), options);
  }
}

function newContextOptions(options: any): any {
  checkContextOptions(options, "contextName", "contextOrigin", "contextCodeGeneration");
  return { name: options.contextName, origin: options.contextOrigin, codeGeneration: options.contextCodeGeneration, microtaskMode: options.microtaskMode };
}

const asOptions = (options: any): any => (typeof options === "string" ? { filename: options } : (options ?? {}));

/** Runs code in the global scope. */
export function runInThisContext(code: unknown, options?: any): unknown {
  const read = asOptions(options);
  return new Script(code, read).runInThisContext(read);
}

/** Runs code in the context of an object that createContext returned. */
export function runInContext(code: unknown, contextifiedObject: any, options?: any): unknown {
  validateContext(contextifiedObject);
  const read = asOptions(options);
  return new Script(code, read).runInContext(contextifiedObject, read);
}

/** Runs code in the context of an object, which is contextified first. */
export function runInNewContext(code: unknown, contextObject?: any, options?: any): unknown {
  const read = asOptions(options);
  return runInContext(code, createContext(contextObject, newContextOptions(read)), read);
}
