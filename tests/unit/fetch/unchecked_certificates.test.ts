// Certificates that are not checked because the environment says so; the behaviour is that of Node 26.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";
import { attempt } from "./secure_attempt.ts";

test("NODE_TLS_REJECT_UNAUTHORIZED counts when it is set while the program runs", async () => {
  const warning = new Promise<any>((resolve) => process.once("warning", resolve));
  assert.strictEqual(await attempt(), "fetch failed");
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  assert.strictEqual(await attempt(), "trusted");
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  assert.strictEqual(await attempt(), "fetch failed");
  assert.match(
    (await warning).message,
    /^Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections/,
  );
});
