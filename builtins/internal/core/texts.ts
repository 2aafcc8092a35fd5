// What strings and regular expressions do, as functions: for the paths that have to work in a program that changes their prototypes,
// as `lists` for arrays.
import { safe } from "internal:core/bootstrap";

const { repeat: repeatOfString } = String.prototype;
const replaceAllOfString = String.prototype.replaceAll as (this: string, part: string, replacement: string) => string;
const splitOfString = String.prototype.split as (this: string, separator: string) => string[];
const { exec: execOfPattern } = RegExp.prototype;

// By `call` where a program has not replaced it, as the functions of `safe`.
const { call } = safe;

export function repeat(text: string, count: number): string {
  return repeatOfString.call === call
    ? repeatOfString.call(text, count)
    : (safe.apply(repeatOfString, text, [count]) as string);
}

/** Replaces a string, not a pattern. */
export function replaceAll(text: string, part: string, replacement: string): string {
  return replaceAllOfString.call === call
    ? replaceAllOfString.call(text, part, replacement)
    : (safe.apply(replaceAllOfString, text, [part, replacement]) as string);
}

/** Splits at a string, not at a pattern. */
export function split(text: string, separator: string): string[] {
  return splitOfString.call === call
    ? splitOfString.call(text, separator)
    : (safe.apply(splitOfString, text, [separator]) as string[]);
}

export function join(texts: readonly string[], separator: string): string {
  let joined = "";
  for (let index = 0; index < texts.length; index++) joined += index === 0 ? texts[index]! : separator + texts[index]!;
  return joined;
}

/** `pattern.exec(text)`. */
export function match(pattern: RegExp, text: string): RegExpExecArray | null {
  return execOfPattern.call === call
    ? execOfPattern.call(pattern, text)
    : (safe.apply(execOfPattern, pattern, [text]) as RegExpExecArray | null);
}
