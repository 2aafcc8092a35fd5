// Formats any value: determines its kind, lists its entries and properties, and lays them out.
import { kindOf } from "internal:core/util/kind_of";
import { ExoticKind, externalAddress, proxyHandler, proxyTarget } from "native:engine";
import * as types from "internal:core/util/types";
import { optionsForCustom, stylizeNoColor, type Context } from "internal:core/util/inspect/options";
import { arrayExtrasKind, layOut, objectKind } from "internal:core/util/inspect/layout";
import { nonIndexKeys, ownKeys } from "internal:core/util/inspect/keys";
import { formatProperty } from "internal:core/util/inspect/properties";
import { constructorName, functionHead, plainPrefix, prefixOf } from "internal:core/util/inspect/names";
import { formatNumber, formatPrimitive } from "internal:core/util/inspect/primitives";
import * as collections from "internal:core/util/inspect/collections";
import { formatError, isError } from "internal:core/util/inspect/errors";
import { inspect } from "internal:core/util/inspect";
import { isDenoStyle, withDoubleQuotes } from "internal:core/util/inspect/strings";
import { pinned, safe, services } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import * as texts from "internal:core/texts";

const customInspect = Symbol.for("nodejs.util.inspect.custom");
const denoInspect = Symbol.for("Deno.customInspect");
const { getTime: dateValue, toISOString: dateToIsoString, toString: dateToString } = Date.prototype;

/** Formats a value at `depth` levels below the outermost. `nested` marks the buffer of a typed array. */
export function formatValue(context: Context, value: any, depth: number, nested?: boolean): string {
  if (value === null) return context.stylize("null", "null");
  if (typeof value !== "object" && typeof value !== "function") return formatPrimitive(context.stylize, value, context);
  const outer = value;
  let kind = kindOf(value);
  let proxyCount = 0;
  // Proxies are unwrapped, so that no trap runs.
  while (kind === ExoticKind.PROXY) {
    const target = proxyTarget(value);
    if (context.showProxy && target !== null) return formatProxy(context, target, proxyHandler(value), depth);
    if (target === null)
      return wrapProxy(context, context.stylize("<Revoked Proxy>", "special"), context.showProxy ? 0 : proxyCount);
    value = target;
    kind = kindOf(value);
    proxyCount++;
  }
  if (context.customInspect) {
    if (isDenoStyle()) {
      const text = formatForDeno(context, value, depth);
      if (text !== null) return text;
    }
    const custom = value[customInspect];
    if (
      typeof custom === "function" &&
      custom !== inspect &&
      safe.getOwnPropertyDescriptor(value, "constructor")?.value?.prototype !== value
    ) {
      const isForeign = proxyCount !== 0 || !(outer instanceof Object);
      const remaining = context.depth === null ? null : context.depth - depth;
      const result = custom.call(outer, remaining, optionsForCustom(context, isForeign), inspect);
      if (result !== outer) {
        if (typeof result !== "string") return formatValue(context, result, depth);
        return texts.replaceAll(result, "\n", `\n${texts.repeat(" ", context.indentationLvl)}`);
      }
    }
  }
  if (lists.includes(context.seen, value)) return formatCircular(context, value);
  const formatted = formatObject(context, value, kind, depth, nested);
  return proxyCount === 0 ? formatted : wrapProxy(context, formatted, proxyCount);
}

/** The text of an object that Deno shows by its own method or by chosen members; null for another object. */
function formatForDeno(context: Context, value: object, depth: number): string | null {
  const custom = (value as { [denoInspect]?: unknown })[denoInspect];
  if (typeof custom === "function") {
    const own = optionsForCustom(context, false);
    const inspectInStyle = (shown: unknown, options?: object): string => {
      const text = withDoubleQuotes(() => inspect(shown, options as undefined));
      // Deno's options carry the indentation.
      return options === own ? texts.replaceAll(text, "\n", `\n${texts.repeat(" ", context.indentationLvl)}`) : text;
    };
    return String(custom.call(value, inspectInStyle, own));
  }
  const shown = services().membersForDeno(value);
  if (typeof shown === "string" || shown === null) return shown;
  // Such objects have methods of their own in Deno: they show the same members at every depth, hidden ones never.
  const { showHidden } = context;
  context.showHidden = false;
  try {
    return formatObject(context, shown, kindOf(shown), 0, false);
  } finally {
    context.showHidden = showHidden;
  }
}

function wrapProxy(context: Context, text: string, count: number): string {
  if (isDenoStyle()) return text;
  for (let index = 0; index < count; index++)
    text = `${context.stylize("Proxy(", "special")}${text}${context.stylize(")", "special")}`;
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
  context.circular ??= pinned(new Map());
  let number = context.circular.get(value);
  if (number === undefined) {
    number = context.circular.size + 1;
    context.circular.set(value, number);
  }
  return context.stylize(`[Circular *${number}]`, "special");
}

/** How an object is formatted. `done` is the complete result for objects without entries. */
interface Shape {
  keys: PropertyKey[];
  braces: string[];
  base: string;
  layout: number;
  entries: ((context: Context, value: any, depth: number) => string[]) | undefined;
  /** Accessors of the prototype that are shown as properties, in brackets. */
  extra: string[] | undefined;
  done: string | undefined;
}

function formatObject(
  context: Context,
  value: any,
  kind: ExoticKind,
  depth: number,
  nested: boolean | undefined,
): string {
  const isTooDeep = context.depth !== null && depth > context.depth;
  let prototypeEntries: string[] | undefined = context.showHidden && !isTooDeep ? [] : undefined;
  const constructor = constructorName(value, context, depth, prototypeEntries);
  if (prototypeEntries !== undefined && prototypeEntries.length === 0) prototypeEntries = undefined;
  const shownTag = tagOf(context, value);
  // The engine's objects of a class of their own, such as a context's global object, have the class as their tag.
  const tag = shownTag === "Object" && constructor === "Object" ? "" : shownTag;
  const shape: Shape = {
    keys: [],
    braces: ["{", "}"],
    base: "",
    layout: objectKind,
    entries: undefined,
    extra: undefined,
    done: undefined,
  };
  const hasMore = prototypeEntries !== undefined;
  if (
    !(
      (constructor === null || Symbol.iterator in value) &&
      describeIterable(context, value, kind, constructor, tag, hasMore, shape)
    )
  ) {
    describeOther(context, value, kind, constructor, tag, hasMore, isTooDeep, nested, shape);
  }
  if (shape.done !== undefined) return shape.done;
  if (isTooDeep) {
    const name = safe.slice(plainPrefix(value, constructor, tag), 0, -1);
    return context.stylize(constructor === null ? name : `[${name}]`, "special");
  }
  return formatMembers(context, value, depth + 1, constructor, tag, shape, prototypeEntries, nested);
}

function tagOf(context: Context, value: object): string {
  let tag: unknown;
  try {
    tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  } catch {
    return "";
  }
  if (typeof tag !== "string" || tag === "") return "";
  if (isDenoStyle()) return tag;
  // A tag that is listed among the properties is not repeated.
  const isListed = context.showHidden
    ? safe.hasOwn(value, Symbol.toStringTag)
    : safe.isEnumerable(value, Symbol.toStringTag);
  return isListed ? "" : tag;
}

/** Sets `shape` for arrays, collections and their iterators; false for any other object. */
function describeIterable(
  context: Context,
  value: any,
  kind: ExoticKind,
  constructor: string | null,
  tag: string,
  hasMore: boolean,
  shape: Shape,
): boolean {
  const { showHidden } = context;
  if (safe.isArray(value)) {
    const prefix =
      constructor !== "Array" || tag !== "" ? prefixOf(constructor, tag, "Array", `(${value.length})`) : "";
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
    const prefix = prefixOf(
      constructor,
      tag,
      constructor === null ? typedArray : "",
      `(${typedArrayLength.call(value)})`,
    );
    shape.braces = [`${prefix}[`, "]"];
    shape.layout = arrayExtrasKind;
    shape.entries = collections.formatTypedArray;
    if (constructor === null) {
      const restored = new (globalThis as unknown as Classes)[typedArray]!(value) as ArrayLike<number>;
      shape.entries = (context) => collections.formatTypedArray(context, restored);
    }
    if (showHidden) shape.extra = ["BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"];
    else if (typedArrayLength.call(value) === 0 && shape.keys.length === 0) shape.done = `${prefix}[]`;
    return true;
  }
  // A brand check of the wrong class throws inside, which is slow: the likelier one is first.
  const isMap = builtInClass(value) === "Map" && types.isMap(value);
  const isSet = !isMap && types.isSet(value);
  if (isMap || isSet || types.isMap(value)) {
    const size = (isSet ? setSize : mapSize).call(value) as number;
    const prefix = prefixOf(constructor, tag, isSet ? "Set" : "Map", `(${size})`);
    shape.keys = ownKeys(value, showHidden);
    shape.braces = [`${prefix}{`, "}"];
    shape.entries = (isSet ? collections.formatSet : collections.formatMap) as Shape["entries"];
    if (size === 0 && shape.keys.length === 0 && !hasMore) shape.done = `${prefix}{}`;
    return true;
  }
  if (kind !== ExoticKind.MAP_ITERATOR && kind !== ExoticKind.SET_ITERATOR) return false;
  const name = `${kind === ExoticKind.MAP_ITERATOR ? "Map" : "Set"} Iterator`;
  const shown = tag === name ? tag : tag === "" ? name : `${tag}] [${name}`;
  shape.keys = ownKeys(value, showHidden);
  shape.braces = [`[${shown}] {`, "}"];
  shape.entries = (context, value, depth) => collections.formatIterator(context, value, depth, shape.braces);
  return true;
}

const setSize = safe.getOwnPropertyDescriptor(Set.prototype, "size")!.get!;
const mapSize = safe.getOwnPropertyDescriptor(Map.prototype, "size")!.get!;
const typedArrayLength = safe.getOwnPropertyDescriptor(safe.getPrototypeOf(Uint8Array.prototype), "length")!.get!;

function describeOther(
  context: Context,
  value: any,
  kind: ExoticKind,
  constructor: string | null,
  tag: string,
  hasMore: boolean,
  isTooDeep: boolean,
  nested: boolean | undefined,
  shape: Shape,
): void {
  const keys = (shape.keys = ownKeys(value, context.showHidden));
  const isEmpty = () => keys.length === 0 && !hasMore;
  const { braces } = shape;
  if (typeof value === "function") {
    shape.base = functionHead(context, value, constructor, tag);
    if (isEmpty()) shape.done = context.stylize(shape.base, "special");
    return;
  }
  if (constructor === "Object" && kind !== ExoticKind.MODULE_NAMESPACE) {
    if (types.isArgumentsObject(value)) braces[0] = "[Arguments] {";
    else if (tag !== "") braces[0] = `${prefixOf(constructor, tag, "Object")}{`;
    if (isEmpty()) shape.done = `${braces[0]}}`;
    return;
  }
  if (kind === ExoticKind.PROMISE) {
    shape.braces[0] = `${prefixOf(constructor, tag, "Promise")}{`;
    shape.entries = collections.formatPromise;
    return;
  }
  // Brand checks that fail are slow. Without a tag, the built-in class decides; with one, an object is only checked if
  // its built-in class matches or it inherits from the class.
  const builtIn = builtInClass(value);
  const isTagged = Symbol.toStringTag in value;
  const may = (name: string) =>
    constructor === null ||
    builtIn === name ||
    (isTagged && value instanceof (globalThis as unknown as Classes)[name]!);
  if (builtIn === "Object" && !isTagged && kind === 0 && constructor !== null && !isError(value)) {
    describePlain(value, kind, constructor, tag, isEmpty(), shape, context);
  } else if (may("RegExp") && types.isRegExp(value)) {
    const prefix = prefixOf(constructor, tag, "RegExp");
    const source = RegExp.prototype.toString.call(constructor === null ? new RegExp(value) : value);
    const text = prefix === "RegExp " ? source : `${prefix}${source}`;
    const isWhole = isEmpty() || isTooDeep;
    shape.base = !isDenoStyle() ? context.stylize(text, "regexp") : isWhole ? plainRegExp(context, text) : text;
    if (isWhole) shape.done = shape.base;
  } else if (may("Date") && types.isDate(value)) {
    const prefix = prefixOf(constructor, tag, "Date");
    const text = safe.isNaN(safe.apply(dateValue, value, []))
      ? (safe.apply(dateToString, value, []) as string)
      : (safe.apply(dateToIsoString, value, []) as string);
    shape.base = prefix === "Date " ? text : `${prefix}${text}`;
    if (isEmpty()) shape.done = context.stylize(shape.base, "date");
  } else if (isError(value)) {
    shape.base = formatError(context, value, constructor, tag, keys);
    if (isEmpty()) shape.done = shape.base;
  } else if (lists.some(boxedClasses, may) && types.isBoxedPrimitive(value)) {
    shape.base = formatBoxed(context, value, keys, constructor, tag);
    if (isEmpty()) shape.done = shape.base;
  } else if (!describeContainer({ context, value, kind, constructor, tag, nested, may }, shape, isEmpty())) {
    describePlain(value, kind, constructor, tag, isEmpty(), shape, context);
    if (!isTooDeep && typeof value.href === "string" && !isDenoStyle() && services().isURL(value)) {
      shape.base = value.href;
      shape.done = isEmpty() ? shape.base : undefined;
      braces[0] = "{";
    }
  }
}

/** The arguments of `describeContainer`. */
interface Inspected {
  context: Context;
  value: any;
  kind: ExoticKind;
  constructor: string | null;
  tag: string;
  nested: boolean | undefined;
  may(className: string): boolean;
}

/** Sets `shape` for objects with bytes, a promise's result, weak entries or exports. Returns false for all others. */
function describeContainer(inspected: Inspected, shape: Shape, isEmpty: boolean): boolean {
  const { context, value, kind, constructor, tag, nested, may } = inspected;
  const { keys, braces } = shape;
  if ((may("ArrayBuffer") || may("SharedArrayBuffer")) && types.isAnyArrayBuffer(value)) {
    const prefix = prefixOf(constructor, tag, types.isArrayBuffer(value) ? "ArrayBuffer" : "SharedArrayBuffer");
    if (nested === undefined) shape.entries = collections.formatArrayBuffer as Shape["entries"];
    else if (isEmpty)
      shape.done = `${prefix}{ ${isDenoStyle() ? "byteLength" : "[byteLength]"}: ${formatNumber(context.stylize, value.byteLength, false)} }`;
    braces[0] = `${prefix}{`;
    shape.extra = ["byteLength"];
  } else if (types.isDataView(value)) {
    braces[0] = `${prefixOf(constructor, tag, "DataView")}{`;
    shape.extra = ["byteLength", "byteOffset", "buffer"];
  } else if (may("WeakSet") && types.isWeakSet(value)) {
    braces[0] = `${prefixOf(constructor, tag, "WeakSet")}{`;
    shape.entries = context.showHidden ? collections.formatWeakSet : collections.formatUnknownItems;
  } else if (may("WeakMap") && types.isWeakMap(value)) {
    braces[0] = `${prefixOf(constructor, tag, "WeakMap")}{`;
    shape.entries = context.showHidden ? collections.formatWeakMap : collections.formatUnknownItems;
  } else if (kind === ExoticKind.MODULE_NAMESPACE) {
    braces[0] = `${prefixOf(constructor, tag, "Module")}{`;
    shape.entries = (context, value, depth) => collections.formatNamespace(context, value, depth, keys);
  } else {
    return false;
  }
  return true;
}

/** The classes in the global object. */
type Classes = Record<string, new (argument: unknown) => object>;
const boxedClasses = ["Number", "String", "Boolean", "BigInt", "Symbol"];

/** The class that `Object.prototype.toString` names. */
function builtInClass(value: unknown): string {
  try {
    return safe.slice(safe.objectToString(value), 8, -1);
  } catch {
    return "";
  }
}

function describePlain(
  value: object,
  kind: ExoticKind,
  constructor: string | null,
  tag: string,
  isEmpty: boolean,
  shape: Shape,
  context: Context,
): void {
  if (isEmpty && kind === ExoticKind.EXTERNAL) {
    shape.done = context.stylize(`[External: ${externalAddress(value).toString(16)}]`, "special");
    return;
  }
  shape.braces[0] = `${plainPrefix(value, constructor, tag)}{`;
  if (isEmpty) shape.done = `${shape.braces[0]}}`;
}

function formatBoxed(
  context: Context,
  value: object,
  keys: PropertyKey[],
  constructor: string | null,
  tag: string,
): string {
  let type = "Symbol";
  let primitive: unknown;
  if (types.isNumberObject(value)) {
    type = "Number";
    primitive = Number.prototype.valueOf.call(value);
  } else if (types.isStringObject(value)) {
    type = "String";
    primitive = String.prototype.valueOf.call(value);
    lists.splice(keys, 0, value.length); // the indices of its characters are not shown
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
  context: Context,
  value: any,
  depth: number,
  constructor: string | null,
  tag: string,
  shape: Shape,
  prototypeEntries: string[] | undefined,
  nested: boolean | undefined,
): string {
  const { keys, braces } = shape;
  const indentation = context.indentationLvl;
  lists.push(context.seen, value);
  context.currentDepth = depth;
  let output: string[];
  try {
    output = shape.entries === undefined ? [] : shape.entries(context, value, depth);
    if (shape.extra !== undefined)
      for (const key of shape.extra)
        lists.push(output, formatExtra(context, value, depth, key, shape.layout === arrayExtrasKind ? true : nested));
    for (let index = 0; index < keys.length; index++)
      lists.push(output, formatProperty(context, value, depth, keys[index]!, shape.layout));
    if (prototypeEntries !== undefined) lists.append(output, prototypeEntries);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    lists.pop(context.seen);
    context.indentationLvl = indentation;
    const name = safe.slice(plainPrefix(value, constructor, tag), 0, -1);
    return context.stylize(
      `[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`,
      "special",
    );
  }
  let { base } = shape;
  const reference = context.circular?.get(value);
  if (reference !== undefined) {
    const mark = context.stylize(`<ref *${reference}>`, "special");
    if (context.compact === true) braces[0] = `${mark} ${braces[0]}`;
    else base = base === "" ? mark : `${mark} ${base}`;
  }
  lists.pop(context.seen);
  if (context.sorted) {
    const compare = context.sorted === true ? undefined : context.sorted;
    if (shape.layout === objectKind) lists.sort(output, compare);
    else if (keys.length > 1) lists.append(output, output.splice(output.length - keys.length).sort(compare));
  }
  const text = layOut(context, output, base, braces, shape.layout, depth, value);
  const length = (context.budget[context.indentationLvl] ?? 0) + text.length;
  context.budget[context.indentationLvl] = length;
  // Far below the maximum length of a string: from here on, only the outermost level.
  if (length > 2 ** 27) context.depth = -1;
  return text;
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && safe.startsWith(error.message, "Maximum call stack size exceeded");
}

function formatExtra(context: Context, value: any, depth: number, key: string, nested: boolean | undefined): string {
  context.indentationLvl += 2;
  let member: unknown;
  try {
    member = value[key];
  } catch {
    // A view of a detached buffer. As in Node, the indentation is not restored.
    context.indentationLvl += 2;
    member = value.buffer[key];
  }
  const text = formatValue(context, member, depth, nested);
  context.indentationLvl -= 2;
  return `${isDenoStyle() && types.typedArrayKind(value) === undefined ? key : context.stylize(`[${key}]`, "string")}: ${text}`;
}

/** Deno has one color for a regular expression. */
function plainRegExp(context: Context, text: string): string {
  return context.colors ? `\u001b[31m${text}\u001b[39m` : text;
}
