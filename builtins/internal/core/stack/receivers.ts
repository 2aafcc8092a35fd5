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
