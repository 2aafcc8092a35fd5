// The file descriptors that tests open by number (`fs.openSync`, `fs.open`, streams of files) and have not closed.
import type { Leak } from "internal:test_runner/leaks";
import { watchDescriptors } from "internal:node/worker/descriptors";
import { newRecord } from "internal:node/fs/stats";
import { fstatSync, StatField } from "native:fs";

interface Descriptor extends Leak {
  owner: unknown;
  /** What tells the file from another one that later has the same number. */
  identity: string | undefined;
}

/** Watches the descriptors that this thread opens from now on. */
export class OpenDescriptors {
  readonly #open = new Map<number, Descriptor>();

  /** `owner` and `place`: the test and the code of the program that run now, undefined for none. */
  constructor(owner: () => unknown, place: () => Leak["place"]) {
    watchDescriptors({
      opening: () => {
        const opener = owner();
        const at = place();
        if (opener === undefined || at === undefined) return () => {};
        return (fd) => void this.#open.set(fd, { kind: "file", place: at, owner: opener, identity: identityOf(fd) });
      },
      closed: (fd) => void this.#open.delete(fd),
    });
  }

  isWaitingFor(owner: unknown): boolean {
    for (const [fd, entry] of this.#open) if (entry.owner === owner && isOpen(fd, entry)) return true;
    return false;
  }

  /** What `owner` left open; it is returned once. */
  take(owner: unknown): Leak[] {
    const left: Leak[] = [];
    for (const [fd, entry] of this.#open) {
      if (entry.owner !== owner) continue;
      this.#open.delete(fd);
      if (isOpen(fd, entry)) left.push(entry);
    }
    return left;
  }
}

/** A socket, a child or a stream that was given the descriptor may have closed it. */
function isOpen(fd: number, { identity }: Descriptor): boolean {
  return identity !== undefined && identityOf(fd) === identity;
}

/** The device and the number of the file; undefined for a descriptor that is not open. */
function identityOf(fd: number): string | undefined {
  const record = newRecord(true);
  try {
    fstatSync(fd, record.bytes, true);
  } catch {
    return undefined;
  }
  return `${record.numbers[StatField.DEVICE]}:${record.numbers[StatField.INODE]}`;
}
