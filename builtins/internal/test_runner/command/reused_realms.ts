// Which files may run in a realm that another file has left as it was, and the threads that wait for such files.
import type { Job } from "internal:test_runner/dialects/protocol";
import type { Loaded } from "internal:test_runner/dialects/realm_baseline";
import type { Dialect } from "internal:test_runner/dialects/tree";
import { SharedRealm } from "internal:test_runner/command/shared_realm";

/** With fewer files for each worker the comparison costs more than it saves. */
const FILES_PER_WORKER_MIN = 3;

export class ReusedRealms {
  readonly #bySlot: SharedRealm[] = [];
  readonly #builtins = new Set<string>();
  readonly #globals = new Set<string>();
  #isWorthwhile = false;

  /** Begins a run of so many files on so many workers. */
  begin(fileCount: number, workerCount: number): void {
    this.#isWorthwhile = fileCount >= workerCount * FILES_PER_WORKER_MIN;
  }

  /** What files of the run have loaded, and those of a dialect always load. */
  knownFor(dialect: Dialect): Loaded {
    const own = dialect === "bun" ? ["bun:test"] : [];
    return { builtins: [...own, ...this.#builtins], globals: [...this.#globals] };
  }

  noteLoaded({ builtins, globals }: Loaded): void {
    for (const id of builtins) this.#builtins.add(id);
    for (const name of globals) this.#globals.add(name);
  }

  /** Whether the realm of a job can be compared with its beginning: nothing is set up in it that a comparison does not see. */
  mayReuse(job: Job): boolean {
    return (
      this.#isWorthwhile &&
      !job.sharesRealm &&
      !job.detectsLeaks &&
      job.environment === null &&
      job.setupFiles.length + job.setupFilesAfterEnv.length + job.snapshotSerializers.length === 0 &&
      Object.keys(job.globals).length === 0 &&
      !job.useFakeTimers &&
      !job.automocks &&
      job.packageMocks.length === 0 &&
      job.resolver === null
    );
  }

  /** The thread of a slot. */
  realmOf(slot: number): SharedRealm {
    return (this.#bySlot[slot] ??= new SharedRealm());
  }

  /** Ends the threads. */
  end(): void {
    for (const realm of this.#bySlot.splice(0)) realm?.end();
  }
}
