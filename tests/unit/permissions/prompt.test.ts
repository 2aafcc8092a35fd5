// Prompts for permissions at a terminal. What an answer grants, and that hidden characters are shown, is as in Deno 2.9.6;
// the words are Brio's own. Runs in Bun's home for its terminals.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "permission-prompt-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
for (const name of ["a", "b", "c", "d"]) fs.writeFileSync(path.join(folder, name), `content of ${name}`);
/** What ends a prompt. */
const MARK = " > ";
const ATTEMPT =
  'const attempt = (name) => { try { console.log(Deno.readTextFileSync(name)); } catch (error) { console.log(error.name, name); } };\nconst request = (path) => console.log(path, Deno.permissions.requestSync({ name: "read", path }).state);\n';
let count = 0;

interface Session {
  /** What the terminal showed, without the answers that it echoes. */
  lines: string[];
  prompts: number;
  exitCode: number;
}

/** Runs a program of Deno at a terminal. Each prompt gets the next of `answers`, and the last of them from then on. */
async function run(code: string, answers: string[], typedBefore = ""): Promise<Session> {
  const file = path.join(folder, `${count++}.mjs`);
  fs.writeFileSync(file, ATTEMPT + code);
  let [shown, prompts] = ["", 0];
  const child: any = Bun.spawn([process.execPath, "--as", "deno", "--secure", file], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
    terminal: {
      cols: 200,
      data(terminal: any, bytes: Uint8Array) {
        const isFirst = shown === "";
        shown += new TextDecoder().decode(bytes);
        if (isFirst && typedBefore !== "") terminal.write(typedBefore);
        for (; shown.split(MARK).length - 1 > prompts; prompts++)
          terminal.write(`${answers[Math.min(prompts, answers.length - 1)]}\n`);
      },
    },
  } as any);
  const exitCode = await child.exited;
  await new Promise((resolve) => setTimeout(resolve, 30));
  return { lines: shown.replaceAll("\r", "").split("\n"), prompts, exitCode };
}

const readPrompt = (name: string): string[] => [
  `┏ ⚠️  Brio requests read access to "${name}".`,
  "┠─ Run again with --allow-read to bypass this prompt.",
];

test("answers: y grants the subject, n denies it, A grants the whole permission", async () => {
  const { lines, prompts, exitCode } = await run('for (const name of ["a", "a", "b", "b", "c", "d"]) attempt(name);', [
    "y",
    "n",
    "A",
  ]);
  const printed = lines.filter((line) => /^(?:content|NotCapable)/.test(line));
  assert.deepStrictEqual(printed, [
    "content of a",
    "content of a",
    "NotCapable b",
    "NotCapable b",
    "content of c",
    "content of d",
  ]);
  assert.deepStrictEqual([prompts, exitCode], [3, 0]);
  assert.deepStrictEqual(lines.slice(0, 2), readPrompt("a"));
  assert.deepStrictEqual(
    lines.filter((line) => /^[✅❌]/u.test(line)),
    ['✅ Granted read access to "a".', '❌ Denied read access to "b".', "✅ Granted all read access."],
  );
});

test("an answer that is none is asked again, and at last denied", async () => {
  const again = await run('attempt("a");', ["maybe", "yes", "y"]);
  assert.deepStrictEqual([again.prompts, again.lines.includes("content of a")], [3, true]);
  const never = await run('attempt("a");', ["maybe"]);
  assert.deepStrictEqual([never.prompts, never.lines.includes("NotCapable a")], [16 + 1, true]);
});

test("a permission is requested and revoked, and a denied one is not requested again", async () => {
  const { lines, prompts } = await run(
    'request("a"); console.log(Deno.permissions.revokeSync({ name: "read", path: "a" }).state); request("a"); request("a"); attempt("a");',
    ["y", "n"],
  );
  const printed = lines.filter((line) => /^(?:a |prompt|denied|NotCapable|content)/.test(line));
  assert.deepStrictEqual(printed, ["a granted", "prompt", "a denied", "a denied", "NotCapable a"]);
  assert.strictEqual(prompts, 2);
});

test("characters that would hide a name are shown as escapes", async () => {
  const { lines } = await run('request("a\\u001b[2K\\u202e\\u200bb");', ["n"]);
  assert.strictEqual(lines[0], readPrompt("a\\u{1b}[2K\\u{202e}\\u{200b}b")[0]);
  assert.ok(!lines.slice(0, 4).join("").includes("\u001b"), JSON.stringify(lines));
});

test("a name that is too long is not prompted for", async () => {
  const { lines, prompts } = await run('request("a".repeat(20000) + "/b");', ["y"]);
  assert.strictEqual(prompts, 0);
  assert.match(
    lines[0]!,
    /^❌ Cannot prompt for read access to "a+: its name is too long\. Run again with --allow-read/,
  );
  assert.match(lines[1]!, /denied$/);
});

test("input typed before a prompt does not answer it", async () => {
  const { lines, prompts } = await run(
    'console.log("started"); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400); attempt("a");',
    ["n"],
    "y\ny\nA\n",
  );
  assert.deepStrictEqual([prompts, lines.includes("NotCapable a"), lines.includes("content of a")], [1, true, false]);
});

test("a program that has put the terminal into raw mode gets no prompt", async () => {
  const { lines, prompts } = await run('Deno.stdin.setRaw(true); attempt("a"); Deno.stdin.setRaw(false);', ["y"]);
  assert.strictEqual(prompts, 0);
  assert.ok(lines.includes("NotCapable a"), JSON.stringify(lines));
  assert.ok(
    lines.some((line) => line.startsWith('❌ Cannot prompt for read access to "a": the terminal is in raw mode')),
  );
});

test("requests in an endless loop end after 32 refusals, for all kinds", async () => {
  const { lines, prompts, exitCode } = await run(
    'let refused = 0; for (let round = 0; round < 500; round++) { try { Deno.readTextFileSync("x" + round); } catch { refused++; } } console.log("refused", refused); try { Deno.env.get("HOME"); } catch (error) { console.log(error.name); } attempt("a");',
    ["n"],
  );
  assert.deepStrictEqual([prompts, exitCode], [32, 0]);
  assert.ok(lines.includes("refused 500") && lines.includes("NotCapable") && lines.includes("NotCapable a"));
  assert.ok(lines.some((line) => line.startsWith("❌ 32 requests in a row were denied: all further ones are.")));
});

test("a refusal that the program does not catch ends it with code 1", async () => {
  const { exitCode, prompts } = await run('Deno.readTextFileSync("a");', ["n"]);
  assert.deepStrictEqual([exitCode, prompts], [1, 1]);
});

test("a worker prompts as well, one prompt at a time", async () => {
  const { lines, prompts } = await run(
    `const source = "self.onmessage = ({ data }) => { try { self.postMessage(Deno.readTextFileSync(data)); } catch (error) { self.postMessage(error.name + ' ' + data); } };";
     const one = (name) => new Promise((done) => { const worker = new Worker("data:text/javascript," + encodeURIComponent(source), { type: "module" }); worker.onmessage = ({ data }) => { worker.terminate(); done(data); }; worker.postMessage(name); });
     console.log((await Promise.all([one("a"), one("b")])).join(", "));`,
    ["y"],
  );
  assert.ok(lines.includes("content of a, content of b"), JSON.stringify(lines));
  assert.strictEqual(prompts, 2);
});
