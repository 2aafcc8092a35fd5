// Part 1 of 3: each function of Bun is called under an empty policy with arguments that touch the outside (tests/surface).
import { RUN_MS_MAX, checkUntouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test(
  "no function of Bun touches the outside under an empty policy (part 1 of 3)",
  () => checkUntouched(["--as", "bun", "--secure", "--no-prompt"], 200, "--part=1/3"),
  RUN_MS_MAX,
);
