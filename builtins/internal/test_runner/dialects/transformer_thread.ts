// The thread in which the transformers of Jest's configurations run: as in Jest they are loaded once for the files that a worker
// runs one after the other, and outside of the modules of these files. `internal:test_runner/dialects/jest_transforms` sends paths.
import type { TransformReply, TransformRequest } from "internal:test_runner/dialects/jest_transforms";
import { type JestTransforms, TransformerState } from "internal:test_runner/dialects/protocol";
import { safe, services } from "internal:core/bootstrap";
import defer * as coverage from "internal:test_runner/coverage/transformed";
import { forgetPort, onPortMessage, postTo } from "internal:web/messaging";
import { serializeError } from "internal:web/worker/errors";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import { requireFile, resolveIn } from "internal:test_runner/dialects/project_packages";
import { changedMs, formatOf, readModuleText } from "native:modules";
import { base64ToString, encodeUtf8 } from "native:buffer";
import { cwd } from "native:process";
import { threadId } from "native:worker";
import { flush } from "native:stdio";
import * as messaging from "native:messaging";

/** A channel to the realm of a test file, and the configuration of its project. */
export interface TransformerChannel {
  port: number;
  transforms: JestTransforms;
  root: string;
  /** The folder for what is transformed while coverage is measured; null: it is not. */
  recordsTo: string | null;
  /** Shared with the run: `TransformerState`. */
  state: Int32Array;
}

/** What a transformer returns besides a string. */
interface Result {
  code?: unknown;
  /** A source map, or its JSON. */
  map?: unknown;
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
export function serveTransforms({ port, transforms, root, recordsTo, state }: TransformerChannel): void {
  if (configurations.size === 0) services().process.on("exit", () => void (state[TransformerState.EXITING] = 1));
  const key = safe.stringify([transforms, root]);
  let transformers = configurations.get(key);
  if (transformers === undefined)
    configurations.set(key, (transformers = new Transformers(transforms, root, recordsTo)));
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

/** `@babel/core` without `babel-jest`. */
const BABEL_CORE = /\/node_modules\/@babel\/core\//;

interface Babel {
  transformSync(source: string, options: object): { code: string } | null;
}

/** A transformer of the project's Babel. Its calls of `jest.mock` are hoisted like those of files that are not transformed. */
function ofBabel(babel: Babel, options: unknown): Transformer {
  const caller = {
    name: "babel-jest",
    supportsStaticESM: true,
    supportsDynamicImport: true,
    supportsTopLevelAwait: true,
    supportsExportNamespaceFrom: true,
  };
  return {
    process: (source, filename) => {
      const given = { cwd: cwd(), ...(options as object), filename, caller, sourceMaps: "inline", compact: false };
      return babel.transformSync(source, given) ?? { code: source };
    },
  };
}

const MAP_COMMENT = "//# sourceMappingURL=";

/** A source map as the URL of a comment. */
function dataOf(map: unknown): string {
  const bytes = encodeUtf8(typeof map === "string" ? map : JSON.stringify(map));
  return `data:application/json;base64,${base64ToString(bytes, 0, bytes.length)}`;
}

function missingProcess(file: string): string {
  return `The transform ${JSON.stringify(file)} must export a function "process".`;
}

/** The transformers of a configuration. */
class Transformers {
  readonly #root: string;
  readonly #recordsTo: string | null;
  readonly #given: JestTransforms;
  readonly #loaded = new Map<string, Promise<Transformer>>();
  /** What became of files, by their paths. */
  readonly #results = new Map<string, { changedMs: number; source: string }>();

  constructor(given: JestTransforms, root: string, recordsTo: string | null) {
    this.#recordsTo = recordsTo;
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
    if (this.#recordsTo !== null && source.includes(MAP_COMMENT))
      coverage.recordTransformed(this.#recordsTo, threadId(), path, source);
    if (safe.now() - changed >= SETTLED_MS) this.#results.set(path, { changedMs: changed, source });
    return source;
  }

  async #process(request: TransformRequest): Promise<string> {
    const { index, path, isRequired } = request;
    const { file, options } = this.#given.list[index]!;
    const transformer = await this.#transformer(file!, options);
    const isAsync = typeof transformer.process !== "function" && typeof transformer.processAsync === "function";
    const name = isAsync ? "processAsync" : "process";
    if (typeof transformer[name] !== "function" || (isAsync && isRequired)) throw new TypeError(missingProcess(file!));
    const returned = transformer[name](readModuleText(path), path, this.#optionsOf(options, this.#isModule(request)));
    const result = isAsync ? await returned : returned;
    const { code, map } = typeof result === "string" ? { code: result, map: null } : ((result ?? {}) as Result);
    if (typeof code !== "string")
      throw new TypeError(
        `"${name}" of the transform ${JSON.stringify(file)} must return an object with a string "code".`,
      );
    return map === null || map === undefined || code.includes(MAP_COMMENT)
      ? code
      : `${code}\n${MAP_COMMENT}${dataOf(map)}`;
  }

  /** Whether Jest runs the file as an ES module. */
  #isModule({ path, isRequired }: TransformRequest): boolean {
    const { keepsModules, moduleExtensions } = this.#given;
    if (!keepsModules || isRequired) return false;
    return formatOf(path) === "module" || moduleExtensions.some((extension) => path.endsWith(extension));
  }

  #optionsOf(transformerConfig: unknown, isModule: boolean): object {
    const config = { rootDir: this.#root, cwd: cwd(), transform: this.#given.list, globals: {} };
    return {
      cacheFS: new Map(),
      config,
      configString: JSON.stringify(config),
      instrument: false,
      supportsDynamicImport: true,
      supportsExportNamespaceFrom: true,
      supportsStaticESM: isModule,
      supportsTopLevelAwait: isModule,
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
    const found = resolveIn(this.#root, file);
    const loaded = requireFile<{ default?: Transformer } & Transformer>(found);
    if (BABEL_CORE.test(found)) return ofBabel(loaded as unknown as Babel, options);
    const given: Transformer = loaded.default ?? loaded;
    return typeof given.createTransformer === "function" ? given.createTransformer(options) : given;
  }
}
