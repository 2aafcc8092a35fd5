// `Bun.build`: bundles, with plugins. https://bun.com/docs/bundler
import { artifactOf, type BuildArtifact, type Contents, setSourceMap } from "internal:bun/build/artifact";
import { failureOf, type Log, messageOf, type Message } from "internal:bun/build/messages";
import {
  type BuildConfig,
  type Executable,
  executableOf,
  metafileOf,
  nativeOptions,
  withReadFiles,
} from "internal:bun/build/options";
import { type OutputFile, type Plugins, runPlugins } from "internal:bun/build/plugins";
import { invalid } from "internal:bun/errors";
import { compile, completeHook, release, setHandlers, start, takeOutput } from "native:bundler";
import { load } from "internal:core/bootstrap";

/** The result of a build. */
interface BuildOutput {
  outputs: BuildArtifact[];
  success: boolean;
  logs: Message[];
  metafile?: object;
}

/** What native code reports of a build that has ended. */
interface Outcome {
  success: boolean;
  folder?: string | null;
  outputs: Made[];
  logs: Log[];
  metafile?: string | null;
  /** The metafile as Markdown. */
  metafileReport?: string | null;
}

/** What native code reports of an output. */
interface Made {
  path: string;
  kind: string;
  hash: string | null;
  bytes: number;
  /** A large file that it is a copy of, and is not read for it. */
  copied: string | null;
}

/** A build that runs. */
interface Running {
  plugins: Plugins;
  ended(outcome: Outcome): void;
}

const running = new Map<number, Running>();
let isReady = false;

function prepare(): void {
  if (isReady) return;
  isReady = true;
  setHandlers({
    hookCalled(build, number, call) {
      void callHook(build, number, call);
    },
    ended(build, outcome) {
      const found = running.get(build)!;
      running.delete(build);
      found.ended(JSON.parse(outcome));
    },
  });
}

async function callHook(build: number, number: number, call: string): Promise<void> {
  completeHook(build, number, await running.get(build)!.plugins.result(call));
}

/** The folder that a build may read: packages may lie anywhere. */
const READABLE = "/";

function runNative(plugins: Plugins): Promise<[build: number, outcome: Outcome]> {
  return new Promise((resolve) => {
    const options = { ...nativeOptions(plugins.config), alias: plugins.aliases };
    const build = start(JSON.stringify(options), JSON.stringify(plugins.filters()), READABLE);
    running.set(build, { plugins, ended: (outcome) => resolve([build, outcome]) });
  });
}

/**
 * Bundles.
 *
 * @param config The entries (`entrypoints`) and options, as Bun documents them. Without `outdir` nothing is written.
 * @returns The outputs, as Blobs with a path, and warnings.
 * @throws AggregateError "Bundle failed" with BuildMessages, unless `throw` is false; TypeError for invalid options.
 */
export function build(config: BuildConfig): Promise<BuildOutput> {
  // As in Bun, options that do not fit throw at once.
  nativeOptions(config);
  executableOf(config);
  // In lists within the list, as Vite has them, what is false or missing is left out.
  for (const plugin of Array.isArray(config.plugins) ? config.plugins : [])
    if (typeof plugin !== "object" || plugin === null) throw invalid("Expected plugin to be an object");
  return buildWith(config, true);
}

/** As `build`; the outputs are written to `outdir` only if `writes`. */
export function buildWith(config: BuildConfig, writes: boolean): Promise<BuildOutput> {
  prepare();
  return run(config, writes);
}

async function run(given: BuildConfig, writes: boolean): Promise<BuildOutput> {
  const config = await withReadFiles(given);
  const plugins = await runPlugins(config);
  // As in Bun, `throw: false` is about the build, not about what plugins throw before it.
  await plugins.started();
  let number: number;
  let outcome: Outcome;
  try {
    [number, outcome] = await runNative(plugins);
  } catch (error) {
    if (config.throw !== false) throw error;
    return { outputs: [], success: false, logs: [error as unknown as Message] };
  }
  const { default: path } = load("internal:core/path");
  const directory = load("internal:node/process").default.cwd();
  const logs = [
    ...outcome.logs.map((log) => messageOf(log, directory)),
    ...plugins.warnings.map((log) => messageOf(log)),
  ];
  if (!outcome.success) {
    release(number);
    const failed: BuildOutput = { outputs: [], success: false, logs };
    await plugins.ended(failed);
    if (config.throw !== false) throw failureOf(logs);
    return failed;
  }
  const executable = executableOf(config);
  if (executable !== null) return compiled(number, executable, logs, plugins);
  const files = outcome.outputs.map((output, index) => fileOf(output, () => takeOutput(number, index)));
  release(number);
  try {
    await plugins.rendered(files);
  } catch (error) {
    if (config.throw !== false) throw error;
    return { outputs: [], success: false, logs: [error as unknown as Message] };
  }
  const folder = outcome.folder ? path.resolve(outcome.folder) : null;
  const outputs = artifactsOf(files, folder, config);
  const result: BuildOutput = { outputs, success: true, logs };
  // A module of a plugin's namespace is `namespace:path`.
  if (outcome.metafile) result.metafile = JSON.parse(outcome.metafile.replaceAll("\\u0001:", ":"));
  await plugins.ended(result);
  if (folder !== null && writes) {
    await writeAll(folder, files, outputs);
    await writeMetafiles(folder, plugins.config, outcome);
  }
  return result;
}

/** Writes the metafile to the files that the options name, which are below the outputs. */
async function writeMetafiles(folder: string, config: BuildConfig, outcome: Outcome): Promise<void> {
  const { json, markdown } = metafileOf(config) ?? {};
  const { write } = load("internal:bun/file");
  const all = { json: [json, outcome.metafile], markdown: [markdown, outcome.metafileReport] };
  for (const [path, text] of Object.values(all))
    if (path && text) await write(`${folder}/${path}`, text, { createPath: true });
}

/** An output. Of a large file the contents are only read when a plugin needs them. */
function fileOf(output: Made, take: () => Uint8Array): OutputFile {
  const { copied } = output;
  if (!copied) return { ...output, contents: take() };
  return {
    ...output,
    get contents() {
      return load("internal:node/fs").default.readFileSync(copied) as Uint8Array;
    },
  };
}

/** The outputs with their source maps. */
function artifactsOf(files: OutputFile[], folder: string | null, config: BuildConfig): BuildArtifact[] {
  const naming = typeof config.naming === "string" ? { entry: config.naming } : (config.naming ?? {});
  const templates: Record<string, string | undefined> = { "entry-point": naming.entry ?? "", asset: naming.asset };
  const outputs: BuildArtifact[] = [];
  const maps = new Map<string, BuildArtifact>();
  for (const file of files) {
    const hasHash = (templates[file.kind] ?? naming.chunk ?? "[hash]").includes("[hash]");
    const artifact = artifactOf(file, contentsOf(file), folder, { entries: config.entrypoints, hasHash });
    outputs.push(artifact);
    if (file.kind === "sourcemap") maps.set(file.path, artifact);
  }
  for (let index = 0; index < outputs.length; index++)
    setSourceMap(outputs[index]!, maps.get(`${files[index]!.path}.map`) ?? null);
  return outputs;
}

function contentsOf(file: OutputFile): Contents {
  return file.copied ? blobOfFile(file.copied, file.hash) : file.contents;
}

/** Makes the executable of a build that has ended. */
async function compiled(
  number: number,
  { file, ...settings }: Executable,
  logs: Message[],
  plugins: Plugins,
): Promise<BuildOutput> {
  let maps: string[];
  try {
    maps = JSON.parse(compile(number, file, JSON.stringify({ ...settings, include: [] })));
  } finally {
    release(number);
  }
  const made = (path: string, kind: string) =>
    artifactOf({ path: path.slice(1), kind }, blobOfFile(path, null), "", { entries: [], hasHash: false });
  const outputs = [made(file, "entry-point"), ...maps.map((path) => made(path, "sourcemap"))];
  const result: BuildOutput = { outputs, success: true, logs };
  await plugins.ended(result);
  return result;
}

/** The contents of a file, which stay there. `hash` is null when it is not known. */
function blobOfFile(path: string, hash: string | null): Contents {
  return { blob: load("internal:node/fs/deferred").openAsBlobSync(path), path, hash };
}

async function writeAll(folder: string, files: OutputFile[], outputs: BuildArtifact[]): Promise<void> {
  const { write } = load("internal:bun/file");
  for (let index = 0; index < outputs.length; index++) {
    const { path, copied } = files[index]!;
    const place = `${folder}/${path}`;
    if (copied) await copyFile(copied, place);
    else await write(place, outputs[index], { createPath: true });
  }
}

/** Copies a large file, not with its permissions: an output can be replaced. */
async function copyFile(from: string, to: string): Promise<void> {
  const { promises } = load("internal:node/fs").default;
  await promises.mkdir(load("internal:core/path").default.dirname(to), { recursive: true });
  await promises.rm(to, { force: true });
  await promises.copyFile(from, to);
  await promises.chmod(to, 0o666 & ~load("internal:node/process").default.umask());
}
