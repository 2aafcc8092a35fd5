// The settings of the file that running code can change: `jest.setTimeout`, `jest.retryTimes`, `vi.setConfig`.

/** The settings; times in milliseconds. */
export class FileSettings {
  timeoutMs: number;
  hookTimeoutMs: number;
  retry: number;
  readonly seed: number | null;
  readonly #given: { timeoutMs: number; hookTimeoutMs: number; retry: number };

  constructor(given: { timeoutMs: number; hookTimeoutMs: number; retry: number; seed: number | null }) {
    this.#given = given;
    this.timeoutMs = given.timeoutMs;
    this.hookTimeoutMs = given.hookTimeoutMs;
    this.retry = given.retry;
    this.seed = given.seed;
  }
  /** Back to what the run said. */
  reset(): void {
    this.timeoutMs = this.#given.timeoutMs;
    this.hookTimeoutMs = this.#given.hookTimeoutMs;
    this.retry = this.#given.retry;
  }
}

let settings = new FileSettings({ timeoutMs: 5000, hookTimeoutMs: 5000, retry: 0, seed: null });

export function fileSettings(): FileSettings {
  return settings;
}
export function setFileSettings(next: FileSettings): void {
  settings = next;
}

let providedValues: Record<string, unknown> = {};

/** What `inject` of Vitest returns: a value of the configuration or of a global set-up file. */
export function provided(name: string): unknown {
  return providedValues[name];
}
export function setProvided(values: Record<string, unknown>): void {
  providedValues = values;
}
