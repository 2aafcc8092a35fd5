// CPU profiles and heap snapshots of the program, and the files that they are written to.
import { inspect } from "internal:core/util/inspect";
import { ERR_DEBUGGER_ERROR } from "internal:core/errors";
import path from "internal:core/path";
import type { Client } from "internal:startup/debugger/client";
import fs from "internal:node/fs";
import { cwd } from "native:process";

/** A profile that was taken. */
export class Profile {
  readonly data: object;
  readonly #print: (text: string) => void;

  constructor(data: object, print: (text: string) => void) {
    this.data = data;
    this.#print = print;
  }
  save(file = "node.cpuprofile"): void {
    const target = path.resolve(cwd(), file);
    fs.writeFileSync(target, JSON.stringify(this.data));
    this.#print(`Saved profile to ${target}`);
  }
  [inspect.custom](): string {
    const { startTime, endTime } = this.data as { startTime: number; endTime: number };
    return `[Profile ${endTime - startTime}μs]`;
  }
}

export class Profiles {
  readonly taken: Profile[] = [];
  readonly #client: Client;
  readonly #print: (text: string) => void;
  #snapshots: Promise<void> = Promise.resolve();

  constructor(client: Client, print: (text: string) => void) {
    this.#client = client;
    this.#print = print;
    client.on("Profiler.consoleProfileFinished", ({ profile }: { profile: object }) => this.#add(profile));
  }

  async start(): Promise<void> {
    await this.#client.call("Profiler.start");
  }
  async stop(): Promise<void> {
    const { profile } = await this.#client.call("Profiler.stop");
    if (profile === undefined) throw new ERR_DEBUGGER_ERROR("No profile was taken");
    this.#add(profile);
  }

  #add(profile: object): void {
    this.taken.push(new Profile(profile, this.#print));
    this.#print(
      `Captured new CPU profile.\nAccess it with profiles[${this.taken.length - 1}]\n${inspect(this.taken.at(-1))}`,
    );
  }

  /** Writes a heap snapshot. One that is asked for meanwhile is written afterwards. */
  takeSnapshot(file = "node.heapsnapshot"): Promise<void> {
    const next = this.#snapshots.then(() => this.#writeSnapshot(path.resolve(cwd(), file)));
    this.#snapshots = next.catch(() => {});
    return next;
  }

  async #writeSnapshot(target: string): Promise<void> {
    const chunks: string[] = [];
    const add = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
    this.#client.on("HeapProfiler.addHeapSnapshotChunk", add);
    try {
      await this.#client.call("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    } finally {
      this.#client.off("HeapProfiler.addHeapSnapshotChunk", add);
    }
    fs.writeFileSync(target, chunks.join(""));
    this.#print(`Wrote snapshot: ${target}`);
  }
}
