// Which files may run in a realm that another file has left as it was, and the threads that wait for such files.
import type { Job } from "internal:test_runner/dialects/protocol";
import type { Loaded } from "internal:test_runner/dialects/realm_baseline";
import type { Dialect } from "internal:test_runner/dialects/tree";
import { windowKind } from "internal:test_runner/dialects/window_kind";
import { SharedRealm } from "internal:test_runner/command/shared_realm";

/** With fewer files for each worker the comparison costs more than it saves; the package of a window costs much more. */
const FILES_PER_WORKER_MIN = 3;

export class ReusedRealms {
  /** Files with and without a window alternate in many projects: each slot has a realm for both. */
  readonly #bySlot: { plain?: SharedRealm; window?: SharedRealm }[] = [];
  readonly #builtins = new Set<string>();
  readonly #globals = new Set<string>();
  #filesPerWorker = 0;

  /** Begins a run of so many files on so many workers. */
  begin(fileCount: number, workerCount: number): void {
    this.#filesPerWorker = fileCount / workerCount;
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

  /**
   * Whether the realm of a job can be compared with its beginning: nothing is set up in it that a comparison does not see. The
   * package of a browser's environment is loaded before, and set-up files run for each file.
   */
  mayReuse(job: Job): boolean {
    return (
      (job.environment === null ? this.#filesPerWorker >= FILES_PER_WORKER_MIN : this.#filesPerWorker > 1) &&
      !job.sharesRealm &&
      !job.detectsLeaks &&
      (job.environment === null || windowKind(job.environment) !== null) &&
      !job.automocks &&
      job.packageMocks.length === 0 &&
      job.resolver === null
    );
  }

  /** The realm of a slot for a job. */
  realmOf(slot: number, { environment }: Job): SharedRealm {
    const realms = (this.#bySlot[slot] ??= {});
    return (realms[environment === null ? "plain" : "window"] ??= new SharedRealm());
  }

  /** Ends the threads. */
  end(): void {
    for (const realms of this.#bySlot.splice(0)) {
      realms?.plain?.end();
      realms?.window?.end();
    }
  }
}
