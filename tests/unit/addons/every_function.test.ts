// Each function of Node-API with wrong arguments of each kind, without an environment, and with a pending exception: its
// status, the last error, the class and code of the exception, and what it wrote.
//
// every_function_expected.txt has what Node.js 26.10 does; with BRIO_RECORD=1 Node.js writes it.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { types } from "node:util";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";
import { type Argument, NAMES, VALUES, casesOf } from "./every_function_cases.ts";

interface Result {
  status: number;
  last: number;
  message?: string;
  exception?: unknown;
  results: unknown[];
}

const AT_VALUE = /^(\d+:) value /;
const OTHERS_MIN = 12;
const EXPECTED = new URL("every_function_expected.txt", import.meta.url);
const require = createRequire(import.meta.url);
type Addon = { call(name: string, arguments_: Argument[], state: number, double?: unknown): Result };
const addon = require(buildAddon("every_function")) as Addon;
const external = addon.call("napi_create_external", [["env"], ["memory"], ["null"], ["null"], ["out value"]], 0)
  .results[0];

const made = (name: string): unknown => (name === "external" ? external : VALUES[name]!());
const madeIfNamed = (name: unknown): unknown => (typeof name === "string" ? made(name) : undefined);

/** Replaces the names of values by values. */
function prepared([kind, payload]: Argument): Argument {
  if (kind === "value") return [kind, made(payload as string)];
  if (kind === "values") return [kind, (payload as string[]).map(made)];
  if (kind.endsWith("reference") || kind === "function for threads") return [kind, madeIfNamed(payload)];
  if (kind !== "descriptors") return [kind, payload];
  const [name, key, what, value] = payload as unknown[];
  return [kind, [name, madeIfNamed(key), what, madeIfNamed(value)]];
}

/** A value without what depends on the engine: messages, addresses, the order and number of properties. */
function shown(value: unknown): string {
  if (value === globalThis) return "global";
  if (types.isProxy(value)) return "proxy";
  if (Array.isArray(value) && value[0] === "despite the failure") return `${shown(value[1])} despite the failure`;
  if (typeof value === "function") return "function";
  if (typeof value === "string") return value.includes("[native code]") ? "source" : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  if (types.isNativeError(value)) return `${value.name} ${(value as { code?: string }).code ?? ""}`.trimEnd();
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} of ${value.byteLength}`;
  if (types.isDate(value)) return `Date ${Number(value)}`;
  return types.isBoxedPrimitive(value) ? "boxed" : tagOf(value);
}

function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    // Its prototype is a proxy that throws.
    return "object";
  }
}

function outcome(name: string, given: Argument[], isPending: boolean): string {
  const double = given.find(([kind]) => kind === "double")?.[1];
  const result = addon.call(name, given.map(prepared), isPending ? 1 : 0, double);
  const parts = [`${result.status} ${result.last} ${result.message ?? ""}`.trimEnd()];
  if ("exception" in result) parts.push(`throws ${shown(result.exception)}`);
  if (result.results.length > 0) parts.push(result.results.map(shown).join(", "));
  return parts.join("; ").toWellFormed();
}

/** What a function does: each outcome with the cases that have it. */
function outcomesOf(name: string): string {
  const cases = new Map<string, string[]>();
  for (const [label, given, isPending] of casesOf(name)) {
    const found = outcome(name, given, isPending);
    cases.set(found, [...(cases.get(found) ?? []), label]);
  }
  // At each parameter the outcome that most kinds of values have is that of the other values.
  const largest = new Map<string, number>();
  const kindsAt = (labels: string[]): Map<string, string[]> =>
    Map.groupBy(labels, (label) => AT_VALUE.exec(label)?.[1] ?? "");
  for (const labels of cases.values()) {
    for (const [at, kinds] of kindsAt(labels)) largest.set(at, Math.max(largest.get(at) ?? 0, kinds.length));
  }
  const summary = (labels: string[]): string =>
    [...kindsAt(labels)]
      .flatMap(([at, kinds]) => {
        if (at === "") return kinds;
        const isRest = kinds.length > OTHERS_MIN && kinds.length === largest.get(at);
        return isRest ? `${at} other values` : `${at} ${kinds.map((label) => label.replace(AT_VALUE, "")).join(", ")}`;
      })
      .join(" | ");
  return [...cases].map(([found, labels]) => `  ${found} <- ${summary(labels)}\n`).join("");
}

// Rejected promises are made on purpose.
process.on("unhandledRejection", () => {});

if (process.env["BRIO_RECORD"] === "1" && process.versions["brio"] === undefined) {
  writeFileSync(EXPECTED, NAMES.map((name) => `${name}\n${outcomesOf(name)}`).join(""));
} else {
  const expected = new Map<string, string>();
  for (const section of readFileSync(EXPECTED, "utf8").split(/^(?=\S)/m)) {
    const end = section.indexOf("\n");
    expected.set(section.slice(0, end), section.slice(end + 1));
  }
  for (const name of NAMES) {
    test(`${name} with wrong arguments`, () => assert.strictEqual(outcomesOf(name), expected.get(name)));
  }
}
