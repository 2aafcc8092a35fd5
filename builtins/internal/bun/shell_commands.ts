// The builtin commands of `Bun.$`, with Bun's messages. Those that work on files are in `shell_file_commands`. None reads its input.
import nodePath from "internal:core/path";
import fs from "internal:node/fs";
import { encodeUtf8 } from "internal:core/utf8";
import { type Call, Exit } from "internal:bun/shell_run";
import * as files from "internal:bun/shell_file_commands";
import { which as find } from "internal:node/process/which";

const EXIT_CODES = 256;
const SEQUENCE_USAGE = "usage: seq [-w] [-f format] [-s string] [-t string] [first [incr]] last\n";

type Command = (call: Call) => Promise<number>;

/** Writes to standard output. Resolves with `code`. */
export async function print({ output }: Call, text: string, code = 0): Promise<number> {
  if (text !== "") await output.write(encodeUtf8(text));
  return code;
}

/** Writes to standard error. Resolves with `code`. */
export async function printError({ errors }: Call, text: string, code = 1): Promise<number> {
  await errors.write(encodeUtf8(text));
  return code;
}

async function echo(call: Call): Promise<number> {
  const words = [...call.args];
  let endsLine = true;
  let escapes = false;
  for (; words.length > 0 && /^-[neE]+$/.test(words[0]!); words.shift()) {
    for (const flag of words[0]!.slice(1)) {
      if (flag === "n") endsLine = false;
      else escapes = flag === "e";
    }
  }
  const text = words.join(" ");
  return print(call, (escapes ? unescape(text) : text) + (endsLine ? "\n" : ""));
}

const ESCAPES: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
  "\\": "\\",
};

function unescape(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0([0-7]{0,3})|([ntrabefv\\]))/g, (_, hex, octal, letter) => {
    if (letter !== undefined) return ESCAPES[letter]!;
    return String.fromCharCode(hex === undefined ? Number.parseInt(octal || "0", 8) : Number.parseInt(hex, 16));
  });
}

async function cd(call: Call): Promise<number> {
  const { args, state } = call;
  if (args.length > 1) return printError(call, "cd: too many arguments\n");
  const [given = state.get("HOME")] = args;
  const target = given === "-" ? state.previousDirectory : nodePath.resolve(state.directory, given);
  let isFolder = false;
  try {
    isFolder = fs.statSync(target).isDirectory();
  } catch {
    // Reported below, as for a file.
  }
  if (!isFolder) return printError(call, `cd: not a directory: ${given}\n`);
  state.previousDirectory = state.directory;
  state.directory = target;
  state.exported["OLDPWD"] = state.previousDirectory;
  state.exported["PWD"] = target;
  return 0;
}

async function pwd(call: Call): Promise<number> {
  return call.args.length > 0
    ? printError(call, "pwd: too many arguments\n")
    : print(call, `${call.state.directory}\n`);
}

async function exit(call: Call): Promise<number> {
  const [code = "0"] = call.args;
  if (call.args.length > 1) return printError(call, "exit: too many arguments\n");
  if (!/^-?\d+$/.test(code)) return printError(call, "exit: numeric argument required\n");
  throw new Exit(((Number(code) % EXIT_CODES) + EXIT_CODES) % EXIT_CODES);
}

async function exportVariables(call: Call): Promise<number> {
  const { args, state } = call;
  if (args.length === 0) {
    const names = Object.keys(state.exported).sort();
    return print(call, names.map((name) => `${name}=${state.exported[name]}\n`).join(""));
  }
  for (const one of args) {
    const split = one.indexOf("=");
    const name = split === -1 ? one : one.slice(0, split);
    state.exported[name] = split === -1 ? state.get(name) : one.slice(split + 1);
    state.variables.delete(name);
  }
  return 0;
}

async function which(call: Call): Promise<number> {
  const { args, state } = call;
  if (args.length === 0) return print(call, "\n", 1);
  let code = 0;
  let text = "";
  for (const name of args) {
    const path = find(name, state.get("PATH"), state.directory);
    if (path === null) code = 1;
    // As in Bun, files and pipes receive no prefix.
    const prefix = call.output.fd === -1 ? "which: " : "";
    text += path === null ? `${prefix}${name} not found\n` : `${path}\n`;
  }
  return print(call, text, code);
}

async function basename(call: Call): Promise<number> {
  if (call.args.length === 0) return printError(call, "usage: basename string\n");
  return print(call, call.args.map((path) => `${nodePath.basename(path) || (path === "" ? "" : "/")}\n`).join(""));
}

async function dirname(call: Call): Promise<number> {
  if (call.args.length === 0) return printError(call, "usage: dirname string\n");
  return print(call, call.args.map((path) => `${nodePath.dirname(path)}\n`).join(""));
}

async function seq(call: Call): Promise<number> {
  const words = [...call.args];
  let separator = "\n";
  let terminator = "";
  let hasFixedWidth = false;
  while (words.length > 0 && /^-[swtf]/.test(words[0]!)) {
    const option = words.shift()!;
    if (option === "-w") hasFixedWidth = true;
    else {
      const value = option.length > 2 ? option.slice(2) : words.shift();
      if (value === undefined) return printError(call, `seq: option requires an argument -- ${option[1]}\n`);
      if (option[1] === "s") separator = value;
      else if (option[1] === "t") terminator = value;
      else return printError(call, "seq: -f is not supported\n");
    }
  }
  if (words.length === 0 || words.length > 3) return printError(call, SEQUENCE_USAGE);
  const numbers = words.map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return printError(call, "seq: invalid argument\n");
  const last = numbers[numbers.length - 1]!;
  const first = numbers.length === 1 ? 1 : numbers[0]!;
  const step = numbers.length === 3 ? numbers[1]! : first <= last ? 1 : -1;
  if (step === 0) return printError(call, "seq: zero increment\n");
  if ((last - first) * step < 0)
    return printError(call, step > 0 ? "seq: needs negative decrement\n" : "seq: needs positive increment\n");
  const width = hasFixedWidth ? Math.max(`${first}`.length, `${last}`.length) : 0;
  let text = "";
  for (let index = 0; step > 0 ? first + index * step <= last : first + index * step >= last; index++)
    text += `${first + index * step}`.padStart(width, "0") + separator;
  return print(call, text + terminator);
}

/** By name. */
export const own: Record<string, Command | undefined> = Object.assign(Object.create(null), {
  echo,
  cd,
  pwd,
  exit,
  export: exportVariables,
  which,
  basename,
  dirname,
  seq,
  true: async () => 0,
  false: async () => 1,
  ls: files.ls,
  rm: files.rm,
  mkdir: files.mkdir,
  mv: files.mv,
  touch: files.touch,
});
