// Runs an application from its source, and as a bundle without any package beside it, and sends both the same requests.
// Node.js cannot run the source by itself, so there it is compiled first; what must be printed is the same.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { withoutStack } from "../../shared/ask.mjs";

const { execPath } = process;
const isNode = basename(execPath) === "node";
const require = createRequire(import.meta.url);

/** Starts a server, sends it requests and returns everything that was printed. */
async function transcript(command, file, folder, requests) {
  const child = spawn(command, [file], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  const listening = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server exited with ${code}: ${printed}`)));
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      const found = /listening on (\d+)\n/.exec(printed);
      if (found !== null) resolve(Number(found[1]));
    });
  });
  const lines = [];
  const { log } = console;
  const port = await listening;
  console.log = (text) => lines.push(text);
  try {
    await requests(port);
  } finally {
    console.log = log;
    child.stdin.end();
  }
  const code = await ended;
  const output = withoutStack(printed).replaceAll(`${port}`, "PORT");
  return `${lines.join("\n")}\n-- log, exit code ${code}\n${output}`;
}

/** Builds a bundle into a folder that has nothing else. Both applications print names of classes, which are kept. */
function bundle(entry) {
  const folder = mkdtempSync(join(tmpdir(), "bundled-"));
  const output = join(folder, "app.mjs");
  const flags = ["--minify", "--keep-names", "--target", "node", "--quiet"];
  execFileSync(execPath, ["build", entry, ...flags, "--outfile", output], { stdio: ["ignore", "inherit", "pipe"] });
  return folder;
}

function hasNode() {
  try {
    return Number(`${execFileSync("node", ["-p", "process.versions.node"])}`.split(".")[0]) >= 20;
  } catch {
    return false;
  }
}

/** Prints what an application answers from its source. A bundle that answers otherwise is an error. */
export async function compare(name, requests) {
  if (isNode) {
    execFileSync(execPath, [require.resolve("typescript/bin/tsc"), "-p", "."], { stdio: "inherit" });
    console.log(await transcript(execPath, `dist/${name}.js`, ".", requests));
    return;
  }
  const fromSource = await transcript(execPath, `src/${name}.ts`, ".", requests);
  console.log(fromSource);
  const folder = bundle(`src/${name}.ts`);
  try {
    if (readdirSync(folder).join() !== "app.mjs")
      throw new Error(`the bundle is more than one file: ${readdirSync(folder)}`);
    for (const runtime of [execPath, ...(hasNode() ? ["node"] : [])]) {
      const copy = mkdtempSync(join(tmpdir(), "deployed-"));
      cpSync(join(folder, "app.mjs"), join(copy, "app.mjs"));
      const bundled = await transcript(runtime, join(copy, "app.mjs"), copy, requests);
      rmSync(copy, { recursive: true });
      if (bundled !== fromSource) throw new Error(`the bundle differs under ${runtime}:\n${bundled}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
