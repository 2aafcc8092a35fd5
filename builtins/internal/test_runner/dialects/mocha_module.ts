// What `require("mocha")` and `import … from "mocha"` have in a test file: the functions of this runner. The other members, and the
// class itself, are those of the installed package.
import { globalsOf } from "internal:test_runner/dialects/faces";

export const MOCHA_NAMES =
  "describe it context specify before after beforeEach afterEach xdescribe xcontext xit xspecify suite test setup teardown suiteSetup suiteTeardown run";

/** The module; `load` returns the installed one. */
export function mochaModule(load: () => Function): Record<string, unknown> {
  const globals = globalsOf("mocha");
  const own = Object.fromEntries(MOCHA_NAMES.split(" ").map((name) => [name, globals[name]]));
  let installed: Function | undefined;
  const actual = (): Function => (installed ??= load());
  return new Proxy(function Mocha() {}, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name as string];
      // It is no promise.
      return typeof name === "symbol" || name === "then" ? Reflect.get(target, name) : Reflect.get(actual(), name);
    },
    has: (_target, name) => Object.hasOwn(own, name) || Reflect.has(actual(), name),
    construct: (_target, args, newTarget) => Reflect.construct(actual(), args, newTarget),
  }) as unknown as Record<string, unknown>;
}
