// The outputs of `Bun.build`: Blobs that know their path. https://bun.com/docs/bundler#outputs
import { load } from "internal:core/bootstrap";
import { Blob } from "web:blob";
import { typeOfPath } from "internal:web/mime_types";

const HASH_LENGTH = 8;

/** The contents of an output: bytes, or a file that is read when they are needed. */
export type Contents = Uint8Array | { blob: Blob; path: string; hash: string | null };

/** What is known of an output beside its contents. */
interface Facts {
  path: string;
  kind: string;
  /** The hash in its name; null: that of its contents. */
  hash: string | null;
  loader: string;
  contents: Contents;
}

/** Sets the source map of an output. */
export let setSourceMap: (artifact: BuildArtifact, map: BuildArtifact | null) => void;
/** Whether a value is an output of a build. */
export let isArtifact: (value: object) => value is BuildArtifact;

/** An output of a build. */
export class BuildArtifact extends Blob {
  #facts: Facts;
  #sourcemap: BuildArtifact | null = null;

  constructor(facts: Facts) {
    super([ArrayBuffer.isView(facts.contents) ? facts.contents : facts.contents.blob], {
      type: typeOfPath(facts.path),
    });
    this.#facts = facts;
  }

  static {
    setSourceMap = (artifact, map) => void (artifact.#sourcemap = map);
    isArtifact = (value): value is BuildArtifact => #facts in value;
  }

  get path(): string {
    return this.#facts.path;
  }

  get kind(): string {
    return this.#facts.kind;
  }

  /** Null for a source map, which has the hash of its output. */
  get hash(): string | null {
    const facts = this.#facts;
    return facts.kind === "sourcemap" ? null : (facts.hash ??= hashOfContents(facts.contents));
  }

  get loader(): string {
    return this.#facts.loader;
  }

  get sourcemap(): BuildArtifact | null {
    return this.#sourcemap;
  }

  get [Symbol.toStringTag](): string {
    return "BuildArtifact";
  }
}

/** The hash of an output, as it stands in names. */
export function hashOf(contents: Uint8Array): string {
  return load("internal:bun/hash").hash(contents).toString(36).padStart(HASH_LENGTH, "0").slice(0, HASH_LENGTH);
}

function hashOfContents(contents: Contents): string {
  if (ArrayBuffer.isView(contents)) return hashOf(contents);
  return contents.hash ?? hashOf(load("internal:node/fs").default.readFileSync(contents.path) as Uint8Array);
}

/** The loaders of outputs by their extensions, and of entries. */
const LOADERS: Record<string, string> = {
  js: "js",
  mjs: "js",
  cjs: "js",
  jsx: "jsx",
  ts: "ts",
  mts: "ts",
  cts: "ts",
  tsx: "tsx",
  css: "css",
  html: "html",
  json: "json",
};

const HASH_IN_NAME = /[-.]([\w-]{8})\.[^/]*$/;

/** Makes an output of its description and contents. `folder` is where it is written, null for an output in memory. */
export function artifactOf(
  output: { path: string; kind: string },
  contents: Contents,
  folder: string | null,
  options: { entries: string[]; hasHash: boolean },
): BuildArtifact {
  const { path, kind } = output;
  const hash = options.hasHash ? (HASH_IN_NAME.exec(path)?.[1] ?? null) : null;
  const loader = (kind === "entry-point" ? loaderOfEntry(path, options) : null) ?? LOADERS[extensionOf(path)] ?? "file";
  const place = folder === null ? `./${path}` : `${folder}/${path}`;
  return new BuildArtifact({ path: place, kind, hash, loader, contents });
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The loader of the entry that an output is made of, which is found by its name. */
function loaderOfEntry(output: string, { entries, hasHash }: { entries: string[]; hasHash: boolean }): string | null {
  const name = stemOf(hasHash ? output.replace(HASH_IN_NAME, ".") : output);
  // A template may give a script another name.
  const only = entries.length === 1 && SCRIPT.test(output) && SCRIPT.test(entries[0]!) ? entries[0] : undefined;
  const entry = entries.find((path) => stemOf(path) === name) ?? only;
  return entry === undefined ? null : (LOADERS[extensionOf(entry)] ?? null);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
