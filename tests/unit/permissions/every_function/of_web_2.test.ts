// Part 2 of 5: each function of the other modules of Node, and of the globals, is called under an empty policy with arguments that touch the outside (tests/surface).
import { REACHING, RUN_MS_MAX, checkUntouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test(
  "no function of the other modules and of the globals touches the outside under an empty policy (part 2 of 5)",
  () => checkUntouched(["--as", "node", "--secure", "--no-prompt"], 300, "--part=2/5", `--without=${REACHING}`),
  RUN_MS_MAX,
);
