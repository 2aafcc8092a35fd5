// The calls of the files beside this one do touch the outside when they may, so that those tests can fail.
import { RUN_MS_MAX, checkTouched } from "../../../surface/outside.ts";
import { test } from "../../harness.ts";

test("the same calls touch the outside when they may", checkTouched, RUN_MS_MAX);
