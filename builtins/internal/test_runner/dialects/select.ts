// Which tests of a file run: `only`, the pattern of names, `skip` and `todo`.
import { modeOf } from "internal:test_runner/dialects/define";
import type { RunSettings } from "internal:test_runner/dialects/run_settings";
import type { Case, Fate, Suite } from "internal:test_runner/dialects/tree";

/** Whether a suite or test, or something in it, has `only`. */
function hasOnly(node: Suite | Case): boolean {
  if (node.options.mode === "only") return true;
  return node.kind === "suite" && node.children.some(hasOnly);
}

type Selecting = Pick<RunSettings, "pattern" | "runsTodo" | "onlyMarked" | "tagFilter">;

/** Sets the fates of all tests of a file. Returns the tests in their order. */
export function selectTests(root: Suite, settings: Selecting): Case[] {
  const tests: Case[] = [];
  const isExclusive = settings.onlyMarked || hasOnly(root);
  const visit = (node: Suite | Case, isChosen: boolean): void => {
    if (node.kind === "suite") {
      // Inside of a suite with `only`, a test with `only` is more precise.
      const inner = isExclusive && node.children.some(hasOnly);
      for (const child of node.children) visit(child, inner ? false : isChosen || node.options.mode === "only");
      return;
    }
    node.fate = fateOf(node, !isExclusive || isChosen || node.options.mode === "only", settings);
    tests.push(node);
  };
  visit(root, false);
  return tests;
}

function fateOf(test: Case, isChosen: boolean, { pattern, runsTodo, tagFilter }: Selecting): Fate {
  if (pattern !== null && !pattern.test(test.path.join(" ")) && !pattern.test(test.path.join(" > "))) return "filtered";
  if (tagFilter !== null && !tagFilter(new Set(test.options.tags?.map((tag) => tag.toLowerCase())))) return "filtered";
  if (!isChosen) return "skip";
  const mode = modeOf(test);
  if (mode === "skip") return "skip";
  if (mode === "todo") return runsTodo && test.fn !== undefined ? "run" : "todo";
  return "run";
}
