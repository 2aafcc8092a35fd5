// `--cpu-prof`: a profile of this thread from its start, written to a file at its end.
// https://nodejs.org/api/cli.html#--cpu-prof
import { services } from "internal:core/bootstrap";
import { signals } from "internal:core/signals";
import { CpuProfile } from "internal:node/v8/cpu_profile";
import { writeError } from "native:stdio";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { cwd, pid } from "native:process";
import { threadId } from "native:worker";

/** Starts a profile. `options`: those of the command line; `--cpu-prof-dir` (else `--diagnostic-dir`) and `--cpu-prof-name` say where it is
 * written. */
export function start(options: readonly [name: string, value: string][]): ProfileFile {
  const last = (flag: string): string | undefined => options.findLast(([name]) => name === flag)?.[1];
  const folder = path.default.resolve(cwd(), last("--cpu-prof-dir") ?? last("--diagnostic-dir") ?? "");
  started = new ProfileFile(folder, last("--cpu-prof-name") ?? defaultName());
  return started;
}

let started: ProfileFile | null = null;

/** Signals that do not end a process which does not listen to them. */
const HARMLESS = ["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH"];

/** The program sends a signal; when that will end itself, its profile is written first, as Node does. */
export function beforeSignal(target: number, signal: number): void {
  if (started === null || signal === 0 || ![pid(), 0, -pid()].includes(target)) return;
  const names = Object.keys(signals).filter((name) => signals[name] === signal);
  const { process } = services();
  if (!names.some((name) => HARMLESS.includes(name) || process.listenerCount(name) > 0)) started.write();
}

/** A running profile and its file. */
export class ProfileFile {
  readonly #profile = new CpuProfile();
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name.replaceAll("${pid}", String(pid()));
  }

  /** Ends the profile and writes it. A file that cannot be written is reported. */
  write(): void {
    const profile = this.#profile.stop();
    if (profile === undefined) return;
    try {
      fs.default.mkdirSync(this.#folder, { recursive: true });
      fs.default.writeFileSync(path.default.join(this.#folder, this.#name), profile);
    } catch (error) {
      writeError(`brio: the CPU profile cannot be written: ${(error as Error).message}\n`);
    }
  }
}

function defaultName(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `CPU.${date}.${time}.${pid()}.${threadId()}.001.cpuprofile`;
}
