// Formats a property: its key, and its value or accessor.
import { safe } from "internal:core/bootstrap";
import { isLazy, standsFor } from "internal:core/lazy_members";
import { isNativeError } from "internal:core/util/types";
import { arrayKind, objectKind } from "internal:core/util/inspect/layout";
import { formatPrimitive } from "internal:core/util/inspect/primitives";
import { escapeControls, getStringWidth, quote } from "internal:core/util/inspect/strings";
import { formatValue } from "internal:core/util/inspect/value";
import type { Context } from "internal:core/util/inspect/options";

/** `key: value`; the value alone for the elements of an array. `receiver` is the object that accessors are called on. */
export function formatProperty(
  context: Context,
  value: object,
  depth: number,
  key: PropertyKey,
  layout: number,
  descriptor?: PropertyDescriptor,
  receiver = value,
): string {
  descriptor ??= ownDescriptor(value, key);
  let text: string;
  let gap = " ";
  if (descriptor.value !== undefined) {
    const indent = context.compact !== true || layout !== objectKind ? 2 : 3;
    context.indentationLvl += indent;
    text = formatValue(context, descriptor.value, depth);
    if (indent === 3 && context.breakLength < getStringWidth(text, context.colors))
      gap = `\n${" ".repeat(context.indentationLvl)}`;
    context.indentationLvl -= indent;
  } else if (descriptor.get !== undefined) {
    text = formatAccessor(context, descriptor, depth, receiver);
  } else if (descriptor.set !== undefined) {
    text = context.stylize("[Setter]", "special");
  } else {
    text = context.stylize("undefined", "undefined");
  }
  if (layout === arrayKind) return text;
  return `${formatKey(context, key, descriptor.enumerable !== false)}:${gap}${text}`;
}

function ownDescriptor(value: object, key: PropertyKey): PropertyDescriptor {
  const members = value as Record<PropertyKey, unknown>;
  const descriptor = safe.getOwnPropertyDescriptor(value, key) ?? { value: members[key], enumerable: true };
  // In V8 the stack is an accessor.
  if (key === "stack" && !descriptor.enumerable && isNativeError(value)) {
    return { get: () => value.stack, set() {}, enumerable: false };
  }
  if (descriptor.get === undefined) return descriptor;
  if (isLazy(descriptor.get)) return { value: members[key], enumerable: descriptor.enumerable };
  return standsFor(descriptor.get) ?? descriptor;
}

function formatKey(context: Context, key: PropertyKey, isEnumerable: boolean): string {
  let name: string;
  if (typeof key === "symbol") name = context.stylize(escapeControls(Symbol.prototype.toString.call(key)), "symbol");
  else if (key === "__proto__") name = "['__proto__']";
  else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key as string)) name = context.stylize(key as string, "name");
  else name = context.stylize(quote(String(key)), "string");
  return isEnumerable ? name : `[${name}]`;
}

function formatAccessor(context: Context, descriptor: PropertyDescriptor, depth: number, receiver: object): string {
  const hasSetter = descriptor.set !== undefined;
  const label = hasSetter ? "Getter/Setter" : "Getter";
  const style = context.stylize;
  const { getters } = context;
  if (!getters || !(getters === true || getters === (hasSetter ? "set" : "get"))) return style(`[${label}]`, "special");
  context.indentationLvl += 2;
  let text: string;
  try {
    const result = descriptor.get!.call(receiver);
    if (result !== null && (typeof result === "object" || typeof result === "function")) {
      text = `${style(`[${label}]`, "special")} ${formatValue(context, result, depth)}`;
    } else {
      const shown = result === null ? style("null", "null") : formatPrimitive(style, result, context);
      text = `${style(`[${label}:`, "special")} ${shown}${style("]", "special")}`;
    }
  } catch (error) {
    text = `${style(`[${label}:`, "special")} <Inspection threw (${formatValue(context, error, depth)})>${style("]", "special")}`;
  }
  context.indentationLvl -= 2;
  return text;
}
