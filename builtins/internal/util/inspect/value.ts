// Formats any value: finds out what it is, lists its entries and properties, and has them laid out.
import { kindOf, proxyHandler, proxyTarget } from "native:engine";
import * as types from "internal:util/types";
import { optionsForCustom, stylizeNoColor, type Context } from "internal:util/inspect/options";
import { arrayExtrasKind, arrayKind, layOut, objectKind } from "internal:util/inspect/layout";
import { constructorName, functionHead, plainPrefix, prefixOf } from "internal:util/inspect/names";
import { formatBigInt, formatNumber, formatPrimitive } from "internal:util/inspect/primitives";
import { escapeText, getStringWidth, quote } from "internal:util/inspect/strings";
import * as collections from "internal:util/inspect/collections";
import { formatError, isError } from "internal:util/inspect/errors";
import { inspect } from "internal:util/inspect";
import defer * as web from "web:url";

const customInspect = Symbol.for("nodejs.util.inspect.custom");
const isEnumerable = Object.prototype.propertyIsEnumerable;
const kPromise = 1, kProxy = 2, kMapIterator = 3, kSetIterator = 4, kNamespace = 6, kExternal = 7;

/** Formats a value at `depth` levels below the outermost. `nested` marks the buffer of a typed array. */
export function formatValue(context: Context, value: any, depth: number, nested?: boolean): string {
  if (value === null) return context.stylize("null", "null");
  if (typeof value !== "object" && typeof value !== "function") return formatPrimitive(context.stylize, value, context);
  const outer = value;
  let kind = kindOf(value);
  let proxyCount = 0;
  // Proxies are seen through, so that no trap runs.
  while (kind === kProxy) {
    const target = proxyTarget(value);
    if (context.showProxy && target !== null) return formatProxy(context, target, proxyHandler(value), depth);
    if (target === null) return wrapProxy(context, context.stylize("<Revoked Proxy>", "special"), context.showProxy ? 0 : proxyCount);
    value = target;
    kind = kindOf(value);
    proxyCount++;
  }
  if (context.customInspect) {
    const custom = value[customInspect];
    if (typeof custom === "function" && custom !== inspect && Object.getOwnPropertyDescriptor(value, "constructor")?.value?.prototype !== value) {
      const isForeign = proxyCount !== 0 || !(outer instanceof Object);
      const remaining = context.depth === null ? null : context.depth - depth;
      const result = custom.call(outer, remaining, optionsForCustom(context, isForeign), inspect);
      if (result !== outer) {
        if (typeof result !== "string") return formatValue(context, result, depth);
        return result.replaceAll("\n", `\n${" ".repeat(context.indentationLvl)}`);
      }
    }
  }
  if (context.seen.includes(value)) return formatCircular(context, value);
  const formatted = formatObject(context, value, kind, depth, nested);
  return proxyCount === 0 ? formatted : wrapProxy(context, formatted, proxyCount);
}

function wrapProxy(context: Context, text: string, count: number): string {
  for (let index = 0; index < count; index++) text = `${context.stylize("Proxy(", "special")}${text}${context.stylize(")", "special")}`;
  return text;
}

function formatProxy(context: Context, target: unknown, handler: unknown, depth: number): string {
  if (context.depth !== null && depth > context.depth) return context.stylize("Proxy [Array]", "special");
  context.indentationLvl += 2;
  const output = [formatValue(context, target, depth + 1), formatValue(context, handler, depth + 1)];
  context.indentationLvl -= 2;
  return layOut(context, output, "", ["Proxy [", "]"], arrayExtrasKind, depth + 1);
}

function formatCircular(context: Context, value: unknown): string {
  context.circular ??= new Map();
  let number = context.circular.get(value);
  if (number === undefined) {
    number = context.circular.size + 1;
    context.circular.set(value, number);
  }
  return context.stylize(`[Circular *${number}]`, "special");
}

/** What `describe` finds out about an object. `done` is the finished text of objects without entries. */
interface Shape {
  keys: PropertyKey[];
  braces: string[];
  base: string;
  layout: number;
  entries: ((context: Context, value: any, depth: number) => string[]) | undefined;
  /** Accessors of the prototype that are shown like properties, in brackets. */
  extra: string[] | undefined;
  done: string | undefined;
}

function formatObject(context: Context, value: any, kind: number, depth: number, nested: boolean | undefined): string {
  const isTooDeep = context.depth !== null && depth > context.depth;
  let prototypeEntries: string[] | undefined = context.showHidden && !isTooDeep ? [] : undefined;
  const constructor = constructorName(value, context, depth, prototypeEntries);
  if (prototypeEntries !== undefined && prototypeEntries.length === 0) prototypeEntries = undefined;
  const tag = tagOf(context, value);
  const shape: Shape = { keys: [], braces: ["{", "}"], base: "", layout: objectKind, entries: undefined, extra: undefined, done: undefined };
  const hasMore = prototypeEntries !== undefined;
  if (!((constructor === null || Symbol.iterator in value) && describeIterable(context, value, kind, constructor, tag, hasMore, shape))) {
    describeOther(context, value, kind, constructor, tag, hasMore, isTooDeep, nested, shape);
  }
  if (shape.done !== undefined) return shape.done;
  if (isTooDeep) {
    const name = plainPrefix(value, constructor, tag).slice(0, -1);
    return context.stylize(constructor === null ? name : `[${name}]`, "special");
  }
  return formatMembers(context, value, depth + 1, constructor, tag, shape, prototypeEntries, nested);
}

function tagOf(context: Context, value: any): string {
  let tag: unknown;
  try {
    tag = value[Symbol.toStringTag];
  } catch {
    return "";
  }
  if (typeof tag !== "string" || tag === "") return "";
  // A tag that is listed among the properties need not be said twice.
  const isListed = context.showHidden ? Object.hasOwn(value, Symbol.toStringTag) : isEnumerable.call(value, Symbol.toStringTag);
  return isListed ? "" : tag;
}

/** Fills `shape` for arrays, collections and their iterators; false for any other object. */
function describeIterable(context: Context, value: any, kind: number, constructor: string | null, tag: string, hasMore: boolean, shape: Shape): boolean {
  const { showHidden } = context;
  if (Array.isArray(value)) {
    const prefix = constructor !== "Array" || tag !== "" ? prefixOf(constructor, tag, "Array", `(${value.length})`) : "";
    shape.keys = nonIndexKeys(value, showHidden);
    shape.braces = [`${prefix}[`, "]"];
    shape.layout = arrayExtrasKind;
    shape.entries = collections.formatArray;
    if (value.length === 0 && shape.keys.length === 0 && !hasMore) shape.done = `${prefix}[]`;
    return true;
  }
  const typedArray = types.typedArrayKind(value);
  if (typedArray !== undefined) {
    shape.keys = nonIndexKeys(value, showHidden);
    const prefix = prefixOf(constructor, tag, constructor === null ? typedArray : "", `(${typedArrayLength.call(value)})`);
    shape.braces = [`${prefix}[`, "]"];
    shape.layout = arrayExtrasKind;
    shape.entries = collections.formatTypedArray;
    if (constructor === null) {
      const restored = new (globalThis as any)[typedArray](value);
      shape.entries = (context) => collections.formatTypedArray(context, restored);
    }
    if (showHidden) shape.extra = ["BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"];
    else if (typedArrayLength.call(value) === 0 && shape.keys.length === 0) shape.done = `${prefix}[]`;
    return true;
  }
  if (types.isSet(value) || types.isMap(value)) {
    const isSet = types.isSet(value);
    const size = (isSet ? setSize : mapSize).call(value) as number;
    const prefix = prefixOf(constructor, tag, isSet ? "Set" : "Map", `(${size})`);
    shape.keys = ownKeys(value, showHidden);
    shape.braces = [`${prefix}{`, "}"];
    shape.entries = (isSet ? collections.formatSet : collections.formatMap) as Shape["entries"];
    if (size === 0 && shape.keys.length === 0 && !hasMore) shape.done = `${prefix}{}`;
    return true;
  }
  if (kind !== kMapIterator && kind !== kSetIterator) return false;
  const name = `${kind === kMapIterator ? "Map" : "Set"} Iterator`;
  const shown = tag === name ? tag : tag === "" ? name : `${tag}] [${name}`;
  shape.keys = ownKeys(value, showHidden);
  shape.braces = [`[${shown}] {`, "}"];
  shape.entries = (context, value, depth) => collections.formatIterator(context, value, depth, shape.braces);
  return true;
}

const setSize = Object.getOwnPropertyDescriptor(Set.prototype, "size")!.get!;
const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, "size")!.get!;
const typedArrayLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

function describeOther(
  context: Context, value: any, kind: number, constructor: string | null, tag: string, hasMore: boolean, isTooDeep: boolean,
  nested: boolean | undefined, shape: Shape,
): void {
  const keys = shape.keys = ownKeys(value, context.showHidden);
  const isEmpty = () => keys.length === 0 && !hasMore;
  const { braces } = shape;
  if (typeof value === "function") {
    shape.base = functionHead(context, value, constructor, tag);
    if (isEmpty()) shape.done = context.stylize(shape.base, "special");
    return;
  }
  if (constructor === "Object" && kind !== kNamespace) {
    if (types.isArgumentsObject(value)) braces[0] = "[Arguments] {";
    else if (tag !== "") braces[0] = `${prefixOf(constructor, tag, "Object")}{`;
    if (isEmpty()) shape.done = `${braces[0]}}`;
    return;
  }
  // Without a tag, the built-in class decides; with one, only the methods of the classes can tell.
  const builtIn = constructor !== null && !(Symbol.toStringTag in value) ? Object.prototype.toString.call(value) : "";
  if (builtIn === "[object Object]" && kind === 0 && !isError(value)) {
    describePlain(value, kind, constructor, tag, isEmpty(), shape, context);
  } else if (types.isArgumentsObject(value)) {
    braces[0] = `${prefixOf(constructor, tag, "Arguments")}[`;
    if (constructor === "Object") braces[0] = "[Arguments] [";
    describePlain(value, kind, constructor, tag, isEmpty(), shape, context);
  } else if (types.isRegExp(value)) {
    const prefix = prefixOf(constructor, tag, "RegExp");
    const source = RegExp.prototype.toString.call(constructor === null ? new RegExp(value) : value);
    shape.base = context.stylize(prefix === "RegExp " ? source : `${prefix}${source}`, "regexp");
    if (isEmpty() || isTooDeep) shape.done = shape.base;
  } else if (types.isDate(value)) {
    const prefix = prefixOf(constructor, tag, "Date");
    const text = Number.isNaN(Date.prototype.getTime.call(value)) ? Date.prototype.toString.call(value) : Date.prototype.toISOString.call(value);
    shape.base = prefix === "Date " ? text : `${prefix}${text}`;
    if (isEmpty()) shape.done = context.stylize(shape.base, "date");
  } else if (isError(value)) {
    shape.base = formatError(context, value, constructor, tag, keys);
    if (isEmpty()) shape.done = shape.base;
  } else if (types.isAnyArrayBuffer(value)) {
    const prefix = prefixOf(constructor, tag, types.isArrayBuffer(value) ? "ArrayBuffer" : "SharedArrayBuffer");
    if (nested === undefined) shape.entries = collections.formatArrayBuffer as Shape["entries"];
    else if (isEmpty()) shape.done = `${prefix}{ [byteLength]: ${formatNumber(context.stylize, value.byteLength, false)} }`;
    braces[0] = `${prefix}{`;
    shape.extra = ["byteLength"];
  } else if (types.isDataView(value)) {
    braces[0] = `${prefixOf(constructor, tag, "DataView")}{`;
    shape.extra = ["byteLength", "byteOffset", "buffer"];
  } else if (kind === kPromise) {
    braces[0] = `${prefixOf(constructor, tag, "Promise")}{`;
    shape.entries = collections.formatPromise;
  } else if (types.isWeakSet(value)) {
    braces[0] = `${prefixOf(constructor, tag, "WeakSet")}{`;
    shape.entries = context.showHidden ? collections.formatWeakSet : collections.formatUnknownItems;
  } else if (types.isWeakMap(value)) {
    braces[0] = `${prefixOf(constructor, tag, "WeakMap")}{`;
    shape.entries = context.showHidden ? collections.formatWeakMap : collections.formatUnknownItems;
  } else if (kind === kNamespace) {
    braces[0] = `${prefixOf(constructor, tag, "Module")}{`;
    shape.entries = (context, value, depth) => collections.formatNamespace(context, value, depth, keys);
  } else if (types.isBoxedPrimitive(value)) {
    shape.base = formatBoxed(context, value, keys, constructor, tag);
    if (isEmpty()) shape.done = shape.base;
  } else {
    describePlain(value, kind, constructor, tag, isEmpty(), shape, context);
    if (!isTooDeep && typeof value.href === "string" && value instanceof (web as any).URL) {
      shape.base = value.href;
      shape.done = isEmpty() ? shape.base : undefined;
      braces[0] = "{";
    }
  }
}

function describePlain(value: any, kind: number, constructor: string | null, tag: string, isEmpty: boolean, shape: Shape, context: Context): void {
  if (isEmpty && kind === kExternal) {
    shape.done = context.stylize("[External: 0]", "special");
    return;
  }
  shape.braces[0] = `${plainPrefix(value, constructor, tag)}{`;
  if (isEmpty) shape.done = `${shape.braces[0]}}`;
}

function formatBoxed(context: Context, value: any, keys: PropertyKey[], constructor: string | null, tag: string): string {
  let type = "Symbol";
  let primitive: unknown;
  if (types.isNumberObject(value)) {
    type = "Number";
    primitive = Number.prototype.valueOf.call(value);
  } else if (types.isStringObject(value)) {
    type = "String";
    primitive = String.prototype.valueOf.call(value);
    keys.splice(0, (value as any).length); // its letters are no news
  } else if (types.isBooleanObject(value)) {
    type = "Boolean";
    primitive = Boolean.prototype.valueOf.call(value);
  } else if (types.isBigIntObject(value)) {
    type = "BigInt";
    primitive = BigInt.prototype.valueOf.call(value);
  } else {
    primitive = Symbol.prototype.valueOf.call(value);
  }
  let text = `[${type}`;
  if (type !== constructor) text += constructor === null ? " (null prototype)" : ` (${constructor})`;
  text += `: ${formatPrimitive(stylizeNoColor, primitive, context)}]`;
  if (tag !== "" && tag !== constructor) text += ` [${tag}]`;
  return keys.length !== 0 || context.stylize === stylizeNoColor ? text : context.stylize(text, type.toLowerCase());
}

function formatMembers(
  context: Context, value: any, depth: number, constructor: string | null, tag: string, shape: Shape,
  prototypeEntries: string[] | undefined, nested: boolean | undefined,
): string {
  const { keys, braces } = shape;
  const indentation = context.indentationLvl;
  context.seen.push(value);
  context.currentDepth = depth;
  let output: string[];
  try {
    output = shape.entries === undefined ? [] : shape.entries(context, value, depth);
    if (shape.extra !== undefined) for (const key of shape.extra) output.push(formatExtra(context, value, depth, key, shape.layout === arrayExtrasKind ? true : nested));
    for (let index = 0; index < keys.length; index++) output.push(formatProperty(context, value, depth, keys[index]!, shape.layout));
    if (prototypeEntries !== undefined) output.push(...prototypeEntries);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    context.seen.pop();
    context.indentationLvl = indentation;
    const name = plainPrefix(value, constructor, tag).slice(0, -1);
    return context.stylize(`[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`, "special");
  }
  let { base } = shape;
  const reference = context.circular?.get(value);
  if (reference !== undefined) {
    const mark = context.stylize(`<ref *${reference}>`, "special");
    if (context.compact === true) braces[0] = `${mark} ${braces[0]}`;
    else base = base === "" ? mark : `${mark} ${base}`;
  }
  context.seen.pop();
  if (context.sorted) {
    const compare = context.sorted === true ? undefined : context.sorted;
    if (shape.layout === objectKind) output.sort(compare);
    else if (keys.length > 1) output.push(...output.splice(output.length - keys.length).sort(compare));
  }
  const text = layOut(context, output, base, braces, shape.layout, depth, value);
  const length = (context.budget[context.indentationLvl] ?? 0) + text.length;
  context.budget[context.indentationLvl] = length;
  // Far below the longest string there can be: from here on, only the outermost level.
  if (length > 2 ** 27) context.depth = -1;
  return text;
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith("Maximum call stack size exceeded");
}

function formatExtra(context: Context, value: any, depth: number, key: string, nested: boolean | undefined): string {
  context.indentationLvl += 2;
  let member: unknown;
  try {
    member = value[key];
  } catch {
    // A view of a detached buffer. Node forgets to take its indentation back, and so do we.
    context.indentationLvl += 2;
    member = value.buffer[key];
  }
  const text = formatValue(context, member, depth, nested);
  context.indentationLvl -= 2;
  return `${context.stylize(`[${key}]`, "string")}: ${text}`;
}

// What JavaScriptCore keeps as own properties of errors and V8 does not.
const engineErrorKeys = new Set<PropertyKey>(["line", "column", "sourceURL", "originalLine", "originalColumn"]);

function ownKeys(value: any, showHidden: boolean): PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(value);
  let keys: PropertyKey[];
  if (showHidden) {
    keys = Object.getOwnPropertyNames(value);
    if (types.isNativeError(value)) keys = hideEngineKeys(value, keys);
    if (typeof value === "function") keys = orderFunctionKeys(keys);
  } else {
    try {
      keys = Object.keys(value);
    } catch (error) {
      // A namespace with members that are not initialized cannot list its enumerable ones.
      if (!(error instanceof ReferenceError)) throw error;
      keys = Object.getOwnPropertyNames(value);
    }
  }
  if (symbols.length !== 0) keys.push(...(showHidden ? symbols : symbols.filter((symbol) => isEnumerable.call(value, symbol))));
  return keys;
}

function hideEngineKeys(value: any, keys: PropertyKey[]): PropertyKey[] {
  const shown = keys.filter((key) => !engineErrorKeys.has(key) || isEnumerable.call(value, key));
  // V8 lists the stack first.
  return shown.includes("stack") ? ["stack", ...shown.filter((key) => key !== "stack")] : shown;
}

// V8's order: length, name, (arguments, caller,) prototype, then the rest.
function orderFunctionKeys(keys: PropertyKey[]): PropertyKey[] {
  const first = ["length", "name", "arguments", "caller", "prototype"].filter((key) => keys.includes(key));
  return [...first, ...keys.filter((key) => !first.includes(key as string))];
}

/** Own keys that are not array indices; symbols last. */
export function nonIndexKeys(value: any, showHidden: boolean): PropertyKey[] {
  const names = showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
  // Indices come first, in order: the others start after the last of them.
  let start = names.length;
  while (start > 0 && !isIndex(names[start - 1]!)) start--;
  const keys: PropertyKey[] = names.slice(start);
  for (const symbol of Object.getOwnPropertySymbols(value)) if (showHidden || isEnumerable.call(value, symbol)) keys.push(symbol);
  return keys;
}

function isIndex(key: string): boolean {
  const number = Number(key);
  return number >= 0 && number < 2 ** 32 - 1 && Number.isInteger(number) && String(number) === key;
}

/** `key: value`; the value alone for the elements of an array. `receiver` is what accessors are called on. */
export function formatProperty(
  context: Context, value: any, depth: number, key: PropertyKey, layout: number, descriptor?: PropertyDescriptor, receiver = value,
): string {
  descriptor ??= ownDescriptor(value, key);
  let text: string;
  let gap = " ";
  if (descriptor.value !== undefined) {
    const indent = context.compact !== true || layout !== objectKind ? 2 : 3;
    context.indentationLvl += indent;
    text = formatValue(context, descriptor.value, depth);
    if (indent === 3 && context.breakLength < getStringWidth(text, context.colors)) gap = `\n${" ".repeat(context.indentationLvl)}`;
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

function ownDescriptor(value: any, key: PropertyKey): PropertyDescriptor {
  const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? { value: value[key], enumerable: true };
  // In V8 the stack is an accessor.
  if (key === "stack" && !descriptor.enumerable && types.isNativeError(value)) {
    return { get: () => value.stack, set() {}, enumerable: false };
  }
  return descriptor;
}

function formatKey(context: Context, key: PropertyKey, isEnumerable: boolean): string {
  let name: string;
  if (typeof key === "symbol") name = context.stylize(escapeText(Symbol.prototype.toString.call(key)), "symbol");
  else if (key === "__proto__") name = "['__proto__']";
  else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key as string)) name = context.stylize(key as string, "name");
  else name = context.stylize(quote(String(key)), "string");
  return isEnumerable ? name : `[${name}]`;
}

function formatAccessor(context: Context, descriptor: PropertyDescriptor, depth: number, receiver: any): string {
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
