// The thread that serves debuggers: a WebSocket for each session, and the list of targets that debuggers ask for first
// (https://chromedevtools.github.io/devtools-protocol/#endpoints). It runs while the program is paused.
import { serve } from "internal:bun/serve";
import { pathOfFileUrl } from "internal:core/file_url";
import { onEvent } from "internal:core/loop";
import type { WorkerStart } from "internal:core/worker_state";
import { onPortMessage, postTo } from "internal:web/messaging";
import { CommandError, METHOD_NOT_FOUND, type Parameters } from "internal:startup/inspector/protocol";
import { type Program, Session } from "internal:startup/inspector/session";
import type { FromServer, ServerStart, ToServer } from "internal:node/inspector/channel";
import { isIP } from "internal:core/ip_address";
import { deserialize, serialize } from "web:structured_clone";
import { Response } from "web:response";
import * as urls from "web:url";
import { InspectorLoopEvent } from "native:inspector";
import * as messaging from "native:messaging";
import { NODE_VERSION } from "internal:node/process/identity";
import { writeError } from "native:stdio";

const MESSAGE_BYTES_MAX = 1024 * 1024 * 1024;
const ANY_ADDRESS = ["0.0.0.0", "::", ""];

interface Socket {
  data: { session: Session | null };
  send(text: string): unknown;
  close(code?: number): void;
}

class InspectedProgram implements Program {
  readonly thread: number;
  readonly title: string;
  readonly mainUrl: string | null;
  #pausesAtStart: boolean;
  /** Whether it waits for messages, and not in its loop. */
  isWaiting = false;
  isWaitingForDebugger = false;
  readonly #send: (message: FromServer) => void;
  readonly #waiters = new Map<number, PromiseWithResolvers<Parameters>>();
  #lastId = 0;

  constructor({ thread, title, mainUrl, pausesAtStart }: ServerStart, send: (message: FromServer) => void) {
    this.thread = thread;
    this.title = title;
    this.mainUrl = mainUrl;
    this.#pausesAtStart = pausesAtStart;
    this.#send = send;
  }

  run(session: number, method: string, parameters: Parameters): Promise<Parameters> {
    const id = ++this.#lastId;
    const waiter = Promise.withResolvers<Parameters>();
    this.#waiters.set(id, waiter);
    this.#send({ kind: "command", id, session, method, parameters });
    return waiter.promise;
  }
  reply({ id, result, error }: ToServer & { kind: "reply" }): void {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (error === undefined) waiter?.resolve(result ?? {});
    else waiter?.reject(new CommandError(error.code ?? METHOD_NOT_FOUND, error.message));
  }
  takePauseAtStart(url: string): boolean {
    const isMain = this.mainUrl === null || url === this.mainUrl || url === pathOfFileUrl(this.mainUrl);
    if (!this.#pausesAtStart || !isMain) return false;
    this.#pausesAtStart = false;
    return true;
  }
  release(): void {
    this.#send({ kind: "released" });
  }
  sent(): void {
    if (this.isWaiting) this.#send({ kind: "arrived" });
  }
}

/** Runs the thread. */
export function run({ entry, port }: WorkerStart): void {
  const start: ServerStart = JSON.parse(entry);
  const tell = (message: FromServer): void => postTo(port, serialize(message, []));
  const program = new InspectedProgram(start, tell);
  const sockets = new Set<Socket>();
  const sessions = new Map<number, Session>();
  onEvent(InspectorLoopEvent.MESSAGE, (session: number, text: string) => sessions.get(session)?.receiveOfEngine(text));
  onEvent(InspectorLoopEvent.ENDED, () => {});
  async function place(url: string): Promise<void> {
    program.isWaiting = true;
    await Promise.allSettled(Array.from(sessions.values(), (session) => session.debuggerDomain.compiled(url)));
    program.isWaiting = false;
    tell({ kind: "placed" });
  }
  messaging.own(port);
  onPortMessage(port, {
    receiveMessage({ bytes, transferred }) {
      const message: ToServer = deserialize(bytes, transferred);
      switch (message.kind) {
        case "reply":
          return program.reply(message);
        case "event":
          for (const session of sessions.values())
            if (message.session === 0 || message.session === session.id)
              session.notify(message.method, message.parameters);
          return;
        case "waiting":
          program.isWaiting = program.isWaitingForDebugger = message.isWaiting;
          return;
        case "compiled":
          void place(message.url);
          return;
        case "ended":
          for (const session of sessions.values()) session.runtime.ended();
      }
    },
    portClosed() {},
  });
  messaging.ref(port);
  messaging.start(port);
  try {
    const server = serve({
      hostname: start.host,
      port: start.port,
      idleTimeout: 0,
      fetch: (request, own) => {
        const { pathname } = new urls.URL(request.url);
        const host = request.headers.get("host");
        // A page of another site must not reach the inspector by a name of its own (DNS rebinding).
        if (host !== null && !isAllowedHost(host)) return new Response(null, { status: 400 });
        if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
          if (pathname !== `/${start.id}`) return new Response("WebSockets request was expected", { status: 400 });
          if (own.upgrade(request, { data: { session: null } })) return undefined as unknown as Response;
        }
        return describe(start, pathname, host ?? `${start.host}:${own.port}`);
      },
      websocket: {
        maxPayloadLength: MESSAGE_BYTES_MAX,
        idleTimeout: 0,
        open(socket: Socket) {
          const session = new Session(program, (text) => socket.send(text));
          socket.data.session = session;
          sockets.add(socket);
          sessions.set(session.id, session);
          writeError("Debugger attached.\n");
          tell({ kind: "sessions", count: sessions.size, ended: 0 });
        },
        message(socket: Socket, text: unknown) {
          socket.data.session?.receive(String(text));
        },
        close(socket: Socket) {
          const { session } = socket.data;
          sockets.delete(socket);
          if (session === null) return;
          session.end();
          sessions.delete(session.id);
          program.sent();
          tell({ kind: "sessions", count: sessions.size, ended: session.id });
        },
      } as any,
    });
    tell({
      kind: "listening",
      host: ANY_ADDRESS.includes(start.host) ? start.host : (server.hostname ?? start.host),
      port: server.port ?? start.port,
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    tell({ kind: "failed", code: code ?? "", message });
  }
}

/** `localhost`, and addresses: names can be those of another site. */
function isAllowedHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return /^localhost6?$/i.test(name) || isIP(name) !== 0;
}

/** What debuggers ask for by HTTP. */
function describe({ id, title, mainUrl, publishes }: ServerStart, pathname: string, host: string): Response {
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
