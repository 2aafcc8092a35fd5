// Part 4 of 4: each function of the modules of Node that reach out is called under --permission with arguments that touch the outside (tests/surface).
import { REACHING, RUN_MS_MAX, checkUntouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test(
  "no function touches the outside under --permission (part 4 of 4)",
  () => checkUntouched(["--as", "node", "--permission"], 200, "--part=4/4", `--only=${REACHING}`),
  RUN_MS_MAX,
);
