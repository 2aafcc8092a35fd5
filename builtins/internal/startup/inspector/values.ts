// Values of WebKit's protocol as Chrome's describes them.
import type { Parameters, RemoteObject } from "internal:startup/inspector/protocol";

/** Subtypes that only WebKit's protocol has. */
const OWN_SUBTYPES = new Set(["class", "weakref"]);
/** The objects whose description ends with the number of their elements. */
const SIZED = new Set(["array", "map", "set", "weakmap", "weakset", "typedarray"]);

/** A value. */
export function remoteObject(value: RemoteObject): RemoteObject {
  const { type, subtype, objectId, size } = value;
  const isScope = value.className === "DebuggerScope";
  const className = isScope ? "Object" : value.className;
  let description = isScope ? "Object" : value.description;
  const found: RemoteObject = { type };
  if (subtype !== undefined && !OWN_SUBTYPES.has(subtype)) found.subtype = subtype;
  if (subtype === "null") return { type: "object", subtype: "null", value: null };
  switch (type) {
    case "undefined":
      return { type };
    case "bigint":
      return { type, unserializableValue: description!, description: description! };
    case "number": {
      const text = description ?? String(value.value);
      if (typeof value.value === "number" && Number.isFinite(value.value) && text !== "-0")
        return { type, value: value.value, description: text };
      return { type, unserializableValue: text, description: text };
    }
    case "string":
    case "boolean":
      return { type, value: value.value };
  }
  if (className !== undefined) found.className = className;
  else if (type === "function") found.className = "Function";
  if (value.value !== undefined) found.value = value.value;
  if (subtype !== undefined && SIZED.has(subtype) && size !== undefined)
    description = `${className ?? description}(${size})`;
  if (description !== undefined) found.description = description;
  if (objectId !== undefined) found.objectId = objectId;
  if (value.preview !== undefined) found.preview = preview(value.preview);
  return found;
}

function preview(given: Parameters): Parameters {
  const { type, subtype, description, size, lossless, overflow } = given;
  const isSized = SIZED.has(subtype) && size !== undefined;
  return {
    type,
    ...(subtype === undefined || OWN_SUBTYPES.has(subtype) ? undefined : { subtype }),
    description: isSized ? `${description}(${size})` : (description ?? ""),
    overflow: overflow === true || (lossless === false && given.properties === undefined),
    properties: (given.properties ?? [])
      .filter((property: Parameters) => property.internal !== true)
      .map(propertyPreview),
    ...(given.entries === undefined
      ? undefined
      : {
          entries: given.entries.map(({ key, value }: Parameters) => ({
            ...(key === undefined ? undefined : { key: innerPreview(key) }),
            value: innerPreview(value),
          })),
        }),
  };
}

/** The preview of a key or value of a collection: without entries of its own. */
function innerPreview(given: Parameters): Parameters {
  const { entries, ...rest } = given;
  return preview(entries === undefined ? rest : { ...rest, overflow: entries.length > 0 });
}

function propertyPreview({ name, type, subtype, value, valuePreview }: Parameters): Parameters {
  return {
    name,
    type,
    ...(subtype === undefined || OWN_SUBTYPES.has(subtype) ? undefined : { subtype }),
    ...(value === undefined ? undefined : { value }),
    ...(valuePreview === undefined ? undefined : { valuePreview: preview(valuePreview) }),
  };
}

/** The engine's words for a variable that is not there; V8's are those that people search for. */
const UNKNOWN_VARIABLE = /^ReferenceError: Can't find variable: (\S+)/;

let exceptions = 0;

/** The result of evaluating: the value, and what was thrown. */
export function evaluated({ result, wasThrown }: Parameters): Parameters {
  const value = remoteObject(result);
  if (wasThrown !== true) return { result: value };
  value.description = value.description?.replace(UNKNOWN_VARIABLE, "ReferenceError: $1 is not defined");
  const exceptionDetails = {
    exceptionId: ++exceptions,
    text: "Uncaught",
    lineNumber: 0,
    columnNumber: 0,
    exception: value,
  };
  return { result: value, exceptionDetails };
}

/** The properties of an object; WebKit's prototype among them is an internal one of Chrome's. */
export function properties({ properties: given = [], internalProperties = [] }: Parameters): Parameters {
  const result: Parameters[] = [];
  const internal: Parameters[] = internalProperties.map(({ name, value }: Parameters) => ({
    name: `[[${name[0].toUpperCase()}${name.slice(1)}]]`,
    ...(value === undefined ? undefined : { value: remoteObject(value) }),
  }));
  for (const property of given as Parameters[]) {
    if (property.name === "__proto__" && property.value !== undefined) {
      internal.push({ name: "[[Prototype]]", value: remoteObject(property.value) });
      continue;
    }
    if (property.isPrivate === true) continue;
    result.push(propertyOf(property));
  }
  return { result, internalProperties: internal };
}

function propertyOf(property: Parameters): Parameters {
  const { name, writable, configurable, enumerable, isOwn, wasThrown } = property;
  const found: Parameters = { name, configurable: configurable ?? false, enumerable: enumerable ?? false };
  for (const part of ["value", "get", "set", "symbol"])
    if (property[part] !== undefined) found[part] = remoteObject(property[part]);
  if (writable !== undefined) found.writable = writable;
  if (isOwn !== undefined) found.isOwn = isOwn;
  if (wasThrown !== undefined) found.wasThrown = wasThrown;
  return found;
}
