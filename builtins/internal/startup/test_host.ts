// Host functions for conformance tests of ECMAScript that no public API has (`tests/test262/host.cjs`): scripts in the
// global scope, other realms, garbage collection. Only installed with BRIO_TEST262_HOST=1 or --test-host-hooks.
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import * as loaderErrors from "internal:loader/errors";
import defer * as contexts from "internal:node/vm/contexts";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
import { loadScript, runScript } from "native:modules";
import { collectGarbage } from "native:realm";
import { flush, writeOut } from "native:stdio";

/** Installs the functions where the tests' host reads them. */
export function install(): void {
  Object.defineProperty(globalThis, Symbol.for("brio.test262"), {
    value: { evalScript, createRealm, gc: collectGarbage, print },
    configurable: true,
  });
}

/** Evaluates a script in the global scope; returns its completion value. Throws its SyntaxError and what it throws. */
function evalScript(source: string, url: string): unknown {
  // The last script imports relative to its own file, as the tests expect of the current script.
  defineScriptNames(globalThis, url);
  const { handle, record } = loadScript(source, "script.js", SCRIPT_NAMES);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxError({ ...parsed.error, file: url });
  prepareFormats(source);
  return runScript(handle, url);
}

/** Makes another realm in this agent. */
function createRealm(): { global: object; evalScript(source: string, url: string): unknown } {
  const global = contexts.createContext(contexts.constants.DONT_CONTEXTIFY);
  return { global, evalScript: (source, url) => contexts.evaluate(global, source, url, 1) };
}

// Flushed at once: a test may have broken the regular exit.
function print(text: string): void {
  writeOut(text);
  flush();
}
