// process.loadEnvFile in Deno's home. Deno 2.9.6 replaces variables that are set; Node does not.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

test("process.loadEnvFile replaces variables that are set, and the time zone", () => {
  const file = Deno.makeTempFileSync();
  Deno.writeTextFileSync(file, "LOADED_SET=file\nLOADED_NEW=file\nTZ=Asia/Tokyo\n");
  Deno.env.set("LOADED_SET", "before");
  Deno.env.set("TZ", "Europe/London");
  process.loadEnvFile(file);
  Deno.removeSync(file);
  assert.deepStrictEqual([process.env.LOADED_SET, Deno.env.get("LOADED_NEW")], ["file", "file"]);
  assert.match(new Date("2018-04-14T12:34:56Z").toString(), /21:34:56 GMT\+0900/);
});
