// The class of the receiver of a method that a class inherits, which V8 shows (`Leaf.find` for a `find` of `Base`) and the engine does not
// say. It is read from the sources of the calls: `this.find()` in a method of Leaf, `new Leaf()`, `leaf.find()` behind `leaf = new Leaf()`.
import { pinned } from "internal:core/bootstrap";
import * as evaluated from "internal:core/stack/evaluated";
import type { Frame } from "internal:core/stack/frames";
import defer * as outlines from "internal:core/stack/source_outline";

const CONSTRUCTION = /^new\s+(?:[\p{ID_Continue}$]+\.)*(\p{Lu}[\p{ID_Continue}$]*)/u;
/** An object that was just made, before the dot of a call. */
const MADE = /(?<![\p{ID_Continue}$.])new\s+(?:[\p{ID_Continue}$]+\.)*(\p{Lu}[\p{ID_Continue}$]*)\([^()]*\)\??\.$/u;
const OWN = /(?<![\p{ID_Continue}$.])(?:this|super)\??\.$/u;
const NAME_AT_END = /([\p{ID_Start}_$#][\p{ID_Continue}$]*)\??\.$/u;
/** Longer chains of calls on one receiver are cut. */
const DEPTH_MAX = 50;
let depth = 0;

/** The class of the receiver of a frame's method; that of the method itself where the sources do not say another one. */
export function receiverClassOf(frame: Frame): string {
  const { caller, method } = frame;
  const own = method!.className;
  if (caller === null || caller.isNative || own === "" || own === "Object" || depth > DEPTH_MAX) return own;
  const line = frame.callLine;
  const call = line === null ? null : callIn(line, caller, frame.functionName);
  if (call === null) return own;
  const [before, after] = call;
  if (method!.kind === "constructor") {
    if (after.startsWith("super(")) return receiverOfThis(caller, own);
    return CONSTRUCTION.exec(after)?.[1] ?? own;
  }
  if (OWN.test(before)) return receiverOfThis(caller, own);
  const made = MADE.exec(before);
  if (made !== null) return made[1]!;
  const name = NAME_AT_END.exec(before)?.[1];
  return (name !== undefined && classOfName(caller, name)) || own;
}

/**
 * How V8 shows a function that is not a method and is called on an object: `Module.find` on a namespace, `Object.find` on the exports
 * of a CommonJS module; with ` [as name]` when the member has another name. Only the name when the source does not say it.
 */
export function calledOn(frame: Frame): string {
  const { caller, callLine: line, functionName } = frame;
  if (line === null || caller!.isAsync) return functionName;
  const at = caller!.column - 1;
  const name = NAME_AT_END.exec(line.slice(0, at))?.[1];
  CALLED.lastIndex = at;
  const called = CALLED.exec(line)?.[1];
  if (name === undefined || called === undefined) return functionName;
  const owner = ownerOf(caller!, name, frame.url);
  if (owner === "") return functionName;
  const isAlias = called !== functionName && owner === "Object" && !isExported(frame.url, functionName);
  return `${owner}.${functionName}${isAlias ? ` [as ${called}]` : ""}`;
}

const CALLED = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\(/uy;
/** The assignment of something else than an object literal, such as a function, to `module.exports`. */
const EXPORTS_VALUE = /\bmodule\.exports\s*=(?!\s*(?:\{|exports\b))/;
/** What `findOwner` returned, by place and name. */
const owners = pinned(new Map<string, string>());

/** What a name is in a file that imports it as a namespace or has the exports of the CommonJS file `url` in it; else empty. */
function ownerOf(caller: Frame, name: string, url: string): string {
  const key = `${caller.url}:${name}:${url}`;
  if (owners.size >= CLASSES_MAX) owners.clear();
  let owner = owners.get(key);
  if (owner === undefined) owners.set(key, (owner = findOwner(caller, name, url)));
  return owner;
}

function findOwner(caller: Frame, name: string, url: string): string {
  const source = evaluated.sourceAround(caller.url, caller.line) ?? "";
  const escaped = name.split("$").join("\\$");
  if (new RegExp(`(?<![\\w$.])import *\\* *as ${escaped} +from\\b`).test(source)) return "Module";
  const binding = `(?:(?:const|let|var) +${escaped} *= *require\\(|import +${escaped}(?: *,[^;\n]*)? +from\\b)`;
  if (!url.startsWith("/") || !new RegExp(`(?<![\\w$.])${binding}`).test(source)) return "";
  const exporting = evaluated.sourceAround(url, Infinity);
  return exporting === null || EXPORTS_VALUE.test(exporting) ? "" : "Object";
}

/** Whether a CommonJS file exports a function by its own name. */
function isExported(url: string, name: string): boolean {
  const escaped = name.split("$").join("\\$");
  return new RegExp(`\\bexports\\.${escaped}\\b|[{,]\\s*${escaped}\\s*[,}]`).test(
    evaluated.sourceAround(url, Infinity) ?? "",
  );
}

/** The source before and behind the position of a call; null when it is not found. */
function callIn(line: string, caller: Frame, name: string): [before: string, after: string] | null {
  const at = caller.column - 1;
  if (!caller.isAsync) return [line.slice(0, at), line.slice(at)];
  // The position of a suspended function is that of its `await`.
  const start = line.indexOf(`.${name}(`, at);
  return start === -1 ? null : [line.slice(0, start + 1), line.slice(start + 1)];
}

/** The class of `this` in the code of a frame. */
function receiverOfThis(frame: Frame, fallback: string): string {
  const { method } = frame;
  if (method !== null && method.className !== "" && !method.isValue) {
    depth++;
    try {
      return frame.receiverClass;
    } finally {
      depth--;
    }
  }
  // An arrow function in a method.
  const outline = outlines.outlineOf(frame.url);
  const around = outline === null ? "" : outlines.classAround(outline, frame.line, frame.column);
  return around === "" || around === "Object" ? fallback : around;
}

const CLASSES_MAX = 1000;
/** What `findClass` returned, by place and name. */
const classes = pinned(new Map<string, string | undefined>());
let replacedCount = 0;

/** The class of a variable or member by its last assignment before the call, or the name itself when it is a class. */
function classOfName(caller: Frame, name: string): string | undefined {
  const key = `${caller.url}:${caller.line}:${name}`;
  if (classes.size >= CLASSES_MAX || replacedCount !== evaluated.replacedCount) classes.clear();
  replacedCount = evaluated.replacedCount;
  let found = classes.get(key);
  if (found === undefined && !classes.has(key)) classes.set(key, (found = findClass(caller, name)));
  return found;
}

function findClass(caller: Frame, name: string): string | undefined {
  const source = evaluated.sourceAround(caller.url, caller.line);
  if (source === null) return undefined;
  const escaped = name.split("$").join("\\$");
  if (/^\p{Lu}/u.test(name))
    return new RegExp(`(?<![\\w$.])class ${escaped}(?![\\w$])`).test(source) ? name : undefined;
  const assignment = new RegExp(
    `(?<![\\w$#])${escaped}(?:[?!]?: *[^=;,(){}\\n]*)? *(?:=|\\?\\?=|\\|\\|=) *(?:new (?:[\\w$]+\\.)*([A-Z][\\w$]*)(?=[(;<\\n])|(?!=))`,
    "g",
  );
  let found: string | undefined;
  for (let match = assignment.exec(source); match !== null; match = assignment.exec(source)) found = match[1];
  return found;
}
