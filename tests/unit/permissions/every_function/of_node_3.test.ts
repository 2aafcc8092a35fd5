// Part 3 of 5: each function of the modules of Node that reach out is called under an empty policy with arguments that touch the outside (tests/surface).
import { REACHING, RUN_MS_MAX, checkUntouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test(
  "no function of fs, child_process, net and others touches the outside under an empty policy (part 3 of 5)",
  () => checkUntouched(["--as", "node", "--secure", "--no-prompt"], 200, "--part=3/5", `--only=${REACHING}`),
  RUN_MS_MAX,
);
