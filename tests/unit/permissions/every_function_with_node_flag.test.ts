// Every function of the modules of Node that reach out is called under an empty policy with arguments that touch the outside (tests/surface).
import { REACHING, RUN_MS_MAX, checkUntouched } from "../../surface/outside.ts";
import { test } from "../harness.ts";

test(
  "no function touches the outside under --permission",
  () => checkUntouched(["--as", "node", "--permission"], 300, `--only=${REACHING}`),
  RUN_MS_MAX,
);
