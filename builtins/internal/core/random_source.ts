// Where random bytes come from: the operating system, unless `--seed` asks for the same ones in every run.

/** Fills a view with bytes; null: the operating system does. */
export let randomSource: ((view: ArrayBufferView) => void) | null = null;

/** Replaces the operating system as the source of random bytes. */
export function setRandomSource(source: (view: ArrayBufferView) => void): void {
  randomSource = source;
}
