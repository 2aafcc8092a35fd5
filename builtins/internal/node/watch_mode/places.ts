// Where the system reports changes of a path: the entry of the file in its directory, and the entries that the path leads
// through, since a link may get another target, and a directory may be removed and created again.
import { lstatSync, readlinkSync } from "internal:node/fs/sync_tree";
import nodePath from "internal:core/path";

/** An entry of a directory, whose real path is `directory`. */
export interface Place {
  directory: string;
  name: string;
}

interface Route {
  /** The real path of the end; null when a part of the path does not exist. */
  end: string | null;
  places: Place[];
}

const LINKS_MAX = 40;

/** Finds places; caches what it found of directories until `clear`. */
export class Places {
  readonly #base: string;
  readonly #routes = new Map<string, Route>();

  /** Directories that contain `base` are not expected to be moved: their own entries are no places. */
  constructor(base: string) {
    this.#base = base;
  }

  /** The places of an absolute path; of one that does not exist, those of the part that does and of the entry that is missing. */
  of(path: string): Place[] {
    return this.#follow(path, true, 0).places;
  }

  /** Empties the cache, since a directory was changed. */
  clear(): void {
    this.#routes.clear();
  }

  #follow(path: string, isLast: boolean, links: number): Route {
    const known = isLast ? undefined : this.#routes.get(path);
    if (known !== undefined) return known;
    const route = path === "/" ? { end: "/", places: [] } : this.#next(path, isLast, links);
    if (!isLast) this.#routes.set(path, route);
    return route;
  }

  #next(path: string, isLast: boolean, links: number): Route {
    const parent = this.#follow(nodePath.dirname(path), false, links);
    // The rest of the path can only appear once its beginning does.
    if (parent.end === null) return parent;
    const directory = parent.end;
    const place = { directory, name: nodePath.basename(path) };
    const end = nodePath.join(directory, place.name);
    const target = links < LINKS_MAX ? targetOf(end) : null;
    if (target === null) return { end: null, places: [...parent.places, place] };
    if (target === end)
      return { end, places: isLast || this.#isWatched(directory) ? [...parent.places, place] : parent.places };
    const rest = this.#follow(nodePath.resolve(directory, target), true, links + 1);
    return { end: rest.end, places: [...parent.places, place, ...rest.places] };
  }

  #isWatched(directory: string): boolean {
    return directory !== "/" && !this.#base.startsWith(`${directory}/`);
  }
}

/** The target of a link; the path itself when it is not one, null when it does not exist. */
function targetOf(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return stats.isSymbolicLink() ? String(readlinkSync(path)) : path;
  } catch {
    return null;
  }
}
