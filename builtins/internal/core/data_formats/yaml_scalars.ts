// Plain scalars of YAML: their values in the core schema (YAML 1.2.2 §10.3), and which strings need quotes to remain strings.

const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Scalars that are booleans in YAML 1.1; written with quotes for older readers. */
const OLD_BOOLEANS = /^(?:y|n|yes|no|on|off|true|false)$/i;

/** The value of a plain scalar. */
export function resolvePlain(text: string): unknown {
  switch (text) {
    case "":
    case "~":
    case "null":
    case "Null":
    case "NULL":
      return null;
    case "true":
    case "True":
    case "TRUE":
      return true;
    case "false":
    case "False":
    case "FALSE":
      return false;
    case ".inf":
    case ".Inf":
    case ".INF":
    case "+.inf":
    case "+.Inf":
    case "+.INF":
      return Infinity;
    case "-.inf":
    case "-.Inf":
    case "-.INF":
      return -Infinity;
    case ".nan":
    case ".NaN":
    case ".NAN":
      return Number.NaN;
  }
  if (INTEGER.test(text) || FLOAT.test(text)) return Number(text);
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8);
  return /^0x[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text.slice(2), 16) : text;
}

/** The value of a scalar with a tag; without a tag, or with an unknown one, `plain`. */
export function applyTag(tag: string | null, text: string, plain: unknown): unknown {
  switch (tag) {
    case "!":
    case "!!str":
      return text;
    case "!!int":
    case "!!float":
      return Number(text);
    case "!!bool":
      return text.toLowerCase() === "true";
    case "!!null":
      return null;
    default:
      return plain;
  }
}

/** Writes a value: on one line for an empty `space`, else as a block that each level indents by `space`. */
export function stringifyYaml(value: unknown, space: string): string | undefined {
  return space === "" ? flow(value) : block(value, space, "", false);
}

function plainValue(value: any): any {
  return typeof value?.toJSON === "function" ? value.toJSON() : value;
}

function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return needsQuotes(value) ? JSON.stringify(value) : value;
    case "number":
      return Number.isNaN(value)
        ? ".nan"
        : value === Infinity
          ? ".inf"
          : value === -Infinity
            ? "-.inf"
            : Object.is(value, -0)
              ? "-0"
              : `${value}`;
    case "boolean":
    case "bigint":
      return `${value}`;
    case "object":
      return value === null ? "null" : undefined;
    default:
      return undefined;
  }
}

function needsQuotes(text: string): boolean {
  if (text === "" || typeof resolvePlain(text) !== "string" || OLD_BOOLEANS.test(text)) return true;
  return (
    /^[\s\-?:,[\]{}#&*!|>'"%@`.=<~]|[\x00-\x1f\x7f-\x9f\u2028\u2029]|: |:$| #|[,[\]{}]|\s$/.test(text) ||
    /^\d{4}-\d{2}-\d{2}/.test(text)
  );
}

function members(value: Record<string, unknown>): [string, unknown][] {
  return Object.keys(value)
    .map((key): [string, unknown] => [key, plainValue(value[key])])
    .filter(([, member]) => member !== undefined && typeof member !== "function" && typeof member !== "symbol");
}

function flow(value: any): string | undefined {
  value = plainValue(value);
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) return `[${value.map((item) => flow(item) ?? "null").join(",")}]`;
  return `{${members(value)
    .map(([key, member]) => `${scalar(key)}: ${flow(member)}`)
    .join(",")}}`;
}

// `followsDash`: the first line follows the dash of a list.
function block(value: any, space: string, indent: string, followsDash: boolean): string | undefined {
  value = plainValue(value);
  if (typeof value !== "object" || value === null) return scalar(value);
  const isList = Array.isArray(value);
  const entries: string[] = [];
  if (isList) for (const item of value) entries.push(`- ${block(item, space, `${indent}  `, true) ?? "null"}`);
  else {
    for (const [key, member] of members(value)) {
      const inner = block(member, space, indent + space, false)!;
      const isNested = typeof member === "object" && member !== null && inner !== "{}" && inner !== "[]";
      entries.push(`${scalar(key)}:${isNested ? `\n${indent + space}` : " "}${inner}`);
    }
  }
  if (entries.length === 0) return isList ? "[]" : "{}";
  return entries.join(`\n${indent}`) + (followsDash ? "" : "");
}
