// A dispatcher provides the responses of fetch: the `dispatcher` of a request, or the one that undici's setGlobalDispatcher set.
import assert from "node:assert";
import { test } from "../harness.ts";

type Handler = {
  onRequestStart(controller: object, context: object): void;
  onResponseStart(controller: object, status: number, headers: object, statusText: string): void;
  onResponseData(controller: object, chunk: Uint8Array): void;
  onResponseEnd(controller: object, trailers: object): void;
  onResponseError(controller: object, error: Error): void;
};
type Options = { method: string; path: string; origin: string; headers: Record<string, string>; body: unknown };
const kGlobal = Symbol.for("undici.globalDispatcher.2");
const calls: string[] = [];

/** Provides the response `answer`, and records its calls in `calls`. */
function dispatcher(
  answer: (options: Options) => {
    status?: number;
    headers?: object;
    chunks?: string[];
    error?: Error;
    holds?: boolean;
  },
) {
  return {
    dispatch(options: Options, handler: Handler): boolean {
      calls.push(`${options.method} ${options.origin}${options.path}`);
      const { status = 200, headers = {}, chunks = [], error, holds } = answer(options);
      const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().flatMap((one) => [Buffer.from(name), Buffer.from(one)]),
      );
      const controller = {
        abort: (reason: Error) => void calls.push(`aborted: ${reason?.message}`),
        pause: () => void calls.push("paused"),
        resume() {},
        paused: false,
        aborted: false,
        reason: null,
        rawHeaders,
      };
      handler.onRequestStart(controller, {});
      queueMicrotask(() => {
        if (error !== undefined && chunks.length === 0) {
          handler.onResponseError(controller, error);
          return;
        }
        if (holds) return;
        handler.onResponseStart(controller, status, headers, "Fine");
        for (const chunk of chunks) handler.onResponseData(controller, Buffer.from(chunk));
        if (error === undefined) handler.onResponseEnd(controller, {});
        else setImmediate(() => handler.onResponseError(controller, error));
      });
      return true;
    },
  };
}
const by = (answer: Parameters<typeof dispatcher>[0]) => ({ dispatcher: dispatcher(answer) }) as RequestInit;

test("the response is that of the dispatcher", async () => {
  const response = await fetch(
    "http://a.example/path?q=1",
    by(() => ({
      status: 201,
      headers: { "content-type": "text/plain", "set-cookie": ["a=1", "b=2"] },
      chunks: ["one ", "two ü"],
    })),
  );
  assert.deepStrictEqual(
    [response.status, response.statusText, response.url, response.headers.getSetCookie()],
    [201, "Fine", "http://a.example/path?q=1", ["a=1", "b=2"]],
  );
  assert.strictEqual(await response.text(), "one two ü");
  assert.strictEqual(calls.at(-1), "GET http://a.example/path?q=1");
});

test("it gets the request's own headers before the usual ones", async () => {
  let seen: Record<string, string> = {};
  await fetch("http://a.example/", {
    method: "POST",
    body: "text",
    headers: { "X-Own": "1" },
    ...by(({ headers }) => ({ headers: (seen = headers) && {} })),
  });
  assert.deepStrictEqual(
    Object.keys(seen).filter((name) => name !== "content-length"),
    ["X-Own", "content-type", "accept", "accept-language", "sec-fetch-mode", "user-agent", "accept-encoding"].filter(
      (name) => name in seen,
    ),
  );
  assert.deepStrictEqual(
    [seen["X-Own"], seen["content-type"], seen["user-agent"]],
    ["1", "text/plain;charset=UTF-8", "node"],
  );
});

test("redirects call it again", async () => {
  const response = await fetch(
    "http://a.example/from",
    by(({ path }) => (path === "/from" ? { status: 302, headers: { location: "/to" } } : { chunks: [path] })),
  );
  assert.deepStrictEqual(
    [response.redirected, response.url, await response.text()],
    [true, "http://a.example/to", "/to"],
  );
});

test("its errors are the cause: of the rejection, or of a truncated body", async () => {
  const error = new Error("no network here");
  await assert.rejects(
    fetch(
      "http://a.example/",
      by(() => ({ error })),
    ),
    { name: "TypeError", message: "fetch failed", cause: error },
  );
  const response = await fetch(
    "http://a.example/",
    by(() => ({ error, chunks: ["begun"] })),
  );
  await assert.rejects(response.text(), { name: "TypeError", message: "terminated" });
});

test("a signal aborts its request", async () => {
  const stop = new AbortController();
  const pending = fetch("http://a.example/", { signal: stop.signal, ...by(() => ({ holds: true })) });
  setImmediate(() => stop.abort(new RangeError("enough")));
  await assert.rejects(pending, { name: "RangeError", message: "enough" });
  assert.match(calls.at(-1)!, /^aborted/);
});

test("something that cannot dispatch fails the request", async () => {
  await assert.rejects(fetch("http://a.example/", { dispatcher: 5 } as never), {
    name: "TypeError",
    message: "fetch failed",
  });
});

test("the global dispatcher is used by requests without one, also Request objects", async () => {
  const before = (globalThis as any)[kGlobal];
  (globalThis as any)[kGlobal] = dispatcher(() => ({ chunks: ["global"] }));
  try {
    assert.strictEqual(await (await fetch("http://a.example/")).text(), "global");
    assert.strictEqual(
      await (
        await fetch(
          new Request(
            "http://a.example/",
            by(() => ({ chunks: ["own"] })),
          ),
        )
      ).text(),
      "own",
    );
  } finally {
    (globalThis as any)[kGlobal] = before;
  }
});
