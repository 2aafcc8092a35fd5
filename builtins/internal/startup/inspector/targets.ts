// What debuggers ask for by HTTP before they connect: the list of targets, of which the program is the only one
// (https://chromedevtools.github.io/devtools-protocol/#endpoints).
import { isIP } from "internal:core/ip_address";
import { NODE_VERSION } from "internal:node/process/identity";
import type { ServerStart } from "internal:node/inspector/channel";
import { Response } from "web:response";

/** `localhost`, and addresses: names can be those of another site. */
export function isAllowedHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return /^localhost6?$/i.test(name) || isIP(name) !== 0;
}

/** The response to a request for a path. */
export function describe(
  { id, title, mainUrl }: ServerStart,
  publishes: boolean,
  pathname: string,
  host: string,
): Response {
  const webSocket = `${host}/${id}`;
  switch (pathname) {
    case "/json":
    case "/json/list":
      if (!publishes) break;
      return json([
        {
          description: "node.js instance",
          devtoolsFrontendUrl: `devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws=${webSocket}`,
          devtoolsFrontendUrlCompat: `devtools://devtools/bundled/inspector.html?experiments=true&v8only=true&ws=${webSocket}`,
          faviconUrl: "https://nodejs.org/static/images/favicons/favicon.ico",
          id,
          title,
          type: "node",
          url: mainUrl ?? "file://",
          webSocketDebuggerUrl: `ws://${webSocket}`,
        },
      ]);
    case "/json/version":
      return json({ Browser: `node.js/v${NODE_VERSION}`, "Protocol-Version": "1.1" });
    case "/json/protocol":
      return json({
        version: { major: "1", minor: "3" },
        domains: ["Debugger", "Runtime", "Profiler", "HeapProfiler", "Schema"].map((domain) => ({
          domain,
          commands: [],
        })),
      });
    case `/json/activate/${id}`:
      return new Response("Target activated");
  }
  return new Response("WebSockets request was expected", { status: 400 });
}

function json(value: unknown): Response {
  return new Response(JSON.stringify(value, null, 2), {
    headers: { "content-type": "application/json; charset=UTF-8", "cache-control": "no-cache" },
  });
}
