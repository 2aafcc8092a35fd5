// `ls`, `rm`, `mkdir`, `mv` and `touch` of `Bun.$`, with Bun's messages.
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import { print, printError } from "internal:bun/shell_commands";
import { type FileStats, messageOf } from "internal:bun/shell_io";
import { type Call } from "internal:bun/shell_run";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SIX_MONTHS_MS = 182 * 24 * 60 * 60 * 1000;
const MV_FAILURE = 2;
const USAGE: Record<string, string> = {
  rm: "usage: rm [-f | -i] [-dIPRrvWx] file ...\n       unlink [--] file\n",
  mkdir: "usage: mkdir [-pv] [-m mode] directory_name ...\n",
  mv: "usage: mv [-f | -i | -n] [-hv] source target\n       mv [-f | -i | -n] [-v] source ... directory\n",
  touch:
    "usage: touch [-A [-][[hh]mm]SS] [-achm] [-r file] [-t [[CC]YY]MMDDhhmm[.SS]]\n       [-d YYYY-MM-DDThh:mm:SS[.frac][tz]] file ...\n",
};

interface Given {
  flags: Set<string>;
  values: Record<string, string>;
  operands: string[];
}

// Parses the options of `allowed`; those of `valued` have an argument. Returns a string, the error message, for an invalid option.
function readOptions(name: string, { args }: Call, allowed: string, valued = ""): Given | string {
  const given: Given = { flags: new Set(), values: {}, operands: [] };
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (word === "--") {
      given.operands.push(...args.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      given.operands.push(word);
      continue;
    }
    if (name === "mkdir" && (word === "--parents" || word === "--verbose")) {
      given.flags.add(word[2]!);
      continue;
    }
    for (const flag of word.slice(1)) {
      if (valued.includes(flag)) given.values[flag] = args[++index] ?? "";
      else if (allowed.includes(flag)) given.flags.add(flag);
      else return `${name}: illegal option -- ${flag}\n`;
    }
  }
  return given;
}

/** Writes the output and the errors; resolves with the exit code. */
async function report(call: Call, output: string, messages: string, failure = 1): Promise<number> {
  await print(call, output);
  return messages === "" ? 0 : printError(call, messages, failure);
}

export async function ls(call: Call): Promise<number> {
  const given = readOptions("ls", call, "aAlRd1hrtSFCpn");
  if (typeof given === "string") return printError(call, given);
  const { flags } = given;
  const files: string[] = [];
  const folders: string[] = [];
  let messages = "";
  for (const operand of given.operands.length === 0 ? ["."] : given.operands) {
    try {
      const isFolder = fs.statSync(nodePath.resolve(call.state.directory, operand)).isDirectory();
      (isFolder && !flags.has("d") ? folders : files).push(operand);
    } catch (error) {
      messages += `ls: ${operand}: ${messageOf(error)}\n`;
    }
  }
  const lines = files.map((file) => line(call, file, file, flags));
  const hasHeads = files.length + folders.length > 1;
  for (const folder of folders) listFolder(call, folder, hasHeads, flags, lines);
  return report(call, lines.map((text) => `${text}\n`).join(""), messages);
}

function listFolder(call: Call, folder: string, hasHead: boolean, flags: Set<string>, lines: string[]): void {
  if (hasHead) lines.push(`${folder}:`);
  const path = nodePath.resolve(call.state.directory, folder);
  let names: string[] = fs.readdirSync(path).sort();
  if (flags.has("a")) names = [".", "..", ...names];
  else if (!flags.has("A")) names = names.filter((name) => !name.startsWith("."));
  if (flags.has("r")) names.reverse();
  for (const name of names) lines.push(line(call, nodePath.join(folder, name), name, flags));
  if (!flags.has("R")) return;
  for (const name of names) {
    if (name !== "." && name !== ".." && fs.lstatSync(nodePath.join(path, name)).isDirectory())
      listFolder(call, nodePath.join(folder, name), true, flags, lines);
  }
}

function line(call: Call, path: string, shown: string, flags: Set<string>): string {
  if (!flags.has("l")) return shown;
  const stats = fs.lstatSync(nodePath.resolve(call.state.directory, path));
  const numbers = [
    `${stats.nlink}`.padStart(3),
    `${stats.uid}`.padStart(5),
    `${stats.gid}`.padStart(5),
    `${stats.size}`.padStart(8),
  ];
  return `${modeText(stats)} ${numbers.join(" ")} ${dateText(stats.mtime)} ${shown}`;
}

function modeText(stats: FileStats): string {
  const kind = stats.isDirectory()
    ? "d"
    : stats.isSymbolicLink()
      ? "l"
      : stats.isCharacterDevice()
        ? "c"
        : stats.isBlockDevice()
          ? "b"
          : stats.isFIFO()
            ? "p"
            : stats.isSocket()
              ? "s"
              : "-";
  let text = "";
  for (let bit = 8; bit >= 0; bit--) text += (stats.mode >> bit) & 1 ? "rwx"[(8 - bit) % 3]! : "-";
  return kind + text;
}

function dateText(date: Date): string {
  const day = `${MONTHS[date.getMonth()]} ${`${date.getDate()}`.padStart(2)}`;
  const isRecent = Math.abs(Date.now() - date.getTime()) < SIX_MONTHS_MS;
  const two = (value: number): string => `${value}`.padStart(2, "0");
  return isRecent ? `${day} ${two(date.getHours())}:${two(date.getMinutes())}` : `${day}  ${date.getFullYear()}`;
}

export async function rm(call: Call): Promise<number> {
  const given = readOptions("rm", call, "fIiPRrdvWx");
  if (typeof given === "string") return printError(call, given);
  const { flags, operands } = given;
  if (operands.length === 0) return flags.has("f") ? 0 : printError(call, USAGE["rm"]!);
  const isRecursive = flags.has("r") || flags.has("R");
  const removed: string[] = [];
  let messages = "";
  for (const operand of operands) {
    const path = nodePath.resolve(call.state.directory, operand);
    if (path === "/") messages += 'rm: "/" may not be removed\n';
    else if (/(?:^|\/)\.{1,2}\/*$/.test(operand)) messages += 'rm: "." and ".." may not be removed\n';
    else messages += remove(path, operand, isRecursive, flags, removed);
  }
  return report(call, flags.has("v") ? removed.map((path) => `${path}\n`).join("") : "", messages);
}

// The error message; empty when the file was removed.
function remove(path: string, shown: string, isRecursive: boolean, flags: Set<string>, removed: string[]): string {
  try {
    if (!fs.lstatSync(path).isDirectory()) fs.unlinkSync(path);
    else if (!isRecursive && !flags.has("d")) return `rm: ${shown}: Is a directory\n`;
    else {
      let messages = "";
      if (isRecursive)
        for (const name of fs.readdirSync(path))
          messages += remove(nodePath.join(path, name), nodePath.join(shown, name), true, flags, removed);
      if (messages !== "") return messages;
      fs.rmdirSync(path);
    }
  } catch (error: any) {
    return error.code === "ENOENT" && flags.has("f") ? "" : `rm: ${shown}: ${messageOf(error)}\n`;
  }
  removed.push(shown);
  return "";
}

export async function mkdir(call: Call): Promise<number> {
  const given = readOptions("mkdir", call, "pv", "m");
  if (typeof given === "string") return printError(call, given);
  if (given.operands.length === 0) return printError(call, USAGE["mkdir"]!);
  const mode = given.values["m"] === undefined ? 0o777 : Number.parseInt(given.values["m"]!, 8);
  const made: string[] = [];
  let messages = "";
  for (const operand of given.operands) {
    const path = nodePath.resolve(call.state.directory, operand);
    try {
      if (given.flags.has("p")) makeAll(path, mode, made);
      else {
        fs.mkdirSync(path, { mode });
        made.push(path);
      }
    } catch (error) {
      messages += `mkdir: ${path}: ${messageOf(error)}\n`;
    }
  }
  return report(call, given.flags.has("v") ? made.map((path) => `${path}\n`).join("") : "", messages);
}

function makeAll(path: string, mode: number, made: string[]): void {
  try {
    fs.mkdirSync(path, { mode });
    made.push(path);
  } catch (error: any) {
    if (error.code === "ENOENT") {
      makeAll(nodePath.dirname(path), mode, made);
      makeAll(path, mode, made);
    } else if (error.code !== "EEXIST" || !fs.statSync(path).isDirectory()) throw error;
  }
}

export async function mv(call: Call): Promise<number> {
  const given = readOptions("mv", call, "finhv");
  if (typeof given === "string") return printError(call, given);
  const { operands, flags } = given;
  if (operands.length < 2) return printError(call, USAGE["mv"]!);
  const target = operands.pop()!;
  const path = nodePath.resolve(call.state.directory, target);
  const isFolder = fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (operands.length > 1 && !isFolder)
    return printError(call, `mv: ${target}: No such file or directory\n`, MV_FAILURE);
  let output = "";
  let messages = "";
  for (const operand of operands) {
    const from = nodePath.resolve(call.state.directory, operand);
    const to = isFolder ? nodePath.join(path, nodePath.basename(from)) : path;
    if (flags.has("n") && fs.existsSync(to)) continue;
    try {
      move(from, to);
      if (flags.has("v"))
        output += `${operand} -> ${isFolder ? nodePath.join(target, nodePath.basename(from)) : target}\n`;
    } catch (error) {
      messages += `mv: ${operand}: ${messageOf(error)}\n`;
    }
  }
  return report(call, output, messages, MV_FAILURE);
}

// To another file system by copying.
function move(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error: any) {
    if (error.code !== "EXDEV") throw error;
    fs.cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    fs.rmSync(from, { recursive: true });
  }
}

export async function touch(call: Call): Promise<number> {
  const given = readOptions("touch", call, "achm", "rtdA");
  if (typeof given === "string") return printError(call, given);
  if (given.operands.length === 0) return printError(call, USAGE["touch"]!);
  const [unsupported] = Object.keys(given.values);
  if (unsupported !== undefined)
    return printError(call, `touch: unsupported option, please open a GitHub issue -- -${unsupported}\n`);
  let messages = "";
  for (const operand of given.operands) {
    const path = nodePath.resolve(call.state.directory, operand);
    try {
      touchOne(path, given.flags);
    } catch (error) {
      messages += `touch: ${path}: ${messageOf(error)}\n`;
    }
  }
  return report(call, "", messages);
}

function touchOne(path: string, flags: Set<string>): void {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (!flags.has("c")) fs.closeSync(fs.openSync(path, "a"));
    return;
  }
  const now = new Date();
  fs.utimesSync(
    path,
    flags.has("m") && !flags.has("a") ? stats.atime : now,
    flags.has("a") && !flags.has("m") ? stats.mtime : now,
  );
}
