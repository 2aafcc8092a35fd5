// What `require("jest-snapshot")` has in a test file: matchers for those that a project makes of them. The other
// members are those of the installed package, whose serializers are not those of the run in Jest either. https://jestjs.io/docs/expect#custom-snapshot-matchers
import { partlyOwnModule } from "internal:test_runner/dialects/partly_own_module";
import type { Matcher, MatcherContext } from "internal:test_runner/expect/matcher";
import { snapshotMatchers } from "internal:test_runner/expect/matchers_snapshot";
import { isOwnState } from "internal:test_runner/expect/snapshot_state";

const MATCHERS = [
  "toMatchSnapshot",
  "toMatchInlineSnapshot",
  "toThrowErrorMatchingSnapshot",
  "toThrowErrorMatchingInlineSnapshot",
];

export const JEST_SNAPSHOT_NAMES = MATCHERS.join(" ");
/** What a module has in its source that uses other members. */
export const USES_OTHERS =
  /\b(?:SnapshotState|buildSnapshotResolver|isSnapshotPath|addSerializer|getSerializers|EXTENSION|cleanup)\b/;

/** The module; `load` returns the installed one. */
export function jestSnapshotModule(load: () => object): Record<string, unknown> {
  let installed: object | undefined;
  const actual = (): Record<string, Matcher> => (installed ??= load()) as Record<string, Matcher>;
  const matchers = MATCHERS.map((name) => [name, matcherOf(name, actual)]);
  return partlyOwnModule({ ...Object.fromEntries(matchers), __esModule: true }, actual);
}

/** A matcher. Those with a state that a program made of the installed package are the package's. */
function matcherOf(name: string, actual: () => Record<string, Matcher>): Matcher {
  return function (this: MatcherContext, ...args: unknown[]) {
    const matcher = isOwnState(this.snapshotState) ? snapshotMatchers[name]! : actual()[name]!;
    return matcher.apply(this, args as Parameters<Matcher>);
  };
}
