// Where files are opened, for the report of what a test leaves open: when an asynchronous `open` has a result, no code of the program
// is on the stack any more.

// Set only where leaks are detected; realms of such runs serve one file.
let placeOfCaller: (() => unknown) | null = null;
let streamPlace: unknown;
const places = new WeakMap<object, unknown>();

/** From now on the place of each opened file is noted, as `find` returns it. */
export function watchOpenedFiles(find: () => unknown): void {
  placeOfCaller = find;
}

/** The place that opens a file now; undefined while nothing watches. */
export function openingPlace(): unknown {
  return streamPlace ?? placeOfCaller?.();
}

/** Calls `open` for what was made at `place`: a stream opens its file after the code that made it. */
export function openLater(place: unknown, open: () => void): void {
  streamPlace = place;
  try {
    open();
  } finally {
    streamPlace = undefined;
  }
}

export function setOpenedAt(file: object, place: unknown): void {
  places.set(file, place);
}

export function openedAt(file: object): unknown {
  return places.get(file);
}
