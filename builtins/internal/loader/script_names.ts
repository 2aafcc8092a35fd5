// The globals with the functions of lowered scripts: a script has no wrapper with parameters for them. They are for scripts of the
// main context outside of node:vm: `-e`, the prompt, the host of conformance tests.
import { asyncCell, safe } from "internal:core/bootstrap";
import * as intrinsics from "internal:ecmascript/intrinsics";
import { importerFor } from "internal:loader/dynamic_import";
import defer * as dynamicCode from "internal:loader/dynamic_code";
import { helpers } from "internal:loader/syntax_support";
import { readStack } from "internal:loader/stack_reads";

/** The names, in the order of the `names` of `native:modules`. */
export const SCRIPT_NAMES = ["$brioImport", "$brioStack", "$brioHelpers", "$brioContext", "$brioCode"];

/** Defines the globals, for scripts whose specifiers are relative to the file `parent`. */
export function defineScriptNames(scope: object, parent: string): void {
  intrinsics.install();
  const [importName, stackName, helpersName, contextName, codeName] = SCRIPT_NAMES as [
    string,
    string,
    string,
    string,
    string,
  ];
  const hidden = { enumerable: false, configurable: true };
  safe.defineProperties(scope, {
    [importName]: { value: importerFor(parent), ...hidden },
    [stackName]: { value: readStack, ...hidden },
    [helpersName]: { get: helpers, ...hidden },
    [contextName]: { value: asyncCell, ...hidden },
    [codeName]: { value: (source: unknown) => dynamicCode.lowerEvaluated(source, parent), ...hidden },
  });
}
