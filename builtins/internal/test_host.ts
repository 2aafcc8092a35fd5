// What conformance tests of ECMAScript need of a host and no public API gives (`tests/test262/host.cjs`): scripts in the
// global scope, other realms, collecting garbage. Only there when BRIO_TEST262_HOST=1 or with --test-host-hooks.
import { asyncCell } from "internal:bootstrap";
import { importerFor } from "internal:loader/dynamic_import";
import { helpers } from "internal:loader/syntax_support";
import { readStack } from "internal:loader/stack_reads";
import * as problems from "internal:loader/problems";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";
import { loadScript, runScript } from "native:modules";
import { collectGarbage } from "native:realm";

const NAMES = { import: "$brioImport", stack: "$brioStack", helpers: "$brioHelpers", context: "$brioContext" };

/** Puts the functions where the tests' host looks for them. */
export function install(): void {
  Object.defineProperty(globalThis, Symbol.for("brio.test262"), { value: { evalScript, createRealm, gc: collectGarbage }, configurable: true });
  define(NAMES.stack, readStack);
  define(NAMES.context, asyncCell);
  Object.defineProperty(globalThis, NAMES.helpers, { get: helpers, configurable: true });
}

/** Evaluates a script in the global scope; returns its completion value. Throws its SyntaxError and what it throws. */
function evalScript(source: string, url: string): unknown {
  // The last script imports relative to its own file, as the tests expect of the one that is running.
  define(NAMES.import, importerFor(url));
  const { handle, record } = loadScript(source, "script.js", NAMES.import, NAMES.stack, NAMES.helpers, NAMES.context);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError({ ...parsed.error, file: url });
  return runScript(handle, url);
}

function createRealm(): never {
  throw new ERR_METHOD_NOT_IMPLEMENTED("$262.createRealm");
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}
