// Every function of the modules of Node that reach out is called under an empty policy with arguments that touch the outside (tests/surface).
import { REACHING, RUN_MS_MAX, checkTouched, checkUntouched } from "../../surface/outside.ts";
import { test } from "../harness.ts";

test(
  "no function of fs, child_process, net and others touches the outside under an empty policy",
  () => checkUntouched(["--as", "node", "--secure", "--no-prompt"], 300, `--only=${REACHING}`),
  RUN_MS_MAX,
);

test("the same calls do touch it when they may", checkTouched, RUN_MS_MAX);
