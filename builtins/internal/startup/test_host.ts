// What conformance tests of ECMAScript need of a host and no public API gives (`tests/test262/host.cjs`): scripts in the
// global scope, other realms, collecting garbage. Only there when BRIO_TEST262_HOST=1 or with --test-host-hooks.
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import * as problems from "internal:loader/errors";
import defer * as contexts from "internal:node/vm/contexts";
import { loadScript, runScript } from "native:modules";
import { collectGarbage } from "native:realm";
import { flush, writeOut } from "native:stdio";

/** Puts the functions where the tests' host looks for them. */
export function install(): void {
  Object.defineProperty(globalThis, Symbol.for("brio.test262"), {
    value: { evalScript, createRealm, gc: collectGarbage, print },
    configurable: true,
  });
}

/** Evaluates a script in the global scope; returns its completion value. Throws its SyntaxError and what it throws. */
function evalScript(source: string, url: string): unknown {
  // The last script imports relative to its own file, as the tests expect of the one that is running.
  defineScriptNames(globalThis, url);
  const { handle, record } = loadScript(source, "script.js", SCRIPT_NAMES);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError({ ...parsed.error, file: url });
  return runScript(handle, url);
}

/** A realm of its own in this agent. */
function createRealm(): { global: object; evalScript(source: string, url: string): unknown } {
  const global = contexts.createContext(contexts.constants.DONT_CONTEXTIFY);
  return { global, evalScript: (source, url) => contexts.evaluate(global, source, url, 1) };
}

// At once: a test may have broken what ends the process in order.
function print(text: string): void {
  writeOut(text);
  flush();
}
