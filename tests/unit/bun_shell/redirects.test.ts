// The redirections of `Bun.$`: which there are, what follows them, and their errors. Every expectation is what Bun 1.4.5 does.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { $ } from "bun";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "redirects-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs `source`; returns the output, the errors, the exit code, and the files that it left beside `a.txt` (`A`). */
async function outcome(source: string): Promise<unknown> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "a.txt"), "A\n");
  const { stdout, stderr, exitCode } = await $`${{ raw: source }}`.cwd(folder).quiet().nothrow();
  const files: Record<string, string> = {};
  for (const name of fs.readdirSync(folder)) files[name] = fs.readFileSync(path.join(folder, name), "utf8");
  if (files["a.txt"] === "A\n") delete files["a.txt"];
  return [String(stdout), String(stderr), exitCode, files];
}

const both = "sh -c 'echo e >&2; echo o'";
const outcomes: [source: string, expected: unknown[]][] = [
  // A redirection ends its command.
  ["echo hi > o.txt extra", ["", "bun: command not found: extra\n", 1, { "o.txt": "hi\n" }]],
  ["echo hi > o.txt echo b >> p.txt", ["", "", 0, { "o.txt": "hi\n", "p.txt": "b\n" }]],
  ["echo a > o.txt (echo b) && echo c", ["b\nc\n", "", 0, { "o.txt": "a\n" }]],
  ["echo a > o.txt | cat > p.txt echo k", ["k\n", "", 0, { "o.txt": "a\n", "p.txt": "" }]],
  ["(echo a) (echo b)", ["a\nb\n", "", 0, {}]],
  ["if true; then echo t; fi extra", ["t\n", "bun: command not found: extra\n", 1, {}]],
  ["[[ a == a ]] echo x", ["x\n", "", 0, {}]],
  // Duplicates with a path: both outputs of a program, one of a command of the shell.
  [`${both} 1>&2 o.txt`, ["", "", 0, { "o.txt": "e\no\n" }]],
  [`${both} 2>&1 o.txt`, ["", "", 0, { "o.txt": "e\no\n" }]],
  ["echo hi 1>&2 o.txt", ["hi\n", "", 0, { "o.txt": "" }]],
  ["echo hi 2>&1 o.txt", ["", "", 0, { "o.txt": "hi\n" }]],
  ["ls nope 1>&2 o.txt", ["", "", 1, { "o.txt": "ls: nope: No such file or directory\n" }]],
  ["echo hi 1>&2", ["", "hi\n", 0, {}]],
  ["echo hi 2>&12", ["", "", 0, { "2": "hi\n" }]],
  // File descriptor 0 is read, whatever the operator; 1 and 2 are appended to.
  ["cat 0> a.txt", ["A\n", "", 0, {}]],
  ["cat 0>> nofile", ["", "bun: No such file or directory: nofile", 1, {}]],
  ["echo hi 1< a.txt", ["", "", 0, { "a.txt": "A\nhi\n" }]],
  ["echo hi 2< new.txt", ["hi\n", "", 0, { "new.txt": "" }]],
  // The digit before an operator belongs to it.
  ["echo hi2>o.txt", ["hi\n", "", 0, { "o.txt": "" }]],
  ["echo '0'<a.txt", ["0\n", "", 0, {}]],
  ["echo 2 >o.txt", ["", "", 0, { "o.txt": "2\n" }]],
  ["echo hi 3> o.txt", ["", "", 0, { "o.txt": "hi 3\n" }]],
  // There is no ${NAME}.
  ["echo hi > ${HOME}", ["", "", 0, { "${HOME}": "hi\n" }]],
  ['echo "${HOME}" a${HOME}b', ["${HOME} a${HOME}b\n", "", 0, {}]],
  // Errors.
  ["nosuchprogram > zz*", ["", "bun: no matches found: zz*\n", 1, {}]],
  ["nosuchprogram > o.txt", ["", "bun: command not found: nosuchprogram\n", 1, {}]],
  ["pwd > /dev/full && echo y", ["", "", 1, {}]],
  ["ls nope 2> /dev/full", ["", "", 1, {}]],
  ["which nosuchprogram > o.txt", ["", "", 1, { "o.txt": "nosuchprogram not found\n" }]],
  ["which nosuchprogram | cat", ["nosuchprogram not found\n", "", 0, {}]],
  ["which nosuchprogram", ["which: nosuchprogram not found\n", "", 1, {}]],
];

for (const [source, expected] of outcomes) {
  test(`the outcome of ${source}`, async () => assert.deepStrictEqual(await outcome(source), expected));
}

const misplaced = 'expected a command or assignment but got: "Redirect"';
const compound = "Subshells with redirections are currently not supported. Please open a GitHub issue.";
const mistakes: [source: string, message: string][] = [
  ["> o.txt", misplaced],
  ["2>&1", misplaced],
  [">& o.txt", misplaced],
  ["< a.txt cat", misplaced],
  ["X=1 > o.txt", misplaced],
  ["echo a > o.txt 2> p.txt", misplaced],
  ["echo a 2>&1 > o.txt", misplaced],
  ["cat < a.txt > o.txt", misplaced],
  ["if true; then echo t; fi > o.txt", misplaced],
  ["if true; then echo t; fi &> o.txt", misplaced],
  ["[[ a == a ]] 2>&1", misplaced],
  ["(echo a) > o.txt", compound],
  ["(echo a) 2>&1", compound],
  ["echo a >&2", "Redirection with no file"],
  ["echo a >&1 o.txt", "Redirection with no file"],
  ["echo a 1>&1", "Redirection with no file"],
  ["echo a 2>&3 o.txt", "Redirection with no file"],
  ["2>&3 o.txt echo a", "Redirection with no file"],
  ["echo a >|o.txt", "Redirection with no file"],
  ["echo a <> o.txt", "Redirection with no file"],
  ["cat <<< o.txt", "Redirection with no file"],
  ["echo a (echo b)", "Unexpected token: `(`"],
];

for (const [source, message] of mistakes) {
  test(`the error of ${source}`, async () => {
    await assert.rejects(async () => outcome(source), { message });
    assert.deepStrictEqual(fs.readdirSync(folder), ["a.txt"]);
  });
}
