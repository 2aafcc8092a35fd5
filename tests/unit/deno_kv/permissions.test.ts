// The permissions that Deno.openKv needs: those to read and write the file. Expected values are Deno 2.9's (`--unstable-kv`).
import assert from "node:assert";
import { spawn } from "node:child_process";
import { test } from "../harness.ts";

declare const Deno: any;
const folder: string = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** What a program prints that opens databases with the given permissions. */
async function outputWith(permissions: string[]): Promise<string[]> {
  const program = `${folder}/open.ts`;
  Deno.writeTextFileSync(
    program,
    `for (const path of [":memory:", ${JSON.stringify(`${folder}/x.db`)}])
  await Deno.openKv(path).then((kv) => (kv.close(), console.log("opened")), (error) => console.log(error.name, error.message));
`,
  );
  const flags = Deno.version.v8.includes("brio") ? ["--as", "deno"] : ["run", "--unstable-kv"];
  const child = spawn(Deno.execPath(), [...flags, "--no-prompt", ...permissions, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  return output.trimEnd().split("\n");
}

test("the file must be readable and writable, memory needs nothing", async () => {
  const refusal = (kind: string): string =>
    `NotCapable Requires ${kind} access to "${folder}/x.db", run again with the --allow-${kind} flag`;
  assert.deepStrictEqual(await outputWith(["--allow-write"]), ["opened", refusal("read")]);
  assert.deepStrictEqual(await outputWith(["--allow-read"]), ["opened", refusal("write")]);
  assert.deepStrictEqual(await outputWith([`--allow-read=${folder}`, `--allow-write=${folder}`]), ["opened", "opened"]);
});
