// The class of the receiver of a native method that several classes have (`forEach`, `map`), which the engine does not say. It is
// read from the source of the call: `new Set(x).forEach(…)`, or the last declaration of the variable or member before the call.
import { lineAt, sourceAround } from "internal:core/stack/evaluated";
import type { Frame } from "internal:core/stack/frames";

const CLASSES =
  "Map|Set|(?:Ui|I)nt(?:8|16|32)Array|Uint8ClampedArray|Big(?:Ui|I)nt64Array|Float(?:16|32|64)Array|Buffer";
/** A static function of such a class at the end of a source. */
const STATIC = new RegExp(`(?<![\\w$.])(${CLASSES})\\.$`);
const CONSTRUCTION = new RegExp(`(?<![\\w$.])new (${CLASSES})(?:<[^()]*>)?$`);
/** A call that makes an object of the class, before its arguments. */
const FACTORY = new RegExp(`(?<![\\w$.])(${CLASSES})\\.(?:from|of|alloc|allocUnsafe|concat)$`);
const NAME_AT_END = /([\p{ID_Start}_$#][\p{ID_Continue}$]*)\??\.$/u;

/** The name of the class that has the native function of a frame, by its call; `fallback` when the source does not say. */
export function receiverOf(frame: Frame, fallback: string): string {
  const { caller, functionName } = frame;
  if (caller === null || caller.isNative) return fallback;
  const line = lineAt(caller.url, caller.line);
  const at = caller.column - 1;
  if (line === null || !line.startsWith(functionName, at)) return fallback;
  const before = line.slice(0, at);
  const owner = STATIC.exec(before)?.[1];
  if (owner !== undefined) return owner;
  const call = /\)\??\.$/.exec(before);
  if (call !== null) {
    const head = before.slice(0, openingOf(before, call.index));
    return (CONSTRUCTION.exec(head) ?? FACTORY.exec(head))?.[1] ?? fallback;
  }
  const name = NAME_AT_END.exec(before)?.[1];
  return (name !== undefined && declaredClass(caller, name)) || fallback;
}

/** The typed array that has the native method of a frame: most are of bytes. */
export function typedArrayOf(frame: Frame): string {
  const found = receiverOf(frame, "Uint8Array");
  return found === "Map" || found === "Set" ? "Uint8Array" : found;
}

/** The position of the parenthesis that the one at `end` closes; 0 when it is on another line. */
function openingOf(text: string, end: number): number {
  let depth = 0;
  for (let index = end; index >= 0; index--) {
    if (text[index] === ")") depth++;
    else if (text[index] === "(" && --depth === 0) return index;
  }
  return 0;
}

/** The class in the last declaration or assignment of `name` before the call; undefined when there is another value or none. */
function declaredClass(caller: Frame, name: string): string | undefined {
  const source = sourceAround(caller.url, caller.line);
  if (source === null) return undefined;
  const escaped = name.replaceAll("$", "\\$");
  const start = `(?<![\\w$#])${escaped}(?:[?!]?: *(?:Readonly)?(${CLASSES})\\b`;
  const declaration = new RegExp(
    `${start}|(?:[?!]?:[^=;\\n]*)? = *(?:(?:new (${CLASSES})\\b|(${CLASSES})\\.\\w+\\()|(?!=)))`,
    "g",
  );
  let found: string | undefined;
  for (let match = declaration.exec(source); match !== null; match = declaration.exec(source))
    found = match[1] ?? match[2] ?? match[3];
  return found;
}
