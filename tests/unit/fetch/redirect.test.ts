// Redirects (https://fetch.spec.whatwg.org/#http-redirect-fetch); the behaviour is that of Node 26.
import assert from "node:assert";
import { test } from "../harness.ts";
import { echo, rejection, withServer } from "./server.ts";

/** `/STATUS?target` redirects there; everything else is echoed. */
function redirecting(request: any, response: any): void {
  const match = /^\/(30\d)\?(.*)$/.exec(request.url);
  if (match === null) return echo(request, response);
  request.resume();
  response.writeHead(Number(match[1]), { location: decodeURIComponent(match[2]!) });
  response.end("moved");
}

test("a redirect is followed, relative to the URL, and keeps the fragment", () =>
  withServer(redirecting, async (url) => {
    const response = await fetch(`${url}/302?${encodeURIComponent("/target?x")}#part`);
    assert.deepStrictEqual([response.status, response.url, response.redirected], [200, `${url}/target?x`, true]);
    assert.strictEqual((await response.json()).url, "/target?x");
  }));

test("POST becomes GET for 301, 302 and 303, and loses its body", () =>
  withServer(redirecting, async (url) => {
    for (const status of [301, 302, 303]) {
      const { method, body, headers } = await (
        await fetch(`${url}/${status}?/t`, {
          method: "POST",
          body: "text",
          headers: { "content-language": "de", "x-a": "1" },
        })
      ).json();
      assert.deepStrictEqual(
        [method, body, headers["content-type"], headers["content-length"], headers["content-language"], headers["x-a"]],
        ["GET", "", undefined, undefined, undefined, "1"],
      );
    }
  }));

test("the method and the body stay for 307 and 308, and PUT stays for 301", () =>
  withServer(redirecting, async (url) => {
    for (const status of [307, 308]) {
      const { method, body, headers } = await (
        await fetch(`${url}/${status}?/t`, { method: "POST", body: "text" })
      ).json();
      assert.deepStrictEqual([method, body, headers["content-length"]], ["POST", "text", "4"]);
    }
    const put = await (await fetch(`${url}/301?/t`, { method: "PUT", body: "text" })).json();
    assert.deepStrictEqual([put.method, put.body], ["PUT", "text"]);
    const other = await (await fetch(`${url}/303?/t`, { method: "PUT", body: "text" })).json();
    assert.deepStrictEqual([other.method, other.body], ["GET", ""]);
  }));

test("a stream cannot be sent again", () =>
  withServer(redirecting, async (url) => {
    const error = await rejection(
      fetch(`${url}/307?/t`, { method: "POST", body: new Blob(["x"]).stream(), duplex: "half" } as any),
    );
    assert.deepStrictEqual([error.name, error.message], ["TypeError", "fetch failed"]);
  }));

test("secrets do not go to another origin", () =>
  withServer(redirecting, (first) =>
    withServer(redirecting, async (second) => {
      const headers = { authorization: "secret", cookie: "a=b", "x-kept": "1" };
      const other = (await (await fetch(`${first}/302?${encodeURIComponent(`${second}/t`)}`, { headers })).json())
        .headers;
      assert.deepStrictEqual([other.authorization, other.cookie, other["x-kept"]], [undefined, undefined, "1"]);
      const same = (await (await fetch(`${first}/302?/t`, { headers })).json()).headers;
      assert.deepStrictEqual([same.authorization, same.cookie], ["secret", "a=b"]);
    }),
  ));

test("redirect: manual gives the redirect itself", () =>
  withServer(redirecting, async (url) => {
    const response = await fetch(`${url}/302?/t`, { redirect: "manual" });
    assert.deepStrictEqual(
      [response.status, response.headers.get("location"), response.redirected, await response.text()],
      [302, "/t", false, "moved"],
    );
  }));

test("redirect: error rejects", () =>
  withServer(redirecting, async (url) => {
    const error = await rejection(fetch(`${url}/302?/t`, { redirect: "error" }));
    assert.deepStrictEqual(
      [error.name, error.message, error.cause.message],
      ["TypeError", "fetch failed", "unexpected redirect"],
    );
    assert.strictEqual((await fetch(`${url}/plain`, { redirect: "error" })).status, 200);
  }));

test("a redirect without location is a response", () =>
  withServer(
    (_, response) => {
      response.writeHead(302);
      response.end("no way");
    },
    async (url) => {
      const response = await fetch(url);
      assert.deepStrictEqual([response.status, await response.text()], [302, "no way"]);
    },
  ));

test("endless redirects reject after twenty", () => {
  let count = 0;
  return withServer(
    (_, response) => {
      count++;
      response.writeHead(302, { location: "/again" });
      response.end();
    },
    async (url) => {
      const error = await rejection(fetch(url));
      assert.deepStrictEqual([error.message, error.cause.message], ["fetch failed", "redirect count exceeded"]);
      assert.strictEqual(count, 21);
    },
  );
});

test("a redirect to another scheme, or to nothing, rejects", () =>
  withServer(redirecting, async (url) => {
    const scheme = await rejection(fetch(`${url}/302?${encodeURIComponent("data:text/plain,x")}`));
    assert.deepStrictEqual(
      [scheme.message, scheme.cause.message],
      ["fetch failed", "URL scheme must be a HTTP(S) scheme"],
    );
    const invalid = await rejection(fetch(`${url}/302?${encodeURIComponent("http://[")}`));
    assert.strictEqual(invalid.message, "fetch failed");
  }));
