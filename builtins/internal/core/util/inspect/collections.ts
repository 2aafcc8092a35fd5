// The contents of arrays, typed arrays, buffers, Maps, Sets, iterators, weak collections and promises, as lists of entries.
import * as texts from "internal:core/texts";
import * as collections from "internal:core/collections";
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { PromiseStatus, promiseResult, promiseState, weakEntries } from "native:engine";
import { iteratorPreview } from "internal:core/util/inspect/iterator_preview";
import { isDenoStyle } from "internal:core/util/inspect/strings";
import { formatProperty } from "internal:core/util/inspect/properties";
import { formatValue } from "internal:core/util/inspect/value";
import { formatBigInt, formatNumber } from "internal:core/util/inspect/primitives";
import { arrayExtrasKind, arrayKind, layOut } from "internal:core/util/inspect/layout";
import type { Context } from "internal:core/util/inspect/options";

// A program may replace it.
const { keys: objectKeys } = safe;

function remainingItems(count: number): string {
  return `... ${count} more item${count > 1 ? "s" : ""}`;
}

function shownLength(context: Context, length: number): number {
  return safe.min(safe.max(0, context.maxArrayLength), length);
}

export function formatArray(context: Context, value: unknown[], depth: number): string[] {
  const length = shownLength(context, value.length);
  const output: string[] = [];
  for (let index = 0; index < length; index++) {
    const descriptor = safe.getOwnPropertyDescriptor(value, index);
    if (descriptor === undefined) return formatSparseArray(context, value, depth, length, output, index);
    lists.push(output, formatProperty(context, value, depth, index, arrayKind, descriptor));
  }
  if (value.length > length) lists.push(output, remainingItems(value.length - length));
  return output;
}

// Continues at the first hole. A run of holes counts as one entry.
function formatSparseArray(
  context: Context,
  value: unknown[],
  depth: number,
  maxLength: number,
  output: string[],
  start: number,
): string[] {
  const keys = objectKeys(value);
  let index = start;
  for (let position = start; position < keys.length && output.length < maxLength; position++) {
    const key = keys[position]!;
    const number = +key;
    if (number > 2 ** 32 - 2) break;
    if (`${index}` !== key) {
      if (!texts.match(/^(?:0|[1-9][0-9]*)$/, key)) break;
      lists.push(output, context.stylize(holes(number - index), "undefined"));
      index = number;
      if (output.length === maxLength) break;
    }
    lists.push(output, formatProperty(context, value, depth, key, arrayKind));
    index++;
  }
  const remaining = value.length - index;
  if (remaining > 0)
    output.push(
      output.length === maxLength ? remainingItems(remaining) : context.stylize(holes(remaining), "undefined"),
    );
  return output;
}

function holes(count: number): string {
  return `<${count} empty item${count > 1 ? "s" : ""}>`;
}

const typedArrayLength = safe.getOwnPropertyDescriptor(safe.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

export function formatTypedArray(context: Context, value: ArrayLike<number | bigint>): string[] {
  const length = shownLength(context, typedArrayLength.call(value)); // an own `length` may have any value
  const output: string[] = new Array(length);
  const isBigInt = !(value.length > 0 && typeof value[0] === "number");
  for (let index = 0; index < length; index++) {
    output[index] = isBigInt
      ? formatBigInt(context.stylize, value[index] as bigint, context.numericSeparator)
      : formatNumber(context.stylize, value[index] as number, context.numericSeparator);
  }
  if (value.length > length) lists.push(output, remainingItems(value.length - length));
  return output;
}

export function formatArrayBuffer(context: Context, value: ArrayBuffer): string[] {
  let bytes: Uint8Array;
  if (value.detached === true) return [context.stylize("(detached)", "special")];
  try {
    bytes = new Uint8Array(value);
  } catch {
    return [context.stylize("(detached)", "special")];
  }
  const length = shownLength(context, bytes.length);
  const shown: string[] = [];
  for (let index = 0; index < length; index++) lists.push(shown, bytes[index]!.toString(16).padStart(2, "0"));
  const remaining = bytes.length - context.maxArrayLength;
  const more = remaining > 0 ? ` ... ${remaining} more byte${remaining > 1 ? "s" : ""}` : "";
  return [`${context.stylize("[Uint8Contents]", "special")}: <${shown.join(" ")}${more}>`];
}

export function formatSet(context: Context, value: Set<unknown>, depth: number): string[] {
  const length = shownLength(context, value.size);
  const output: string[] = [];
  context.indentationLvl += 2;
  collections.setEach(value, (entry) => {
    if (output.length < length) lists.push(output, formatValue(context, entry, depth));
  });
  context.indentationLvl -= 2;
  if (value.size > length) lists.push(output, remainingItems(value.size - length));
  return output;
}

export function formatMap(context: Context, value: Map<unknown, unknown>, depth: number): string[] {
  const length = shownLength(context, value.size);
  const output: string[] = [];
  context.indentationLvl += 2;
  collections.mapEach(value, (entry, key) => {
    if (output.length < length)
      lists.push(output, `${formatValue(context, key, depth)} => ${formatValue(context, entry, depth)}`);
  });
  context.indentationLvl -= 2;
  if (value.size > length) lists.push(output, remainingItems(value.size - length));
  return output;
}

export function formatUnknownItems(context: Context): string[] {
  if (isDenoStyle() && context.showHidden) return [""];
  return [context.stylize("<items unknown>", "special")];
}

export function formatWeakSet(context: Context, value: object, depth: number): string[] {
  const entries = weakEntries(value);
  if (entries === undefined) return formatUnknownItems(context);
  return formatValues(context, entries, depth, true);
}

export function formatWeakMap(context: Context, value: object, depth: number): string[] {
  const entries = weakEntries(value);
  if (entries === undefined) return formatUnknownItems(context);
  const count = entries.length / 2;
  const length = shownLength(context, count);
  const output: string[] = [];
  context.indentationLvl += 2;
  for (let index = 0; index < length; index++) {
    output.push(
      `${formatValue(context, entries[index * 2], depth)} => ${formatValue(context, entries[index * 2 + 1], depth)}`,
    );
  }
  context.indentationLvl -= 2;
  // Weak collections have no order: sorting makes their output deterministic.
  if (!context.sorted) lists.sort(output);
  if (count > length) lists.push(output, remainingItems(count - length));
  return output;
}

/** The remaining items of a Map or Set iterator. Changes the brace when it yields entries. */
export function formatIterator(context: Context, value: unknown, depth: number, braces: string[]): string[] {
  const preview = iteratorPreview(value);
  if (preview === undefined) return formatUnknownItems(context);
  const isEntries = preview[preview.length - 1] === true;
  const items = preview.slice(0, -1);
  if (!isEntries) return formatValues(context, items, depth, false);
  braces[0] = braces[0]!.replace(/ Iterator] {$/, " Entries] {");
  const count = items.length / 2;
  const length = shownLength(context, count);
  const output: string[] = [];
  context.indentationLvl += 2;
  for (let index = 0; index < length; index++) {
    const pair = [formatValue(context, items[index * 2], depth), formatValue(context, items[index * 2 + 1], depth)];
    lists.push(output, layOut(context, pair, "", ["[", "]"], arrayExtrasKind, depth));
  }
  context.indentationLvl -= 2;
  if (count > length) lists.push(output, remainingItems(count - length));
  return output;
}

function formatValues(context: Context, entries: unknown[], depth: number, isWeak: boolean): string[] {
  const length = shownLength(context, entries.length);
  const output: string[] = [];
  context.indentationLvl += 2;
  for (let index = 0; index < length; index++) lists.push(output, formatValue(context, entries[index], depth));
  context.indentationLvl -= 2;
  if (isWeak && !context.sorted) lists.sort(output);
  if (entries.length > length) lists.push(output, remainingItems(entries.length - length));
  return output;
}

export function formatPromise(context: Context, value: unknown, depth: number): string[] {
  const state = promiseState(value);
  if (state === PromiseStatus.PENDING) return [context.stylize("<pending>", "special")];
  context.indentationLvl += 2;
  const result = formatValue(context, promiseResult(value), depth);
  context.indentationLvl -= 2;
  return [state === PromiseStatus.REJECTED ? `${context.stylize("<rejected>", "special")} ${result}` : result];
}

/** The members of a module namespace; reading one that is not initialized throws. */
export function formatNamespace(context: Context, value: object, depth: number, keys: PropertyKey[]): string[] {
  const output: string[] = [];
  for (const key of keys) {
    try {
      lists.push(output, formatProperty(context, value, depth, key, 0));
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const placeholder = formatProperty(context, { [key]: "" }, depth, key, 0);
      output.push(
        placeholder.slice(0, placeholder.lastIndexOf(" ") + 1) + context.stylize("<uninitialized>", "special"),
      );
    }
  }
  keys.length = 0;
  return output;
}
