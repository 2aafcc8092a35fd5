// The messages between a run and the realms of its files.
import type { Loaded } from "internal:test_runner/dialects/realm_baseline";
import type { Dialect } from "internal:test_runner/dialects/tree";
import type { TagRules } from "internal:test_runner/dialects/vitest_tags";
import type { UpdateMode } from "internal:test_runner/expect/snapshot_file";

/** The size of the shared memory of a file: the deadline, the number of the running test, and a status for each test. */
export const SHARED_BYTES = 16 + 65_536;
export const STATUS_OFFSET = 16;
/** The statuses by their numbers in shared memory; 0 is none. */
export const STATUSES = ["", "pass", "fail", "skip", "todo", "filtered"] as const;

/** Among the folders of modules: the folders of packages, from that of the importer upwards. */
export const PACKAGES = "node_modules";

/** The transformers of a configuration of Jest. */
export interface JestTransforms {
  /** The first pattern that matches a path applies; `file` null: files that the runner compiles itself. */
  list: { pattern: string; file: string | null; options: unknown }[];
  /** Patterns of paths that are not transformed. */
  ignored: string[];
  /** Whether Jest runs ES modules as such, which transformers then leave as they are. */
  keepsModules: boolean;
  /** Extensions of files that are ES modules there besides those of Node. */
  moduleExtensions: string[];
}

/** Numbers in the memory that a thread of transformers shares with the run. */
export const TransformerState = {
  /** Not 0 when the thread ends. */
  EXITING: 0,
  /** How many files it transforms. */
  WORKING: 1,
} as const;

/** What a realm is to run. Times in milliseconds. */
export interface Job {
  file: string;
  dialect: Dialect;
  home: string;
  /** Null: the default of the dialect. */
  timeoutMs: number | null;
  hookTimeoutMs: number | null;
  retry: number;
  repeats: number;
  concurrencyMax: number | null;
  isAllConcurrent: boolean;
  /** Vitest's hooks after tests are called in the order of their definition. */
  hooksInOrder: boolean;
  /** What `inject` of Vitest returns. */
  provided: Record<string, unknown>;
  /** Vitest's stubs of globals and of variables end with each test. */
  unstubsGlobals: boolean;
  unstubsEnvironment: boolean;
  /** Imports of CommonJS are those of compilers: the default of a module with `__esModule` is its member of that name. */
  importsAsRequire: boolean;
  /** Folders below which bare names of modules are found, `PACKAGES` among them (Jest's `modulePaths` and `moduleDirectories`); empty for packages alone. */
  moduleFolders: string[];
  /** Source of a regular expression for full names. */
  pattern: string | null;
  runsTodo: boolean;
  onlyMarked: boolean;
  seed: number | null;
  bail: number;
  update: UpdateMode;
  setupFiles: string[];
  /** Loaded when `expect` and the hooks exist. */
  setupFilesAfterEnv: string[];
  environment: string | null;
  environmentOptions: Record<string, unknown>;
  hasGlobals: boolean;
  globals: Record<string, unknown>;
  /** Regular expressions and their replacements for specifiers. */
  aliases: [pattern: string, target: string][];
  variables: Record<string, string>;
  /** Null: none. */
  transforms: JestTransforms | null;
  /** The end of a channel to their thread; 0: none. */
  transformerPort: number;
  /** The file or package of Jest's `resolver`; null: none. */
  resolver: string | null;
  /** A test without an assertion fails (Vitest's `expect.requireAssertions`). */
  requiresAssertions: boolean;
  clearMocks: boolean;
  resetMocks: boolean;
  restoreMocks: boolean;
  snapshotFormat: Record<string, unknown>;
  snapshotSerializers: string[];
  /** Null: beside the file, in `__snapshots__`. */
  snapshotPath: string | null;
  useFakeTimers: boolean;
  /** The options of `useFakeTimers` in the configuration. */
  fakeTimers: Record<string, unknown>;
  automocks: boolean;
  /** The tags that tests of Vitest may have; null: those of other dialects. */
  tagRules: TagRules | null;
  /** Expressions of tags, all of which select a test. */
  tagFilters: string[];
  /** Sources of expressions for paths of packages in which mocks of Vitest count (`server.deps.inline`). */
  inlinedPackages: string[];
  /** Names of packages that Jest mocks without a call, with the files that stand for them. */
  packageMocks: [name: string, file: string][];
  detectsLeaks: boolean;
  /** The plan has the places of tests, which cost a stack each. */
  readsPlaces: boolean;
  /** The project is one of Jest: what functions of tests return is an error there. */
  checksResults: boolean;
  /** The realm stays for the next file. */
  sharesRealm: boolean;
  /** It stays if the file leaves it as it was. */
  reusesRealm: boolean;
  /** What the realm loads first, to see changes of it. */
  known: Loaded;
  /** The folder of the project. */
  root: string;
  workerId: number;
}

/** The job of a file without any configuration. `root`: the folder of the project. */
export function emptyJob(file: string, dialect: Dialect, home: string, root: string): Job {
  return {
    file,
    dialect,
    home,
    timeoutMs: null,
    hookTimeoutMs: null,
    retry: 0,
    repeats: 0,
    concurrencyMax: null,
    isAllConcurrent: false,
    hooksInOrder: false,
    provided: {},
    unstubsGlobals: false,
    unstubsEnvironment: false,
    importsAsRequire: dialect === "jest" || dialect === "vitest",
    moduleFolders: [],
    pattern: null,
    runsTodo: false,
    onlyMarked: false,
    seed: null,
    bail: 0,
    update: "none",
    setupFiles: [],
    setupFilesAfterEnv: [],
    environment: null,
    environmentOptions: {},
    hasGlobals: true,
    globals: {},
    aliases: [],
    variables: {},
    transforms: null,
    transformerPort: 0,
    resolver: null,
    requiresAssertions: false,
    clearMocks: false,
    resetMocks: false,
    restoreMocks: false,
    snapshotFormat: {},
    snapshotSerializers: [],
    snapshotPath: null,
    useFakeTimers: false,
    fakeTimers: {},
    automocks: false,
    tagRules: null,
    tagFilters: [],
    inlinedPackages: [],
    packageMocks: [],
    detectsLeaks: false,
    readsPlaces: true,
    checksResults: false,
    sharesRealm: false,
    reusesRealm: false,
    known: { builtins: [], globals: [] },
    root,
    workerId: 1,
  };
}

/** An error as a report shows it. */
export interface ErrorText {
  name: string;
  message: string;
  /** The lines of the stack in the program's files. */
  stack: string[];
  /** The source around the place. */
  excerpt: string;
  file: string | undefined;
  line: number;
  column: number;
  cause?: ErrorText | undefined;
  /** What an assertion compared: primitive values, others as text. */
  compared?: { actual: unknown; expected: unknown } | undefined;
}

/** One test in the plan. */
export interface PlannedTest {
  path: string[];
  line: number;
  column: number;
}

/** A note of a test. */
export interface Annotation {
  message: string;
  type: string;
  line: number;
}

/** The result of one test. */
export interface ResultMessage {
  id: number;
  status: "pass" | "fail" | "skip" | "todo" | "filtered";
  durationMs: number;
  errors: ErrorText[];
  note: string | undefined;
  retries: number;
  annotations?: Annotation[] | undefined;
}

/** Messages of a realm. */
export type Message =
  /** Names of tests with the index of their suite's path. `places`: the line and the column of each test, in one list; null: they were not read. */
  | { kind: "plan"; names: string[]; suites: number[]; suitePaths: string[][]; places: number[] | null; loadMs: number }
  /** `passed`: the number and the milliseconds of each test that only passed, in one list. */
  | { kind: "results"; results: ResultMessage[]; passed: number[] }
  | { kind: "error"; error: ErrorText }
  | {
      kind: "end";
      /** The realm waits for another file. */
      keepsRealm: boolean;
      /** What the file loaded that later realms may load first. */
      loaded: Loaded;
      assertions: number;
      snapshots: {
        added: number;
        updated: number;
        matched: number;
        unmatched: number;
        removed: number;
        obsolete: string[];
      } | null;
    };
