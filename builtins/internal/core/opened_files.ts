// Where files are opened, for the report of what a test leaves open: when an asynchronous `open` has a result, no code of the program
// is on the stack any more.

let placeOfCaller: (() => unknown) | null = null;
const places = new WeakMap<object, unknown>();

/** From now on the place of each opened file is noted, as `find` returns it. */
export function watchOpenedFiles(find: () => unknown): void {
  placeOfCaller = find;
}

/** The place that opens a file now; undefined while nothing watches. */
export function openingPlace(): unknown {
  return placeOfCaller?.();
}

export function setOpenedAt(file: object, place: unknown): void {
  places.set(file, place);
}

export function openedAt(file: object): unknown {
  return places.get(file);
}
