// Part 1 of 2: each function of Deno is called under an empty policy with arguments that touch the outside (tests/surface).
import { RUN_MS_MAX, checkUntouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test(
  "no function of Deno touches the outside under an empty policy (part 1 of 2)",
  () => checkUntouched(["--as", "deno", "--secure", "--no-prompt"], 300, "--part=1/2"),
  RUN_MS_MAX,
);
