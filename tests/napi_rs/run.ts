// napi-rs' own tests: `brio --as node tests/napi_rs/run.ts FOLDER [NODE] [PATTERN]`, where FOLDER is a checkout of
// napi-rs/napi-rs (8681902c). Builds its examples `napi-compat-mode` and `napi` with cargo, installs what their tests
// import, and runs each test file with AVA. NODE, the path of Node.js, says which tests fail there as well.
// Without a pattern, writes score.snap: for each file how many tests pass, and the names of those that do not.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const [source, node, pattern = ""] = process.argv.slice(2);
if (source === undefined) throw new Error("name a checkout of napi-rs/napi-rs");
const HERE = import.meta.dirname;
const FOLDER = resolve(source);
const EXAMPLES = join(FOLDER, "examples");
const TIME_LIMIT_MS = 300_000;
const PACKAGES = [
  "ava@8.0.1",
  "sinon@22",
  "@napi-rs/triples",
  "@oxc-node/core",
  "core-js",
  "lodash",
  "rxjs",
  "typescript",
  "web-streams-polyfill",
];

/** Each example: its crate, the library that cargo makes of it, and the name under which its tests load that. */
const PROJECTS = [
  { folder: "napi-compat-mode", library: "libnapi_compat_mode_examples.so", addon: "index.node" },
  { folder: "napi", library: "libnapi_examples.so", addon: "example.linux-x64-gnu.node" },
];

interface Outcome {
  passed: Set<string>;
  failed: Set<string>;
  /** What was printed, for a file of which no test was reported. */
  output: string;
}

const nodeFolders = new Map<string, string>();
build();
install();
const lines: string[] = [];
let passed = 0;
let total = 0;
for (const { folder } of PROJECTS) {
  const files = globSync("__tests__/**/*.spec.{ts,js}", { cwd: join(EXAMPLES, folder) }).sort();
  for (const file of files.filter((file) => file.includes(pattern) && !file.includes("wasi"))) {
    score(
      `${folder}/${file}`,
      run(process.execPath, folder, file),
      node === undefined ? undefined : run(node, folder, file),
    );
  }
}
lines.push(`${passed} of ${total} tests pass`);
if (pattern === "") writeFileSync(join(HERE, "score.snap"), `${lines.join("\n")}\n`);
else console.log(lines.at(-1));

function build(): void {
  const libraries = PROJECTS.map(({ library }) => join(FOLDER, "target/debug", library));
  if (!libraries.every((library) => existsSync(library))) {
    const crates = [
      "-p",
      "napi-compat-mode-examples",
      "--features",
      "napi-compat-mode-examples/latest",
      "-p",
      "napi-examples",
    ];
    const { status } = spawnSync("cargo", ["build", ...crates], { cwd: FOLDER, stdio: "inherit" });
    if (status !== 0) throw new Error("the addons cannot be built");
  }
  for (const [index, { folder, addon }] of PROJECTS.entries()) cpSync(libraries[index]!, join(EXAMPLES, folder, addon));
}

function install(): void {
  if (existsSync(join(EXAMPLES, "node_modules/ava"))) return;
  mkdirSync(EXAMPLES, { recursive: true });
  writeFileSync(join(EXAMPLES, "package.json"), `{ "private": true, "type": "module" }\n`);
  const { status } = spawnSync(process.execPath, ["add", ...PACKAGES], { cwd: EXAMPLES, stdio: "inherit" });
  if (status !== 0) throw new Error("what the tests import cannot be installed");
}

/** Runs one file, whose results AVA prints in TAP. */
function run(runtime: string, folder: string, file: string): Outcome {
  const ava = join(EXAMPLES, "node_modules/ava/entrypoints/cli.js");
  const { stdout, stderr } = spawnSync(
    runtime,
    [ava, "--tap", "--node-arguments=--import=@oxc-node/core/register", file],
    {
      cwd: join(EXAMPLES, folder),
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: `${folderWithNode(runtime)}${delimiter}${process.env["PATH"]}`,
        NO_COLOR: "1",
        npm_package_name: folder === "napi" ? "@examples/napi" : "@examples/compat-mode",
      },
      timeout: TIME_LIMIT_MS,
    },
  );
  const outcome: Outcome = { passed: new Set(), failed: new Set(), output: stdout + stderr };
  for (const [, not, title] of stdout.matchAll(/^(not )?ok \d+ - (.*?)(?: # SKIP)?$/gm)) {
    (not === undefined ? outcome.passed : outcome.failed).add(title!);
  }
  return outcome;
}

/** A folder in which `node`, which some tests start, is the runtime. */
function folderWithNode(runtime: string): string {
  const known = nodeFolders.get(runtime);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), "brio-napi-rs-"));
  symlinkSync(resolve(runtime), join(folder, "node"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  nodeFolders.set(runtime, folder);
  return folder;
}

function score(name: string, ours: Outcome, theirs: Outcome | undefined): void {
  // A file that ended early reported only some of its tests.
  const names = new Set([...ours.passed, ...ours.failed, ...(theirs?.passed ?? []), ...(theirs?.failed ?? [])]);
  const failing = [...names].filter((title) => !ours.passed.has(title));
  const excused = failing.filter((title) => theirs !== undefined && !theirs.passed.has(title));
  passed += names.size - failing.length;
  total += names.size - excused.length;
  lines.push(`${name} ${names.size - failing.length}/${names.size - excused.length}`);
  for (const title of failing) lines.push(excused.includes(title) ? `  fails in Node.js, too: ${title}` : `  ${title}`);
  console.log(lines.findLast((line) => line.startsWith(name)));
  if (names.size === 0 || failing.length > excused.length) console.log(ours.output.slice(-2000));
}
