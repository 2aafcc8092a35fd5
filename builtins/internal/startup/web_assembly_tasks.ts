// `WebAssembly` of a host: its asynchronous functions keep the process alive until they are done, and the streaming ones
// accept a Response (https://webassembly.github.io/spec/web-api/#streaming-modules). The rest is the engine's.
import { nativeNames } from "internal:core/stack/install";
import { loopState } from "internal:core/loop_state";
import { ERR_INVALID_ARG_TYPE, ERR_WEBASSEMBLY_RESPONSE } from "internal:core/errors";
import defer * as responses from "web:response";
import { LoopWord } from "native:realm";

type Compile = (source: unknown, imports?: object) => Promise<unknown>;

/** The engine's `WebAssembly` object, as far as this uses it. */
interface Namespace {
  compile: Compile;
  instantiate: Compile;
  CompileError: ErrorConstructor;
}

/** Replaces functions of the engine's object and returns it. */
export function prepare(WA: Namespace): object {
  for (const name of ["compile", "instantiate"] as const) define(WA, name, keepingAlive(WA, WA[name], name));
  const compile = async (source: unknown): Promise<unknown> => WA.compile(await bytesOf(source));
  const instantiate = async (source: unknown, imports: unknown): Promise<unknown> =>
    WA.instantiate(await bytesOf(source), imports as object | undefined);
  // Methods that are not asynchronous functions themselves, as those of the engine.
  const { compileStreaming, instantiateStreaming } = {
    compileStreaming(source: unknown): Promise<unknown> {
      return named(WA, "compileStreaming", compile(source));
    },
    instantiateStreaming(source: unknown, imports: unknown = undefined): Promise<unknown> {
      return named(WA, "instantiateStreaming", instantiate(source, imports));
    },
  };
  define(WA, "compileStreaming", compileStreaming);
  define(WA, "instantiateStreaming", instantiateStreaming as Compile);
  return WA;
}

// The engine's error is of `compile`; the message begins with the function that was called, as in Node.
async function named(WA: Namespace, name: string, result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof WA.CompileError) error.message = `WebAssembly.${name}(): ${error.message}`;
    throw error;
  }
}

function define(WA: Namespace, name: string, value: Compile): void {
  nativeNames.set(value, name);
  Object.defineProperty(WA, name, { value, writable: true, enumerable: true, configurable: true });
}

// The engine compiles on its own threads, which the event loop does not know.
function keepingAlive(WA: Namespace, work: Compile, name: string): Compile {
  const wrapped = (...values: Parameters<Compile>): Promise<unknown> => {
    const promise = work.apply(WA, values);
    void holdFor(promise);
    return promise;
  };
  Object.defineProperty(wrapped, "name", { value: name, configurable: true });
  return Object.defineProperty(wrapped, "length", { value: 1, configurable: true });
}

async function holdFor(promise: Promise<unknown>): Promise<void> {
  loopState[LoopWord.REFERENCES]!++;
  try {
    await promise;
  } catch {
    // The caller handles it.
  } finally {
    loopState[LoopWord.REFERENCES]!--;
  }
}

/** The members of a Response that are read. */
interface ResponseMembers {
  headers: { get(name: string): string | null };
  ok: boolean;
  status: number;
  bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
}

async function bytesOf(source: unknown): Promise<ArrayBuffer> {
  const response = (await source) as ResponseMembers;
  if (!(response instanceof responses.Response))
    throw new ERR_INVALID_ARG_TYPE("source", ["Response", "Promise resolving to Response"], response);
  const type = response.headers.get("Content-Type");
  if (type !== "application/wasm") throw new ERR_WEBASSEMBLY_RESPONSE(`has unsupported MIME type '${type}'`);
  if (!response.ok) throw new ERR_WEBASSEMBLY_RESPONSE(`has status code ${response.status}`);
  if (response.bodyUsed) throw new ERR_WEBASSEMBLY_RESPONSE("body has already been used");
  return response.arrayBuffer();
}
