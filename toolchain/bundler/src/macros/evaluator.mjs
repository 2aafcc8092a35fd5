// Runs the macros of a build: each line of standard input is a call, whose result is written as JavaScript source.
import { dirname } from "node:path";
import { createInterface } from "node:readline";

const { BRIO_MACRO_MARK: mark } = process.env;

function membersOf(entries, seen, value) {
  if (seen.includes(value)) throw new TypeError("its result refers to itself");
  return entries([...seen, value]).join(", ");
}

function sourceOf(value, seen = []) {
  switch (typeof value) {
    case "undefined":
    case "boolean":
      return `${value}`;
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "string":
      return JSON.stringify(value);
    case "object":
      break;
    default:
      throw new TypeError(`its result has a ${typeof value}, which has no source`);
  }
  if (value === null) return "null";
  if (Array.isArray(value))
    return `[${membersOf((inner) => value.map((item) => sourceOf(item, inner)), seen, value)}]`;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`its result has a ${value.constructor?.name ?? "object"}, which has no source`);
  const member = ([name, item], inner) =>
    `${name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)}: ${sourceOf(item, inner)}`;
  return `{ ${membersOf((inner) => Object.entries(value).map((one) => member(one, inner)), seen, value)} }`;
}

/** The contents of a response or a file stand for it. */
async function contentsOf(value) {
  if (!(value instanceof Response) && !(value instanceof Blob)) return value;
  const type = value instanceof Response ? (value.headers.get("content-type") ?? "") : value.type;
  return type.includes("json") ? value.json() : value.text();
}

async function call({ importer, specifier, name, args }) {
  const file = Bun.resolveSync(specifier, dirname(importer));
  const macro = (await import(file))[name];
  if (typeof macro !== "function") throw new TypeError(`"${name}" of "${specifier}" is not a function`);
  // The arguments are literals.
  const values = (0, eval)(args);
  return sourceOf(await contentsOf(await macro(...values)));
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { source: await call(JSON.parse(line)) };
  } catch (error) {
    answer = { error: `${error?.message ?? error}` };
  }
  process.stdout.write(`\n${mark}${JSON.stringify(answer)}\n`);
}
