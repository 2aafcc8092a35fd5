// localStorage: pairs that outlive the program, for each main module. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { test } from "../harness.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** The output of a program whose data is in a folder of the test. */
function outputOf(name: string, source: string): Promise<string> {
  const program = `${folder}/${name}`;
  Deno.writeTextFileSync(program, `void Deno;\n${source}`);
  return new Promise((resolve) => {
    const env = { ...Deno.env.toObject(), DENO_DIR: `${folder}/data` };
    const child = spawn(Deno.execPath(), [program], { stdio: ["ignore", "pipe", "inherit"], env });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", () => resolve(output));
  });
}

test("the pairs of a main module are there when it runs again, and not for another one", async () => {
  const source = `
const count = Number(localStorage.getItem("count")) + 1;
localStorage.setItem("count", String(count));
localStorage.name = "x";
console.log(count, localStorage.length, Object.keys(localStorage).sort().join(), localStorage instanceof Storage);
localStorage.removeItem("name");
`;
  assert.strictEqual(await outputOf("one.ts", source), "1 2 count,name true\n");
  assert.strictEqual(await outputOf("one.ts", source), "2 2 count,name true\n");
  assert.strictEqual(await outputOf("other.ts", source), "1 2 count,name true\n");
  assert.strictEqual(await outputOf("one.ts", "localStorage.clear(); console.log(localStorage.length);"), "0\n");
}, 60_000);
