// The snapshots of one test file: `__snapshots__/<file>.snap`, and those inside the test file.
// https://jestjs.io/docs/snapshot-testing
import { escapeTemplate, type Flavor, unescapeTemplate } from "internal:test_runner/expect/snapshot_format";
import type { InlineSnapshot } from "internal:test_runner/expect/inline_snapshots";
import defer * as inline from "internal:test_runner/expect/inline_snapshots";
import defer * as fs from "internal:node/fs";
import * as native from "native:fs";
import defer * as path from "internal:core/path";

const HEADERS: Record<Flavor, string> = {
  jest: "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing",
  vitest: "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html",
  bun: "// Bun Snapshot v1, https://bun.sh/docs/test/snapshots",
};

/** `none`: nothing is written (`--ci`); `new`: new ones are; `all`: changed ones too (`-u`). */
export type UpdateMode = "none" | "new" | "all";

/** What a file's snapshots amount to. */
export interface SnapshotCounts {
  added: number;
  updated: number;
  matched: number;
  unmatched: number;
  removed: number;
  obsolete: string[];
}

export class SnapshotFile {
  readonly testFile: string;
  readonly path: string;
  readonly flavor: Flavor;
  readonly update: UpdateMode;
  readonly counts: SnapshotCounts = { added: 0, updated: 0, matched: 0, unmatched: 0, removed: 0, obsolete: [] };
  #entries: Map<string, string> | undefined;
  readonly #checked = new Set<string>();
  /** Names of tests that were skipped: their snapshots are not obsolete. */
  readonly #skipped: string[] = [];
  readonly #inline: InlineSnapshot[] = [];
  #isDirty = false;

  /** `resolvePath`: where a configuration wants the file. */
  constructor(testFile: string, flavor: Flavor, update: UpdateMode, resolvedPath?: string) {
    this.testFile = testFile;
    this.flavor = flavor;
    this.update = update;
    const slash = testFile.lastIndexOf("/");
    this.path = resolvedPath ?? `${testFile.slice(0, slash)}/__snapshots__${testFile.slice(slash)}.snap`;
  }

  get #all(): Map<string, string> {
    return (this.#entries ??= readSnapshots(this.path));
  }

  /** The stored text of a name. */
  find(name: string): string | undefined {
    this.#checked.add(name);
    return this.#all.get(name);
  }
  /** Stores a text, which `save` writes. */
  store(name: string, text: string): void {
    this.#all.set(name, text);
    this.#isDirty = true;
  }
  /** Replaces or adds a snapshot in the test file. */
  storeInline(snapshot: InlineSnapshot): void {
    this.#inline.push(snapshot);
  }
  /** The test with that name did not run. */
  skip(testName: string): void {
    this.#skipped.push(testName);
  }

  /** Writes what changed; `isComplete`: all tests of the file ran, so that what was not checked is obsolete. Throws the system's errors. */
  save(isComplete: boolean): SnapshotCounts {
    if (isComplete && this.update !== "none" && (this.#entries !== undefined || isThere(this.path)))
      this.#dropObsolete();
    if (this.#isDirty) {
      if (this.#all.size === 0) fs.default.rmSync(this.path, { force: true });
      else {
        fs.default.mkdirSync(path.default.dirname(this.path), { recursive: true });
        fs.default.writeFileSync(this.path, this.#text());
      }
    }
    if (this.#inline.length > 0) inline.writeInline(this.testFile, this.#inline);
    return this.counts;
  }

  #dropObsolete(): void {
    for (const name of this.#all.keys()) {
      if (
        this.#checked.has(name) ||
        this.#skipped.some((test) => name.startsWith(`${test} `) || name.startsWith(`${test}:`))
      )
        continue;
      if (this.update === "all") {
        this.#all.delete(name);
        this.counts.removed++;
        this.#isDirty = true;
      } else this.counts.obsolete.push(name);
    }
  }

  #text(): string {
    const names = [...this.#all.keys()];
    if (this.flavor !== "bun") names.sort(naturalOrder);
    const entries = names.map(
      (name) => `exports[\`${escapeTemplate(name)}\`] = \`${escapeTemplate(this.#all.get(name)!)}\`;`,
    );
    return `${HEADERS[this.flavor]}\n\n${entries.join("\n\n")}\n`;
  }
}

/**
 * The order of Jest's and Vitest's files: numbers by their value unless they begin with 0, and signs before "-", digits,
 * letters, and what is not ASCII.
 */
function naturalOrder(one: string, other: string): number {
  const [first, second] = [one.match(NUMBER_OR_CHARACTER) ?? [], other.match(NUMBER_OR_CHARACTER) ?? []];
  for (let index = 0; index < first.length && index < second.length; index++) {
    const [left, right] = [first[index]!, second[index]!];
    if (left === right) continue;
    if (/^[1-9]/.test(left) && /^[1-9]/.test(right)) return Number(left) - Number(right);
    return rank(left) - rank(right) || left.charCodeAt(0) - right.charCodeAt(0);
  }
  return first.length - second.length;
}

const NUMBER_OR_CHARACTER = /[1-9]\d*|[^]/g;
/** The first characters of names by their group. */
const GROUPS = [/[^\-\w\x80-\uffff]|_/, /-/, /\d/, /[A-Za-z]/];

function rank(text: string): number {
  const group = GROUPS.findIndex((pattern) => pattern.test(text[0]!));
  return group === -1 ? GROUPS.length : group;
}

const ENTRY = /exports\[`((?:[^`\\]|\\[\s\S])*)`\]\s*=\s*`((?:[^`\\]|\\[\s\S])*)`;/g;

/** Whether a file exists, without the module `fs`, which most files of tests do not need. */
function isThere(file: string): boolean {
  try {
    return native.existsSync(file);
  } catch {
    return false;
  }
}

/** The snapshots of a file; none when there is no file. */
function readSnapshots(file: string): Map<string, string> {
  const found = new Map<string, string>();
  let text: string;
  try {
    text = fs.default.readFileSync(file, "utf8") as string;
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
    return found;
  }
  for (const [, name, value] of text.replaceAll("\r\n", "\n").matchAll(ENTRY))
    found.set(unescapeTemplate(name!), unescapeTemplate(value!));
  return found;
}
