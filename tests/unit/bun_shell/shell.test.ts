// `Bun.$`, as Bun 1.4.5 has it. Run with Bun or Brio, in an empty folder of its own.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const { $ } = Bun;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "shell-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
process.chdir(folder);
fs.mkdirSync("d");
for (const name of ["a.txt", "b.txt", "d/c.txt"]) fs.writeFileSync(name, "");

/** The error of a script that fails. */
async function failure(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the script did not fail");
}

test("words: quotes, escapes, variables", async () => {
  assert.strictEqual(await $`echo hello   world`.text(), "hello world\n");
  assert.strictEqual(
    await $`echo 'single $HOME' "double ${"q w"} $(echo sub)" a\ b`.text(),
    "single $HOME double q w sub a b\n",
  );
  assert.strictEqual(await $`FOO=bar; echo $FOO ${"$FOO"} "$FOO" '$FOO'`.text(), "bar $FOO bar $FOO\n");
  assert.strictEqual(await $`echo "a\nb\\c\"d" a\nb \$x \* $ a$`.text(), 'a\\nb\\c"d anb $x * $ a$\n');
  assert.strictEqual(await $`A="x   y"; echo $A`.text(), "x   y\n");
  assert.strictEqual(await $`A=1 B=2; echo $A$B; C=$(echo hi); echo $C`.text(), "12\nhi\n");
});

test("values of the template are data", async () => {
  assert.strictEqual(
    await $`echo ${"a b; rm $x"} ${3} ${["x y", "z"]} ${null} ${true}`.text(),
    "a b; rm $x 3 x y z null true\n",
  );
  assert.strictEqual(
    await $`echo ${"*.txt"} pre${"a b"}post --x=${"y z"} ${"$(echo no)"} "${["a", "b"]}"`.text(),
    "*.txt prea bpost --x=y z $(echo no) a b\n",
  );
  assert.strictEqual(await $`echo ${{ raw: "$(echo 1) 'q'; echo 2" }}`.text(), "1 q\n2\n");
  assert.strictEqual(await $`echo ${""} "" x`.text(), "  x\n");
  assert.strictEqual(await $`${"echo"} x`.text(), "x\n");
  assert.throws(() => $`echo ${{ a: 1 } as never}`, {
    message: "Invalid JS object used in shell: [object Object], you might need to call `.toString()` on it",
  });
  assert.throws(() => $`echo ${Symbol("x")}`, TypeError);
});

test("braces, tilde and patterns", async () => {
  assert.strictEqual(await $`echo {a,b{c,d}}e {x} {} "{a,b}" {${"a,b"},c}`.text(), "ae bce bde {x} {} {a,b} a,b c\n");
  assert.strictEqual(await $`echo ~ ~/x "~" a~`.env({ HOME: "/home/me" }).text(), "/home/me /home/me/x ~ a~\n");
  assert.deepStrictEqual((await $`echo *.txt **/*.txt`.text()).trim().split(" ").sort(), [
    "a.txt",
    "a.txt",
    "b.txt",
    "b.txt",
    "d/c.txt",
  ]);
  assert.strictEqual(await $`echo [ab].txt what?`.text(), "[ab].txt what?\n");
  assert.strictEqual(await $`echo "*.txt" X='a*'; X='a*'; echo $X`.text(), "*.txt X=a*\na*\n");
  const error = await failure($`echo none*`.quiet());
  assert.strictEqual(error.stderr.toString(), "bun: no matches found: none*\n");
});

test("pipes connect programs and commands of the shell", async () => {
  assert.strictEqual(await $`echo hello | tr a-z A-Z | cat`.text(), "HELLO\n");
  assert.strictEqual(await $`(echo a; echo b) | cat`.text(), "a\nb\n");
  assert.strictEqual(await $`seq 1 20000 | wc -l | tr -d ' '`.text(), "20000\n");
  assert.strictEqual(await $`sh -c 'yes 2>/dev/null' | head -2`.text(), "y\ny\n");
  assert.strictEqual((await $`false | true`).exitCode, 0);
  assert.strictEqual((await $`true | false`.nothrow()).exitCode, 1);
  assert.strictEqual(await $`cat < ${Buffer.alloc(300_000, 97)} | wc -c | tr -d ' '`.text(), "300000\n");
});

test("lists, conditions and subshells", async () => {
  assert.strictEqual(await $`true && echo yes || echo no; false && echo yes || echo no`.text(), "yes\nno\n");
  assert.strictEqual(await $`if false; then echo t; elif true; then echo e; else echo f; fi`.text(), "e\n");
  assert.strictEqual(
    await $`if [[ -f a.txt ]]; then echo file; fi; [[ a == b ]] || echo ne; [[ -z "" ]] && echo z; [[ -d d ]] && echo d`.text(),
    "file\nne\nz\nd\n",
  );
  assert.strictEqual(await $`X=1; (X=2; cd d; pwd); echo $X; pwd`.text(), `${folder}/d\n1\n${folder}\n`);
  assert.strictEqual(
    await $`
    echo a
    # a comment
    echo b # another
  `.text(),
    "a\nb\n",
  );
});

test("redirections", async () => {
  await $`echo out > o.txt; echo more >> o.txt`;
  assert.strictEqual(await $`cat < o.txt`.text(), "out\nmore\n");
  await $`sh -c 'echo e >&2; echo o' &> both.txt`;
  assert.deepStrictEqual(fs.readFileSync("both.txt", "utf8").split("\n").sort(), ["", "e", "o"]);
  assert.strictEqual(await $`sh -c 'echo e >&2' 2>&1 | cat`.text(), "e\n");
  const { stdout, stderr } = await $`echo hi 1>&2`.quiet();
  assert.deepStrictEqual([stdout.toString(), stderr.toString()], ["", "hi\n"]);
  const error = await failure($`echo a > nodir/x`.quiet());
  assert.deepStrictEqual([error.exitCode, error.stderr.toString()], [1, "bun: No such file or directory: nodir/x"]);
});

test("the target of a redirection is expanded, and has to be one path", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "redirects-"));
  const outcome = async (script: any): Promise<unknown[]> => {
    const { exitCode, stdout, stderr } = await script.cwd(folder).quiet().nothrow();
    return [exitCode, String(stdout), String(stderr)];
  };
  const ambiguous = [1, "", "bun: ambiguous redirect: at `echo`\n"];
  assert.deepStrictEqual(await outcome($`echo hi > *.txt`), [1, "", "bun: no matches found: *.txt\n"]);
  assert.deepStrictEqual(fs.readdirSync(folder), []);
  fs.writeFileSync(path.join(folder, "a.txt"), "A");
  assert.deepStrictEqual(await outcome($`echo hi > *.txt`), [0, "", ""]);
  assert.deepStrictEqual(await outcome($`cat < *.txt`), [0, "hi\n", ""]);
  fs.writeFileSync(path.join(folder, "b.txt"), "B");
  for (const script of [
    $`echo hi > *.txt`,
    $`echo hi >> *.txt`,
    $`echo hi > {a,b}.txt`,
    $`echo hi > $(echo a b)`,
    $`echo hi > $NOT_SET`,
    $`echo hi > ""`,
  ])
    assert.deepStrictEqual(await outcome(script), ambiguous);
  assert.deepStrictEqual(await outcome($`echo hi > *.txt; echo next`), [0, "next\n", ambiguous[2]]);
  assert.deepStrictEqual(await outcome($`echo hi > *.txt && echo next`), ambiguous);
  assert.deepStrictEqual(await outcome($`/bin/echo hi > *.txt`), [1, "", "bun: ambiguous redirect: at `/bin/echo`\n"]);
  assert.deepStrictEqual(fs.readdirSync(folder).sort(), ["a.txt", "b.txt"]);
  assert.deepStrictEqual(await outcome($`echo hi > "*.txt"; X="a b"; echo ho > $X; echo he > ${"c d"}`), [0, "", ""]);
  assert.deepStrictEqual(fs.readdirSync(folder).sort(), ["*.txt", "a b", "a.txt", "b.txt", "c d"]);
  fs.rmSync(folder, { recursive: true });
});

test("objects of the program are read and written", async () => {
  assert.strictEqual(await $`cat < ${new Response("resp")}`.text(), "resp");
  assert.strictEqual(await $`cat < ${new Blob(["blob"])}`.text(), "blob");
  assert.strictEqual(await $`cat < ${Bun.file("o.txt")}`.text(), "out\nmore\n");
  const buffer = Buffer.alloc(8);
  await $`echo abc > ${buffer}`;
  assert.strictEqual(buffer.toString(), "abc\n\0\0\0\0");
  await $`echo abc > ${Bun.file("q.txt")}`;
  assert.strictEqual(fs.readFileSync("q.txt", "utf8"), "abc\n");
  await assert.rejects(async () => $`echo a > ${new Response("")}`, {
    message: "Cannot redirect stdout/stderr to an immutable blob. Expected a file",
  });
});

test("output in all forms", async () => {
  const output = await $`echo hi`.quiet();
  assert.deepStrictEqual(
    [output.stdout.toString(), output.stderr.length, output.exitCode, output.text()],
    ["hi\n", 0, 0, "hi\n"],
  );
  assert.deepStrictEqual(await $`echo '{"a":1}'`.json(), { a: 1 });
  assert.deepStrictEqual([...(await ($`echo x` as any).bytes())], [120, 10]);
  assert.strictEqual((await $`echo x`.arrayBuffer()).byteLength, 2);
  assert.strictEqual(await (await $`echo x`.blob()).text(), "x\n");
  const lines: string[] = [];
  for await (const line of $`printf 'a\nb\nc'`.lines()) lines.push(line);
  assert.deepStrictEqual(lines, ["a", "b", "c"]);
  await assert.rejects($`echo {`.json(), SyntaxError);
});

test("a failure is a ShellError, unless nothrow", async () => {
  const error = await failure($`echo out; echo err 1>&2; sh -c 'exit 2'`.quiet());
  assert.ok(error instanceof $.ShellError && error instanceof Error);
  assert.deepStrictEqual(
    [error.name, error.message, error.exitCode, error.stdout.toString(), error.stderr.toString(), error.text()],
    ["ShellError", "Failed with exit code 2", 2, "out\n", "err\n", "out\n"],
  );
  assert.deepStrictEqual(Object.keys(error), ["exitCode", "stdout", "stderr", "name"]);
  assert.strictEqual(JSON.stringify(error), '{"exitCode":2,"stdout":"out\\n","stderr":"err\\n","name":"ShellError"}');
  assert.strictEqual((await $`exit 3`.nothrow()).exitCode, 3);
  assert.strictEqual((await $`sh -c 'kill -9 $$'`.nothrow()).exitCode, 137);
  const missing = await failure($`nosuchcmd`.quiet());
  assert.deepStrictEqual([missing.exitCode, missing.stderr.toString()], [1, "bun: command not found: nosuchcmd\n"]);
  await assert.rejects($`pwd`.cwd("/nonexistent").quiet(), { code: "ENOENT" });
});

test("a script runs once, and only when it is awaited", async () => {
  const idle = $`echo never > idle.txt`;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(idle instanceof Promise && !fs.existsSync("idle.txt"));
  const script = $`echo 1`.quiet();
  assert.strictEqual(await script, await script);
  await assert.rejects(async () => script.text(), { message: "Shell is already running" });
  const started = $`echo ran`.quiet();
  assert.strictEqual((started as any).run(), started);
  assert.strictEqual((await started).text(), "ran\n");
});

test("folder and environment are the script's", async () => {
  assert.strictEqual(await $`pwd`.cwd("/").text(), "/\n");
  assert.strictEqual(await $`echo $A`.env({ A: "1" }).text(), "1\n");
  assert.strictEqual(await $`cd d; pwd`.text(), `${folder}/d\n`);
  assert.strictEqual(await $`pwd`.text(), `${folder}\n`);
  process.env["SHELL_TEST"] = "seen";
  assert.strictEqual(
    await $`echo $SHELL_TEST; export E=2; sh -c 'echo $E'; F=3 sh -c 'echo $F'`.text(),
    "seen\n2\n3\n",
  );
  const own = new $.Shell();
  own.cwd("/").env({ Q: "1" }).nothrow();
  assert.strictEqual(await own`pwd; echo $Q $HOME`.text(), "/\n1\n");
  assert.strictEqual((await own`false`).exitCode, 1);
  assert.strictEqual(await $`pwd`.text(), `${folder}\n`);
});

test("commands of the shell", async () => {
  assert.strictEqual(await $`echo -n a b; echo -e 'a\tb'; echo -E x`.text(), "a ba\tb\nx\n");
  assert.strictEqual(
    await $`seq 3; seq 2 4; seq 1 2 5; seq -s , 3; seq 3 -1 1; seq 2 1`.text(),
    "1\n2\n3\n2\n3\n4\n1\n3\n5\n1,2,3,3\n2\n1\n2\n1\n",
  );
  assert.strictEqual(await $`dirname /a/b/c a; basename /a/b.txt /`.text(), "/a/b\n.\nb.txt\n/\n");
  assert.strictEqual(await $`cd /tmp; cd /; cd -; pwd`.text(), "/tmp\n");
  assert.match(await $`which sh nosuch`.nothrow().text(), /\/sh\nwhich: nosuch not found\n$/);
  const complaints: [Promise<unknown>, string][] = [
    [$`cd nowhere`.quiet(), "cd: not a directory: nowhere\n"],
    [$`cd a b`.quiet(), "cd: too many arguments\n"],
    [$`pwd x`.quiet(), "pwd: too many arguments\n"],
    [$`exit x`.quiet(), "exit: numeric argument required\n"],
    [$`seq x`.quiet(), "seq: invalid argument\n"],
  ];
  for (const [script, text] of complaints) assert.strictEqual((await failure(script)).stderr.toString(), text);
});

test("commands of files", async () => {
  await $`mkdir files && touch files/a files/b && mkdir -p files/x/y`;
  assert.deepStrictEqual((await $`ls files`.text()).split("\n").sort(), ["", "a", "b", "x"]);
  assert.deepStrictEqual((await $`ls -a files/x`.text()).split("\n").sort(), ["", ".", "..", "y"]);
  assert.match(await $`ls -l files/a`.text(), /^-rw-r--r--   1 +\d+ +\d+ +0 \w{3} [ \d]\d \d\d:\d\d files\/a\n$/);
  assert.strictEqual(await $`mkdir -pv files/p/q`.text(), `${folder}/files/p\n${folder}/files/p/q\n`);
  await $`mv files/a files/z && mv files/z files/b files/x`;
  assert.deepStrictEqual(fs.readdirSync("files/x").sort(), ["b", "y", "z"]);
  assert.strictEqual(await $`rm -rv files/p`.text(), "files/p/q\nfiles/p\n");
  await $`rm -f files/none && rm -rf files`;
  assert.ok(!fs.existsSync("files"));
  const complaints: [Promise<unknown>, number, string][] = [
    [$`ls missing`.quiet(), 1, "ls: missing: No such file or directory\n"],
    [$`rm missing`.quiet(), 1, "rm: missing: No such file or directory\n"],
    [$`rm d`.quiet(), 1, "rm: d: Is a directory\n"],
    [$`rm -rf /`.quiet(), 1, 'rm: "/" may not be removed\n'],
    [$`mkdir nodir/y`.quiet(), 1, `mkdir: ${folder}/nodir/y: No such file or directory\n`],
    [$`mkdir d`.quiet(), 1, `mkdir: ${folder}/d: File exists\n`],
    [$`mv nope x`.quiet(), 2, "mv: nope: No such file or directory\n"],
    [$`touch nodir/x`.quiet(), 1, `touch: ${folder}/nodir/x: No such file or directory\n`],
    [$`rm -Z x`.quiet(), 1, "rm: illegal option -- Z\n"],
  ];
  for (const [script, code, text] of complaints) {
    const { exitCode, stderr } = await failure(script);
    assert.deepStrictEqual([exitCode, stderr.toString()], [code, text]);
  }
});

test("mistakes throw where the script is written", () => {
  const mistakes: [() => unknown, string][] = [
    [() => $`echo |`, "Unexpected EOF"],
    [() => $`| echo`, 'expected a command or assignment but got: "Pipe"'],
    [() => $`echo a & echo b`, 'Background commands "&" are not supported yet.'],
    [() => $`(echo a`, "Unclosed subshell"],
    [() => $`echo a)`, "Unexpected ')'"],
    [() => $`if true; then echo a`, 'Expected "else", "elif", or "fi" but got: Eof'],
    [() => $`&& echo b`, 'expected a command or assignment but got: "DoubleAmpersand"'],
    [() => $`echo a >`, "Redirection with no file"],
    [() => ($ as any)("echo"), "Please use '$' as a tagged template function: $`cmd arg1 arg2`"],
  ];
  for (const [call, message] of mistakes) assert.throws(call, { message });
});

test("escape and braces", () => {
  assert.deepStrictEqual(["a b", "a'b", "$x", "*", "a=b", "a/b-c_d.e", "é", "", 'a"b`'].map($.escape), [
    '"a b"',
    '"a\'b"',
    '"\\$x"',
    '"*"',
    '"a=b"',
    "a/b-c_d.e",
    "é",
    '""',
    '"a\\"b\\`"',
  ]);
  assert.deepStrictEqual($.braces("a{b,c}d"), ["abd", "acd"]);
});

test("invalid scripts throw, none runs for ever", () => {
  const pieces = [
    "a",
    " ",
    "|",
    "&",
    ";",
    "(",
    ")",
    "<",
    ">",
    "$",
    "{",
    "}",
    ",",
    "'",
    '"',
    "\\",
    "\n",
    "#",
    "if",
    "then",
    "fi",
    "[[",
    "]]",
    "2>",
    "*",
    "~",
    "$(",
    "=",
  ];
  let state = 7;
  for (let count = 0; count < 2000; count++) {
    let raw = "";
    for (let index = 0; index < 20; index++) {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      raw += pieces[(state >> 8) % pieces.length];
    }
    try {
      $`${{ raw }}`;
    } catch (error) {
      assert.ok(
        error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError),
        `${raw}: ${error}`,
      );
    }
  }
});

test("a program that does not exist is reported before a redirection opens its file", async () => {
  fs.writeFileSync("stays.txt", "here\n");
  for (const script of [$`nosuchprogram > stays.txt`, $`nosuchprogram > *.txt`, $`nosuchprogram < nowhere.txt`]) {
    const { exitCode, stderr } = await failure(script.quiet());
    assert.deepStrictEqual([exitCode, stderr.toString()], [1, "bun: command not found: nosuchprogram\n"]);
  }
  assert.strictEqual(fs.readFileSync("stays.txt", "utf8"), "here\n");
  fs.rmSync("stays.txt");
});

test("a program is called by the path where it was found", async () => {
  const name = (await $`sh -c ${"echo $0"}`.text()).trim();
  assert.ok(path.isAbsolute(name) && path.basename(name) === "sh", name);
});

test("a program whose reader has ended is ended by SIGPIPE, without a message", async () => {
  const { stdout, stderr, exitCode } = await $`yes | head -n 2`.quiet();
  assert.deepStrictEqual([stdout.toString(), stderr.toString(), exitCode], ["y\ny\n", "", 0]);
});
