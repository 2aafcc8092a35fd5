// From the options of a fixture of Rolldown to the flags of `brio build`.

/** A fixture's `_config.json`. */
export interface Fixture {
  config?: Record<string, any>;
  expectExecuted?: boolean;
  expectError?: boolean;
  hashInFilename?: boolean;
  dev?: unknown;
}

/** The flags, and what the outputs are called. */
export interface Flags {
  args: string[];
  entries: string[];
  isModule: boolean;
}

/** Options that say nothing about what is built. */
const IGNORED = new Set(["checks", "cwd", "logLevel", "exports"]);

const LOADERS: Record<string, string> = { asset: "file", binary: "bytes" };
const SOURCE_MAPS: Record<string, string> = { file: "linked", inline: "inline", hidden: "external" };

type Translate = (value: any, args: string[]) => string | void;

const strings =
  (flag: string): Translate =>
  (value, args) => {
    if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) return `${flag.slice(2)} with patterns`;
    for (const one of value) args.push(flag, one);
  };
const string =
  (flag: string): Translate =>
  (value, args) =>
    typeof value === "string" ? void args.push(`${flag}=${value}`) : `${flag.slice(2)} that is computed`;

const OPTIONS: Record<string, Translate> = {
  external: strings("--external"),
  name: string("--global-name"),
  banner: string("--banner"),
  postBanner: string("--banner"),
  footer: string("--footer"),
  entryFilenames: string("--entry-names"),
  chunkFilenames: string("--chunk-names"),
  assetFilenames: (value, args) => string("--asset-names")(`${value}`.replace("[extname]", ".[ext]"), args),
  dropLabels: strings("--drop-labels"),
  legalComments: string("--legal-comments"),
  dir: (value) => (value === "dist" ? undefined : "another folder"),
  keepNames: (value, args) => void (value === true && args.push("--keep-names")),
  minify(value, args) {
    if (value === true) args.push("--minify");
    else if (value !== false) return "minify with options";
  },
  treeshake(value, args) {
    if (value === false) args.push("--no-tree-shaking");
    else if (value !== true) return "treeshake with options";
  },
  platform(value, args) {
    args.push(value === "node" ? "--target" : "--platform", value);
  },
  define(value, args) {
    for (const [name, text] of Object.entries(value)) args.push("--define", `${name}=${text}`);
  },
  moduleTypes(value, args) {
    for (const [extension, name] of Object.entries(value as Record<string, string>))
      args.push("--loader", `${extension}:${LOADERS[name] ?? name}`);
  },
  sourcemap(value, args) {
    const kind = SOURCE_MAPS[`${value}`.toLowerCase()];
    if (kind === undefined) return `sourcemap ${value}`;
    args.push(`--sourcemap=${kind}`);
  },
  tsconfig(value, args) {
    if (value === false) return "no tsconfig";
    if (typeof value === "string") args.push("--tsconfig", value);
  },
  transform(value, args) {
    const { target, ...others } = value;
    const [other] = Object.keys(others);
    if (other !== undefined) return `transform.${other}`;
    for (const one of [target].flat()) args.push("--target", one);
  },
  resolve(value, args) {
    for (const [name, given] of Object.entries(value as Record<string, any>)) {
      if (name === "alias") {
        for (const [from, to] of given) {
          if (!Array.isArray(to) || to.length !== 1 || typeof to[0] !== "string")
            return "resolve.alias with several paths";
          args.push("--alias", `${from}=${to[0]}`);
        }
      } else if (name === "conditionNames") strings("--conditions")(given, args);
      else if (name === "mainFields") strings("--main-fields")(given, args);
      else if (name === "extensions") strings("--resolve-extensions")(given, args);
      else if (name === "symlinks") void (given === false && args.push("--preserve-symlinks"));
      else return `resolve.${name}`;
    }
  },
  preserveEntrySignatures: (value) => (value === "allow-extension" ? undefined : `preserveEntrySignatures ${value}`),
  experimental(value) {
    for (const name of Object.keys(value)) if (name !== "resolveNewUrlToAsset") return `experimental.${name}`;
  },
};

/** The flags of a fixture, or why the command has none for it. */
export function flagsOf({ config = {}, hashInFilename, dev }: Fixture): Flags | string {
  if (dev !== undefined) return "dev";
  const { format = "esm", input = [{ name: "main", import: "./main.js" }], codeSplitting, ...others } = config;
  if (!["esm", "cjs", "iife"].includes(format)) return `format ${format}`;
  if (codeSplitting !== undefined && typeof codeSplitting !== "boolean") return "codeSplitting with groups";
  const args = ["--format", format];
  if (format === "esm" && codeSplitting !== false) args.push("--splitting");
  for (const [name, value] of Object.entries(others)) {
    if (IGNORED.has(name)) continue;
    const translate = OPTIONS[name];
    const reason = translate === undefined ? name : translate(value, args);
    if (typeof reason === "string") return reason;
  }
  if (others.platform === undefined) args.push("--target", format === "cjs" ? "node" : "browser");
  if (others.external === undefined) args.push("--external", "node:assert", "--external", "node:assert/strict");
  const hash = hashInFilename === true ? "-[hash]" : "";
  if (others.entryFilenames === undefined) args.push("--entry-names", `[name]${hash}`);
  if (others.chunkFilenames === undefined) args.push("--chunk-names", `[name]${hash}`);
  const entries: { name?: string; import: string }[] = Array.isArray(input)
    ? input.map((one) => (typeof one === "string" ? { import: one } : one))
    : Object.entries(input).map(([name, file]) => ({ name, import: `${file}` }));
  const nameOf = (entry: { name?: string; import: string }): string =>
    entry.name ?? entry.import.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  for (const entry of entries) args.push(entry.name === undefined ? entry.import : `${entry.name}=${entry.import}`);
  return { args, entries: entries.map(nameOf), isModule: format !== "cjs" };
}
