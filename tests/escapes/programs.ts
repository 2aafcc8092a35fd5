// What a program of the corpus is, and what it can use.

/** How a program proves that it got out. */
export type Proof =
  /** It prints the secret. */
  | "secret"
  /** Something outside has changed. */
  | "change"
  /** A server that it must not reach was reached. */
  | "reached"
  /** A process outside was ended by a signal. */
  | "killed"
  /** A port that it must not listen on answers. */
  | "listening";

/** The walls, each of which must hold alone. */
export type Wall = "kernel" | "runtime";

/** One way out. */
export interface Escape {
  name: string;
  /** Where it is from: an advisory, an issue, or the rule that it tries. */
  from: string;
  proof: Proof;
  /** JavaScript that runs in an async function, after the declarations of `PREAMBLE`. */
  code: string;
  /** The runtime that the program is written for; Node without it. */
  home?: "bun" | "deno";
  /** It needs children: under the kernel's wall the policy lets it start the programs that it names. */
  starts?: string[];
  /** Programs that the policy lists behind the runtime's wall, too, where nothing limits them. */
  lists?: string[];
  /** It needs the native probe (`native.c`), as a child or as an addon. */
  native?: boolean;
  /** A wall that cannot hold this, and why. The run fails when it does. `node` and `deno`: what the flags of these are not about. */
  notHeldBy?: Partial<Record<Wall | "node" | "deno", string>>;
}

/** What every program can use. `place` is described by `Place`. */
export const PREAMBLE = `
const place = JSON.parse(process.argv[2]);
const { inside, work, outside, secretFile, secret } = place;
const fs = require("node:fs"), path = require("node:path"), os = require("node:os"), net = require("node:net");
const { pathToFileURL } = require("node:url");
const say = (text) => process.stdout.write(String(text) + "\\n");
const show = (bytes) => say(Buffer.isBuffer(bytes) || bytes instanceof Uint8Array ? Buffer.from(bytes).toString("latin1") : typeof bytes === "string" ? bytes : JSON.stringify(bytes));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const up = path.join(inside, "..", "outside");
`;

/** The folders, files and ports of a run; the program gets it as JSON. */
export interface Place {
  /** May be read. */
  inside: string;
  /** Inside of it, may be written. */
  work: string;
  /** May be neither. */
  outside: string;
  /** A file outside, whose content is the secret. */
  secretFile: string;
  /** Only the names of things are passed, never the secret: this is the name of a variable that has it. */
  secret: string;
  /** The only address that may be connected to. */
  allowedPort: number;
  /** Another port of the same machine, over TCP and UDP. */
  otherPort: number;
  /** The only port that may be listened on. */
  listenPort: number;
  /** A port that may not. */
  otherListenPort: number;
  /** A Unix socket outside, and one with an abstract name. */
  socket: string;
  abstractSocket: string;
  /** A process outside that has the secret in its environment and its file open; its working folder is outside. */
  victim: number;
  /** The native probe, as a program and as an addon; empty without a compiler. */
  probe: string;
  addon: string;
}

export function escape(name: string, from: string, proof: Proof, code: string, more: Partial<Escape> = {}): Escape {
  return { name, from, proof, code, ...more };
}
