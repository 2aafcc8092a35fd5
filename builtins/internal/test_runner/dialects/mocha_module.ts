// What `require("mocha")` and `import … from "mocha"` have in a test file: the functions of this runner. The other members, and the
// class itself, are those of the installed package.
import { partlyOwnModule } from "internal:test_runner/dialects/partly_own_module";
import { globalsOf } from "internal:test_runner/dialects/faces";

export const MOCHA_NAMES =
  "describe it context specify before after beforeEach afterEach xdescribe xcontext xit xspecify suite test setup teardown suiteSetup suiteTeardown run";

/** The module; `load` returns the installed one. */
export function mochaModule(load: () => Function): Record<string, unknown> {
  const globals = globalsOf("mocha");
  const own = Object.fromEntries(MOCHA_NAMES.split(" ").map((name) => [name, globals[name]]));
  return partlyOwnModule(own, load);
}
