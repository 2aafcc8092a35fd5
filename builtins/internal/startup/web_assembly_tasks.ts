// `WebAssembly` as a host gives it: its asynchronous functions keep the process alive until they are done, and the streaming ones
// take a Response (https://webassembly.github.io/spec/web-api/#streaming-modules). The rest is the engine's.
import { loopState, REFERENCES } from "internal:core/loop_state";
import { ERR_INVALID_ARG_TYPE, ERR_WEBASSEMBLY_RESPONSE } from "internal:core/errors";
import defer * as responses from "web:response";

type Compile = (...values: any[]) => Promise<any>;

/** Prepares the engine's object and returns it. */
export function prepare(WA: any): any {
  for (const name of ["compile", "instantiate"]) define(WA, name, keepingAlive(WA, WA[name], name));
  define(WA, "compileStreaming", async function compileStreaming(source: unknown): Promise<any> {
    return WA.compile(await bytesOf(source));
  });
  define(
    WA,
    "instantiateStreaming",
    async function instantiateStreaming(source: unknown, imports?: object): Promise<any> {
      return WA.instantiate(await bytesOf(source), imports);
    },
  );
  return WA;
}

function define(WA: any, name: string, value: Compile): void {
  Object.defineProperty(WA, name, { value, writable: true, enumerable: true, configurable: true });
}

// The engine compiles on threads of its own, which the event loop does not see.
function keepingAlive(WA: any, work: Compile, name: string): Compile {
  const wrapped = function (...values: any[]): Promise<any> {
    const promise = work.apply(WA, values);
    void holdFor(promise);
    return promise;
  };
  Object.defineProperty(wrapped, "name", { value: name, configurable: true });
  return Object.defineProperty(wrapped, "length", { value: 1, configurable: true });
}

async function holdFor(promise: Promise<unknown>): Promise<void> {
  loopState[REFERENCES]!++;
  try {
    await promise;
  } catch {
    // It is the caller's.
  } finally {
    loopState[REFERENCES]!--;
  }
}

async function bytesOf(source: unknown): Promise<ArrayBuffer> {
  const response: any = await source;
  if (!(response instanceof (responses.Response as any)))
    throw new ERR_INVALID_ARG_TYPE("source", ["Response", "Promise resolving to Response"], response);
  const type = response.headers.get("Content-Type");
  if (type !== "application/wasm") throw new ERR_WEBASSEMBLY_RESPONSE(`has unsupported MIME type '${type}'`);
  if (!response.ok) throw new ERR_WEBASSEMBLY_RESPONSE(`has status code ${response.status}`);
  if (response.bodyUsed) throw new ERR_WEBASSEMBLY_RESPONSE("body has already been used");
  return response.arrayBuffer();
}
