// Runs the trees of `shell_parser`. The builtin commands are in `shell_commands`. See docs/decisions/bun_shell.md.
import fs from "internal:node/fs";
import { encodeUtf8 } from "internal:core/utf8";
import { launch, reportUnknown } from "internal:bun/shell_launch";
import { type Node, type Redirect, type Word } from "internal:bun/shell_parser";
import {
  Capture,
  DescriptorSink,
  RedirectFailure,
  type Sink,
  type Source,
  type Streams,
  objectOf,
  redirect,
  type FileStats,
} from "internal:bun/shell_io";
import { NoMatch, type Surroundings, expandText, expandWords } from "internal:bun/shell_words";
import { own } from "internal:bun/shell_commands";
import { which } from "internal:node/process/which";
import { closeDescriptor, openAnonymousPipe } from "native:net";
import nodeProcess from "internal:node/process";

/** The state of a script: folder and variables. Parts of a pipeline and subshells work on a copy. */
export class State {
  directory: string;
  previousDirectory: string;
  /** Variables that are not exported to programs. */
  variables: Map<string, string>;
  exported: Record<string, string>;

  constructor(
    directory: string,
    exported: Record<string, string>,
    variables = new Map<string, string>(),
    previousDirectory = directory,
  ) {
    this.directory = directory;
    this.exported = exported;
    this.variables = variables;
    this.previousDirectory = previousDirectory;
  }

  copy(): State {
    return new State(this.directory, { ...this.exported }, new Map(this.variables), this.previousDirectory);
  }

  get(name: string): string {
    if (name >= "0" && name <= "9") return nodeProcess.argv[Number(name)] ?? "";
    return this.variables.get(name) ?? this.exported[name] ?? "";
  }

  set(name: string, value: string): void {
    if (name in this.exported) this.exported[name] = value;
    else this.variables.set(name, value);
  }
}

/** What a builtin command works with. */
export interface Call {
  args: string[];
  state: State;
  output: Sink;
  errors: Sink;
}

/** Thrown by `exit`. */
export class Exit {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

/** Runs a script. Resolves with its exit code; rejects with the errors that parsing cannot detect. */
export async function runScript(node: Node, state: State, source: Source, output: Sink, errors: Sink): Promise<number> {
  return withExit(() => run(node, state, { source, output, errors, opened: [] }));
}

async function withExit(body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

async function run(node: Node, state: State, streams: Streams): Promise<number> {
  switch (node.kind) {
    case "list":
      return runList(node.items, state, streams);
    case "chain": {
      let code = await run(node.first, state, streams);
      for (const { isAnd, node: next } of node.rest) if (isAnd === (code === 0)) code = await run(next, state, streams);
      return code;
    }
    case "pipeline":
      return runPipeline(node.commands, state, streams);
    case "simple":
      return runSimple(node, state, streams);
    case "subshell":
      return withExit(() => run(node.body, state.copy(), streams));
    case "if":
      return runIf(node, state, streams);
    case "test":
      return runTest(node.words, state, streams);
  }
}

async function runList(items: Node[], state: State, streams: Streams): Promise<number> {
  let code = 0;
  for (const item of items) code = await run(item, state, streams);
  return code;
}

async function runIf(node: Node & { kind: "if" }, state: State, streams: Streams): Promise<number> {
  for (const { condition, body } of node.branches)
    if ((await run(condition, state, streams)) === 0) return run(body, state, streams);
  return node.otherwise === null ? 0 : run(node.otherwise, state, streams);
}

async function runPipeline(commands: Node[], state: State, streams: Streams): Promise<number> {
  const parts: Promise<number>[] = [];
  let { source } = streams;
  for (const [index, command] of commands.entries()) {
    const isLast = index === commands.length - 1;
    const pipe = isLast ? null : openAnonymousPipe();
    const inner: Streams = {
      source,
      output: pipe === null ? streams.output : new DescriptorSink(pipe.writer),
      errors: streams.errors,
      opened: [],
    };
    const owned = [...(index === 0 ? [] : [source.fd]), ...(pipe === null ? [] : [pipe.writer])];
    parts.push(runPart(command, state.copy(), inner, owned));
    if (pipe !== null) source = { fd: pipe.reader, bytes: null };
  }
  let code = 0;
  for (const outcome of await Promise.allSettled(parts)) {
    if (outcome.status === "rejected") throw outcome.reason;
    code = outcome.value;
  }
  return code;
}

// Closes the pipes after the command: the reader gets EOF, the writer EPIPE.
async function runPart(command: Node, state: State, streams: Streams, owned: number[]): Promise<number> {
  try {
    return await withExit(() => run(command, state, streams));
  } finally {
    for (const fd of owned) closeDescriptor(fd);
  }
}

/**
 * Runs `body` with a redirection. Resolves with 1 when it cannot be made. `command`: its name in the message of a redirection that
 * has not exactly one target.
 */
async function redirected(
  one: Redirect | null,
  state: State,
  streams: Streams,
  body: (streams: Streams) => Promise<number>,
  command = "",
): Promise<number> {
  if (one === null) return body(streams);
  const inner: Streams = { ...streams, opened: [] };
  try {
    const target = objectOf(one) ?? (await targetOf(one, surroundingsOf(state, streams), command));
    // A program's outputs are both redirected by `2>&1 path`, of a command of the shell only the one that is duplicated.
    const isPartial = one.from !== -1 && one.mode === "write" && own[command] !== undefined;
    await redirect(inner, isPartial ? { ...one, targets: [one.from] } : one, target, state.directory);
    return await body(inner);
  } catch (error) {
    if (!(error instanceof RedirectFailure)) throw error;
    await streams.errors.write(encodeUtf8(`bun: ${error.message}`));
    return 1;
  } finally {
    for (const fd of inner.opened) fs.closeSync(fd);
  }
}

/** The one path that the word of a redirection expands to. Throws RedirectFailure for none and for several. */
async function targetOf(one: Redirect, surroundings: Surroundings, command: string): Promise<string> {
  if (one.mode === "duplicate") return "";
  let paths: string[];
  try {
    paths = await expandWords([one.word], surroundings);
  } catch (error) {
    if (!(error instanceof NoMatch)) throw error;
    throw new RedirectFailure(`no matches found: ${error.message}\n`);
  }
  const [path] = paths;
  if (path !== undefined && path !== "" && paths.length === 1) return path;
  const shown =
    own[command] === undefined
      ? (which(command, surroundings.variable("PATH"), surroundings.directory) ?? command)
      : command;
  throw new RedirectFailure(`ambiguous redirect: at \`${shown}\`\n`);
}

function surroundingsOf(state: State, streams: Streams): Surroundings {
  return {
    directory: state.directory,
    variable: (name) => state.get(name),
    async output(body) {
      const capture = new Capture(-1);
      await withExit(() => run(body, state.copy(), { ...streams, output: capture, opened: [] }));
      return capture.bytes().toString().replace(/\n+$/, "");
    },
  };
}

async function reportNoMatch(error: NoMatch, streams: Streams): Promise<number> {
  await streams.errors.write(encodeUtf8(`bun: no matches found: ${error.message}\n`));
  return 1;
}

async function runSimple(node: Node & { kind: "simple" }, state: State, streams: Streams): Promise<number> {
  const surroundings = surroundingsOf(state, streams);
  let args: string[];
  try {
    args = await expandWords(node.words, surroundings);
  } catch (error) {
    if (!(error instanceof NoMatch)) throw error;
    return reportNoMatch(error, streams);
  }
  const assigned: [string, string][] = [];
  for (const { name, value } of node.assignments) {
    const text = await expandText(value, surroundings);
    assigned.push([name, text]);
    // Assignments without a command set the shell's variables, and later ones see earlier ones.
    if (args.length === 0) state.set(name, text);
  }
  const environment = { ...state.exported, ...Object.fromEntries(assigned) };
  const [command] = args;
  // A program that does not exist is reported before its files are opened.
  if (node.redirect !== null && command !== undefined && own[command] === undefined) {
    const isKnown = command === "bun" || which(command, environment["PATH"] ?? "", state.directory) !== null;
    if (!isKnown) {
      try {
        await expandWords([node.redirect.word], surroundings);
      } catch (error) {
        if (error instanceof NoMatch) return reportNoMatch(error, streams);
      }
      return reportUnknown(command, streams.errors);
    }
  }
  return redirected(
    node.redirect,
    state,
    streams,
    async (inner) => {
      const [name] = args;
      if (name === undefined) return 0;
      const command = own[name];
      if (command === undefined) return launch(args, environment, state.directory, inner);
      try {
        return await command({ args: args.slice(1), state, output: inner.output, errors: inner.errors });
      } catch (error) {
        // What it printed could not be written: the disk is full.
        if ((error as { syscall?: unknown }).syscall !== "write") throw error;
        return 1;
      }
    },
    args[0],
  );
}

/** Tests of one file or string. */
const UNARY: Record<string, (text: string, path: string) => boolean> = {
  "-z": (text) => text === "",
  "-n": (text) => text !== "",
  "-f": (_, path) => statOf(path)?.isFile() ?? false,
  "-d": (_, path) => statOf(path)?.isDirectory() ?? false,
  "-c": (_, path) => statOf(path)?.isCharacterDevice() ?? false,
  "-e": (_, path) => statOf(path) !== undefined,
  "-s": (_, path) => (statOf(path)?.size ?? 0) > 0,
};

const BINARY: Record<string, (left: string, right: string) => boolean> = {
  "==": (left, right) => left === right,
  "=": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "-eq": (left, right) => Number(left) === Number(right),
  "-ne": (left, right) => Number(left) !== Number(right),
  "-lt": (left, right) => Number(left) < Number(right),
  "-gt": (left, right) => Number(left) > Number(right),
  "-le": (left, right) => Number(left) <= Number(right),
  "-ge": (left, right) => Number(left) >= Number(right),
};

function statOf(path: string): FileStats | undefined {
  return fs.statSync(path, { throwIfNoEntry: false });
}

async function runTest(words: Word[], state: State, streams: Streams): Promise<number> {
  const surroundings = surroundingsOf(state, streams);
  const texts: string[] = [];
  for (const word of words) texts.push(await expandText(word, surroundings));
  if (texts.length === 1) return texts[0] === "" ? 1 : 0;
  if (texts.length === 2) {
    const test = UNARY[texts[0]!];
    if (test === undefined) throw new Error(`Unknown conditional expression operation: ${texts[0]}`);
    const text = texts[1]!;
    return test(text, text.startsWith("/") ? text : `${state.directory}/${text}`) ? 0 : 1;
  }
  const compare = texts.length === 3 ? BINARY[texts[1]!] : undefined;
  if (compare === undefined) throw new Error(`Unknown conditional expression operation: ${texts[1] ?? ""}`);
  return compare(texts[0]!, texts[2]!) ? 0 : 1;
}
