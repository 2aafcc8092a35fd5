// The counts of instrumented files: from this process, and from the folders to which other processes wrote them; added up by
// file. The form of a map is that of `modules/transform/src/coverage/map.rs`.
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { EVALUATED_FOLDER } from "internal:loader/counters";
import { coverageResults } from "native:modules";
import type { CountedFile } from "internal:core/coverage/counter_map";
import { type V8Script, v8Script } from "internal:core/coverage/v8";
import type { CollectedMap } from "internal:core/stack/source_map_support";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { pid } from "native:process";

/** What a process wrote at its end. `result` is V8's form, which other tools read. */
interface WrittenProfile {
  result?: V8Script[];
  timestamp?: number;
  /** By URL, for what was compiled from other source. */
  "source-map-cache"?: Record<string, CollectedMap>;
  /** Our counters, which say more. */
  brio?: CountedFile[];
}

/** The counts of this process so far. `resets`: they start again at 0. */
export function ownCounts(resets = false): CountedFile[] {
  const files = JSON.parse(coverageResults(resets)) as CountedFile[];
  return files.filter(({ file }) => !file.startsWith(EVALUATED_FOLDER));
}

/** Adds up the counts of equal files. */
export function merge(files: readonly CountedFile[]): CountedFile[] {
  const merged = new Map<string, CountedFile>();
  for (const one of files) {
    const key = `${one.map.length}:${one.map.counters}:${one.file}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...one, counts: [...one.counts] });
    else for (let index = 0; index < one.counts.length; index++) known.counts[index]! += one.counts[index]!;
  }
  // Of a file that changed meanwhile, the last form counts.
  const byFile = new Map<string, CountedFile>();
  for (const one of merged.values()) byFile.set(one.file, one);
  return [...byFile.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** In a folder of profiles that a run of `brio test` reads: a file with the folder whose files it measures. */
export const ROOT_FILE = "root.txt";

/** Writes a profile to a folder, which is made. `isForUs`: without V8's form, which other programs read. */
export function writeProfile(
  folder: string,
  files: readonly CountedFile[],
  { number = 0, isForUs = false }: { number?: number; isForUs?: boolean } = {},
): void {
  const name = `coverage-${pid()}-${Date.now()}-${number}.json`;
  const profile: WrittenProfile = { timestamp: Date.now(), brio: [...files] };
  if (!isForUs) {
    profile.result = files.map((file, index) => v8Script(file, fileUrl(file.file), String(index + 1)));
    const maps = files.flatMap(({ file }): [string, CollectedMap][] => {
      const map = sourceMaps.mapOfSource(file);
      return map === null ? [] : [[fileUrl(file), map]];
    });
    if (maps.length > 0) profile["source-map-cache"] = Object.fromEntries(maps);
  }
  fs.default.mkdirSync(folder, { recursive: true });
  fs.default.writeFileSync(path.default.join(folder, name), JSON.stringify(profile));
}

/** What the profiles of a folder contain: our counts, and the scripts of other engines. */
export interface Profiles {
  counted: CountedFile[];
  scripts: V8Script[];
}

/** Reads the profiles of a folder; files of other forms are ignored. A missing folder is empty. */
export function readProfiles(folder: string): Profiles {
  const profiles: Profiles = { counted: [], scripts: [] };
  let names: string[];
  try {
    names = fs.default.readdirSync(folder) as string[];
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return profiles;
    throw error;
  }
  for (const name of names.sort()) {
    if (!name.endsWith(".json")) continue;
    let profile: WrittenProfile & Partial<V8Script>;
    try {
      profile = JSON.parse(fs.default.readFileSync(path.default.join(folder, name), "utf8") as string) as never;
    } catch {
      // It was not written completely, or is something else.
      continue;
    }
    if (Array.isArray(profile.brio)) profiles.counted.push(...profile.brio);
    else if (Array.isArray(profile.result)) profiles.scripts.push(...profile.result);
    else if (typeof profile.url === "string" && Array.isArray(profile.functions))
      profiles.scripts.push(profile as V8Script);
  }
  profiles.scripts = profiles.scripts.filter(({ url }) => pathOfFileUrl(url) !== undefined);
  return profiles;
}
