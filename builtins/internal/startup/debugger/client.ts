// The debugger's side of Chrome's protocol: finds the WebSocket of a program, sends commands, receives events.
import { WebSocket } from "internal:bun/ws/socket";
import { ERR_DEBUGGER_ERROR, ERR_DEBUGGER_STARTUP_ERROR } from "internal:core/errors";
import EventEmitter from "internal:node/events";
import http from "internal:node/http";
import type { Parameters } from "internal:startup/inspector/protocol";

interface Response {
  statusCode: number;
  setEncoding(encoding: string): void;
  on(event: "data" | "end", listener: (text: string) => void): void;
}
interface Request {
  on(event: "error", listener: (error: Error) => void): void;
}

const HTTP_OK = 200;

/** A connection to a program. It emits the protocol's events by their names, and `close`. */
export class Client extends EventEmitter {
  #socket: InstanceType<typeof WebSocket> | null = null;
  readonly #waiters = new Map<number, PromiseWithResolvers<Parameters>>();
  #lastId = 0;

  /** Looks for a program at an address. Rejects when there is none. Returns the address of its WebSocket. */
  async find(host: string, port: number): Promise<string> {
    const list = JSON.parse(await textOf(host, port, "/json")) as { webSocketDebuggerUrl: string }[];
    return list[0]!.webSocketDebuggerUrl;
  }

  /** Connects to a WebSocket. */
  connect(address: string): Promise<void> {
    const socket = new WebSocket(address);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.on("open", () => {
      this.#socket = socket;
      resolve();
    });
    socket.on("error", ({ message }: Error) => {
      const isMismatch = message.includes("Sec-WebSocket-Accept");
      reject(new ERR_DEBUGGER_STARTUP_ERROR(isMismatch ? "WebSocket secret mismatch" : message));
    });
    socket.on("message", (data: unknown) => this.#receive(String(data)));
    socket.on("close", () => this.#closed(socket));
    return promise;
  }

  #receive(text: string): void {
    const { id, result, error, method, params } = JSON.parse(text);
    if (id === undefined) {
      this.emit(method, params);
      return;
    }
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (error === undefined) waiter?.resolve(result);
    else waiter?.reject(new ERR_DEBUGGER_ERROR(error.message));
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** Runs a command of the protocol. */
  async call(method: string, params: Parameters = {}): Promise<Parameters> {
    if (this.#socket === null) throw notConnected();
    const id = ++this.#lastId;
    const waiter = Promise.withResolvers<Parameters>();
    this.#waiters.set(id, waiter);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waiter.promise;
  }

  /** Ends the connection; what was asked fails. */
  close(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#closed(socket);
    socket.close();
  }

  #closed(socket: InstanceType<typeof WebSocket>): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    const error = new ERR_DEBUGGER_ERROR("Debugger session ended");
    for (const { promise, reject } of this.#waiters.values()) {
      promise.catch(() => {});
      reject(error);
    }
    this.#waiters.clear();
    this.emit("close");
  }
}

/** The error of a command while nothing is debugged. */
export function notConnected(): Error {
  return new ERR_DEBUGGER_ERROR("Use `run` to start the app again.");
}

function textOf(host: string, port: number, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const get = http.get as unknown as (options: object, listener: (response: Response) => void) => Request;
  const request = get({ host, port, path, agent: false }, (response: Response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (text += chunk));
    response.on("end", () => {
      if (response.statusCode === HTTP_OK) resolve(text);
      else reject(new ERR_DEBUGGER_ERROR(`Unexpected response: ${response.statusCode}`));
    });
  });
  request.on("error", reject);
  return promise;
}
