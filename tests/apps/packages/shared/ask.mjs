// A client for the programs of these folders: HTTP/1.1 by hand over node:net, so that what is printed and compared is
// what went over the wire, in its order. Values that differ from run to run (dates, ports) are replaced.
import net from "node:net";
import zlib from "node:zlib";

const PATIENCE_MS = 20_000;

/**
 * How replies are printed: `sorted` for servers that answer with Headers objects. Those promise no order of headers, and
 * when a body has a length of its own, and the connection headers, depend on the runtime.
 */
export const printing = { sorted: false };
const FRAMING = new Set(["connection", "content-length", "transfer-encoding", "keep-alive"]);

/** Prints a heading. */
export function section(title) {
  console.log(`\n== ${title}`);
}

/** Listens on a free port of 127.0.0.1. Returns the port. */
export function listen(server) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
}

/** Closes a server with its remaining connections. */
export function close(server) {
  server.closeAllConnections?.();
  return new Promise((resolve) => server.close(resolve));
}

/** Waits so many milliseconds. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `isTrue()`, so that a slow machine prints the same as a fast one. Throws after a time-out. */
export async function until(isTrue) {
  for (const end = Date.now() + PATIENCE_MS; !(await isTrue()); await pause(5)) {
    if (Date.now() > end) throw new Error(`never true: ${isTrue}`);
  }
}

/**
 * Sends bytes as they are and reads until the server closes the connection.
 * @param {number} port where the server listens on 127.0.0.1
 * @param {...(string|Buffer|number|null|function(string): boolean)} pieces what to send; a number is a pause in milliseconds,
 *   null disconnects, a function is called with what was received until it returns true
 * @returns {Promise<Buffer>} everything received
 */
export function raw(port, ...pieces) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    const received = [];
    const timer = setTimeout(() => socket.destroy(new Error("the server did not close the connection")), PATIENCE_MS);
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", (error) => (error.code === "ECONNRESET" || error.code === "EPIPE" ? undefined : reject(error)));
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(received));
    });
    (async () => {
      for (const piece of pieces) {
        if (typeof piece === "number") await pause(piece);
        else if (piece === null) socket.destroy();
        else if (typeof piece === "function")
          await until(() => socket.destroyed || piece(Buffer.concat(received).toString("latin1")));
        else if (!socket.destroyed) socket.write(piece);
      }
    })();
  });
}

/**
 * Sends one request and prints it with its reply.
 * @param {number} port where the server listens on 127.0.0.1
 * @param {string} line method and path: "GET /a?b=1"
 * @param {object} [options] `edit` (a function from the body to what is printed of it), `headers` (own ones and "Connection: close"), `body` (text or Buffer), `hide` (names of
 *   headers whose values are not printed), `bytes` (print only the size of the body)
 * @returns {Promise<{status: number, headers: Map<string, string>, body: Buffer, text: string}>} the reply
 */
export async function ask(port, line, options = {}) {
  const [method, path] = line.split(" ");
  const body = Buffer.from(options.body ?? "");
  const headers = { Host: `127.0.0.1:${port}`, ...options.headers };
  if (body.length > 0 && headers["Content-Length"] === undefined) headers["Content-Length"] = body.length;
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("")}Connection: close\r\n\r\n`;
  const reply = parse(await raw(port, Buffer.concat([Buffer.from(head), body])), method);
  print(port, line, reply, options);
  return reply;
}

/** Parses a reply. */
export function parse(bytes, method = "GET") {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, reason: "", headers: new Map(), list: [], body: bytes, text: bytes.toString() };
  const [first, ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const list = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  const headers = new Map();
  for (const [name, value] of list)
    headers.set(
      name.toLowerCase(),
      headers.has(name.toLowerCase()) ? `${headers.get(name.toLowerCase())}, ${value}` : value,
    );
  let body = bytes.subarray(end + 4);
  if (headers.get("transfer-encoding") === "chunked" && method !== "HEAD") body = unchunk(body);
  const decoders = {
    gzip: zlib.gunzipSync,
    deflate: zlib.inflateSync,
    br: zlib.brotliDecompressSync,
    zstd: zlib.zstdDecompressSync,
  };
  const decode = decoders[headers.get("content-encoding")];
  if (decode !== undefined && body.length > 0) body = decode(body);
  return {
    status: Number(first.split(" ")[1]),
    reason: first.split(" ").slice(2).join(" "),
    version: first.split(" ")[0],
    headers,
    list,
    body,
    text: body.toString(),
  };
}

function unchunk(bytes) {
  const parts = [];
  for (let position = 0; ;) {
    const end = bytes.indexOf("\r\n", position);
    if (end < 0) return Buffer.concat([...parts, Buffer.from("(the chunks end early)")]);
    const size = Number.parseInt(bytes.toString("latin1", position, end), 16);
    if (size === 0) {
      const trailers = bytes.toString("latin1", end + 2).trim();
      return Buffer.concat(trailers === "" ? parts : [...parts, Buffer.from(`\n(trailers) ${trailers}`)]);
    }
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    position = end + 2 + size + 2;
  }
}

function print(port, line, reply, options) {
  const plain = (text) => text.replaceAll(`:${port}`, ":PORT");
  const hidden = new Set(["date", ...(options.hide ?? [])]);
  const body = options.bytes
    ? `(${reply.body.length} bytes)`
    : (options.edit ?? ((text) => text))(withoutStack(plain(reply.text)));
  // A length that counts a stack is as long as the stack.
  if (!options.bytes && withoutStack(reply.text) !== reply.text) hidden.add("content-length");
  console.log(`> ${line}`);
  console.log(`< ${reply.status} ${reply.reason}`);
  const list = printing.sorted
    ? reply.list
        .map(([name, value]) => [name.toLowerCase(), value])
        .filter(([name]) => !FRAMING.has(name))
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    : reply.list;
  for (const [name, value] of list) console.log(`< ${name}: ${hidden.has(name.toLowerCase()) ? "*" : plain(value)}`);
  if (options.bytes || body !== "") console.log(body);
}

/** Text without the lines of a stack, also of one in HTML: each engine has its own. */
export function withoutStack(text) {
  return text.replace(/(?:<br>|\n|\\n)\s*(?:&nbsp;|\s)*at [^\n<"]*/g, "");
}

/** Prints the outcome of a promise: its value as JSON, or the error's name, code and message. */
export async function outcome(name, promise) {
  try {
    const value = await (typeof promise === "function" ? promise() : promise);
    console.log(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  } catch (error) {
    console.log(`${name}: ${error.name} ${error.code ?? ""} ${String(error.message).replace(/:\d{4,5}\b/g, ":PORT")}`);
  }
}
