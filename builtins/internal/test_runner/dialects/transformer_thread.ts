// The thread in which the transformers of Jest's configurations run: as in Jest they are loaded once for the files that a worker
// runs one after the other, and outside of the modules of these files. `internal:test_runner/dialects/jest_transforms` sends paths.
import type { TransformReply, TransformRequest } from "internal:test_runner/dialects/jest_transforms";
import { type JestTransforms, TransformerState } from "internal:test_runner/dialects/protocol";
import { safe, services } from "internal:core/bootstrap";
import { forgetPort, onPortMessage, postTo } from "internal:web/messaging";
import { serializeError } from "internal:web/worker/errors";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import defer * as commonjs from "internal:loader/commonjs";
import { changedMs, readModuleText } from "native:modules";
import { flush } from "native:stdio";
import * as messaging from "native:messaging";

/** A channel to the realm of a test file, and the configuration of its project. */
export interface TransformerChannel {
  port: number;
  transforms: JestTransforms;
  root: string;
  /** Shared with the run: `TransformerState`. */
  state: Int32Array;
}

type Process = (source: string, path: string, options: object) => unknown;

interface Transformer {
  process?: Process;
  processAsync?: Process;
  createTransformer?(options: unknown): Transformer | Promise<Transformer>;
}

/** A file that changed a shorter time ago, in milliseconds, could change again without getting another time. */
const SETTLED_MS = 100;

const configurations = new Map<string, Transformers>();

/** Serves a realm until it closes the channel. */
export function serveTransforms({ port, transforms, root, state }: TransformerChannel): void {
  if (configurations.size === 0) services().process.on("exit", () => void (state[TransformerState.EXITING] = 1));
  const key = safe.stringify([transforms, root]);
  let transformers = configurations.get(key);
  if (transformers === undefined) configurations.set(key, (transformers = new Transformers(transforms, root)));
  const serve = async ({ bytes, transferred }: Serialized): Promise<void> => {
    state[TransformerState.WORKING]!++;
    const reply = await transformers.reply(deserialize(bytes, transferred) as TransformRequest);
    state[TransformerState.WORKING]!--;
    // The output of the transformer precedes that of the file.
    flush();
    postTo(port, serialize(reply));
  };
  messaging.own(port);
  onPortMessage(port, { receiveMessage: (message) => void serve(message), portClosed: () => forgetPort(port) });
  messaging.start(port);
}

function missingProcess(file: string): string {
  return `The transform ${JSON.stringify(file)} must export a function "process".`;
}

/** The transformers of a configuration. */
class Transformers {
  readonly #root: string;
  readonly #given: JestTransforms;
  readonly #loaded = new Map<string, Promise<Transformer>>();
  /** What became of files, by their paths. */
  readonly #results = new Map<string, { changedMs: number; source: string }>();

  constructor(given: JestTransforms, root: string) {
    this.#given = given;
    this.#root = root;
  }

  async reply(request: TransformRequest): Promise<TransformReply> {
    try {
      return { source: await this.#transformed(request) };
    } catch (error) {
      return { error: serializeError(error) };
    }
  }

  async #transformed(request: TransformRequest): Promise<string> {
    const { path } = request;
    const changed = changedMs(path);
    const known = this.#results.get(path);
    if (known !== undefined && known.changedMs === changed) return known.source;
    const source = await this.#process(request);
    if (safe.now() - changed >= SETTLED_MS) this.#results.set(path, { changedMs: changed, source });
    return source;
  }

  async #process({ index, path, isRequired }: TransformRequest): Promise<string> {
    const { file, options } = this.#given.list[index]!;
    const transformer = await this.#transformer(file!, options);
    const isAsync = typeof transformer.process !== "function" && typeof transformer.processAsync === "function";
    const name = isAsync ? "processAsync" : "process";
    if (typeof transformer[name] !== "function" || (isAsync && isRequired)) throw new TypeError(missingProcess(file!));
    const returned = transformer[name](readModuleText(path), path, this.#optionsOf(options));
    const result = isAsync ? await returned : returned;
    const code = typeof result === "string" ? result : (result as { code?: unknown } | null | undefined)?.code;
    if (typeof code !== "string")
      throw new TypeError(
        `"${name}" of the transform ${JSON.stringify(file)} must return an object with a string "code".`,
      );
    return code;
  }

  #optionsOf(transformerConfig: unknown): object {
    const config = { rootDir: this.#root, cwd: this.#root, transform: this.#given.list, globals: {} };
    return {
      cacheFS: new Map(),
      config,
      configString: JSON.stringify(config),
      instrument: false,
      supportsDynamicImport: true,
      supportsExportNamespaceFrom: true,
      supportsStaticESM: true,
      supportsTopLevelAwait: true,
      transformerConfig,
    };
  }

  #transformer(file: string, options: unknown): Promise<Transformer> {
    const key = `${file} ${JSON.stringify(options)}`;
    let transformer = this.#loaded.get(key);
    if (transformer === undefined) this.#loaded.set(key, (transformer = this.#load(file, options)));
    return transformer;
  }

  async #load(file: string, options: unknown): Promise<Transformer> {
    const Module = commonjs.Module as unknown as {
      _resolveFilename(request: string, parent: null, isMain: boolean, options: { paths: string[] }): string;
      _load(request: string, parent: null, isMain: boolean): { default?: Transformer } & Transformer;
    };
    const loaded = Module._load(Module._resolveFilename(file, null, false, { paths: [this.#root] }), null, false);
    const given: Transformer = loaded.default ?? loaded;
    return typeof given.createTransformer === "function" ? given.createTransformer(options) : given;
  }
}
