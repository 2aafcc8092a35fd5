// Runs the programs of `jobs/` under Brio and its peers: what services and scripts do with files, the network, other processes and
// data. usage: brio jobs.mjs FOLDER [--rounds N] [PART OF A NAME ...]. FOLDER has the node_modules of `tools/package.json`.
// `./x bench jobs` does all of it.
import { readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chosen, comparePrograms, readArguments } from "./programs.mjs";

const [folder, ...rest] = process.argv.slice(2);
const { rounds, isWanted } = readArguments(rest);
const here = fileURLToPath(new URL(".", import.meta.url));
const jobs = readdirSync(path.join(here, "jobs"))
  .map((file) => path.basename(file, ".mjs"))
  .map((name) => [name, { args: [path.join(here, "run_job.mjs"), path.resolve(folder), name], cwd: here }]);
comparePrograms(chosen(Object.fromEntries(jobs), isWanted), rounds);
