// A bounded load: a few clients that send one request after the other, each over its own persistent connection.
import http from "node:http";

/** Sends one request, over a connection of its own unless there is an `agent`. Resolves with status and text; rejects when the response is incomplete. */
export function fetchText(port, path, { agent = false, method = "GET", headers, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        response.complete
          ? resolve({ status: response.statusCode, headers: response.headers, text })
          : reject(new Error("cut short")),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * Sends one request as a client of a service does that may be restarted: a server that drains closes connections whose
 * request it has not received yet (Node's does, too), and such a request is sent again. Rejects after three attempts.
 */
export async function fetchTextFromDraining(port, path, options) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchText(port, path, options);
    } catch (error) {
      if (attempt === 3 || !WAS_CLOSED.has(error.code)) throw error;
    }
  }
}

const WAS_CLOSED = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Starts `clients` clients that request `path` until `stop()` is called or the server refuses them.
 * @returns {{ stop(): Promise<{ answered: number, refused: number, broken: string[] }>, answered(): number }} what came of it: a request that
 *   was refused never reached the server (the connection was refused, or an idle one was closed before the request was sent);
 *   one that is broken did
 */
export function load(port, path, clients) {
  const result = { answered: 0, refused: 0, broken: [] };
  let stopped = false;
  const client = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      try {
        const { status } = await fetchText(port, path, { agent });
        if (status === 200) result.answered++;
        else if (status === 503) result.refused++;
        else result.broken.push(`status ${status}`);
      } catch (error) {
        // A persistent connection that the server has closed gets no response: any client has to send the request again.
        if (error.code === "ECONNREFUSED" || WAS_CLOSED.has(error.code)) result.refused++;
        else result.broken.push(`${error.code ?? ""} ${error.message}`);
        if (error.code === "ECONNREFUSED") break;
      }
    }
    agent.destroy();
  };
  const running = Array.from({ length: clients }, client);
  return {
    answered: () => result.answered,
    async stop() {
      stopped = true;
      await Promise.all(running);
      return result;
    },
    async end() {
      await Promise.all(running);
      return result;
    },
  };
}
