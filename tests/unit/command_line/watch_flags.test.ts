// Deno's `--watch-exclude`. https://docs.deno.com/runtime/reference/cli/run/
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "watch-flags-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.mkdirSync(path.join(folder, "out"));
const change = (file: string, version: number): void =>
  fs.writeFileSync(path.join(folder, file), `export default ${version};`);
fs.writeFileSync(
  path.join(folder, "main.ts"),
  'import seen from "./seen.ts"; import made from "./out/made.ts"; import other from "./other.gen.ts";\n' +
    "console.log(`ran ${seen} ${made} ${other}`); setInterval(() => {}, 1000);",
);

/** The lines `ran …` of a watched program, of which `next` awaits one more. */
function watched(...flags: string[]) {
  const home = process.versions.brio === undefined ? [] : ["--as", "deno"];
  const child = spawn(process.execPath, ["run", ...home, ...flags, "main.ts"], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  const runs = (): string[] => text.match(/^ran .*$/gm) ?? [];
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  const next = async (count: number): Promise<void> => {
    while (runs().length < count) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return { runs, next, end: () => child.kill("SIGKILL") };
}

test("changes of excluded files and folders do not start the program again", async () => {
  for (const file of ["seen.ts", "out/made.ts", "other.gen.ts"]) change(file, 1);
  const program = watched("--watch", "--watch-exclude=out/,*.gen.ts");
  try {
    await program.next(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    change("out/made.ts", 2);
    change("other.gen.ts", 2);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    change("seen.ts", 2);
    await program.next(2);
    assert.deepStrictEqual(program.runs(), ["ran 1 1 1", "ran 2 2 2"]);
  } finally {
    program.end();
  }
}, 60_000);
