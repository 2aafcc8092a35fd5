// The thread that serves debuggers: a WebSocket for each session. It runs while the program is paused.
import defer * as serving from "internal:bun/serve";
import type { ServerWebSocket } from "internal:bun/server_websocket";
import { onEvent } from "internal:core/loop";
import type { WorkerStart } from "internal:core/worker_state";
import { InspectedProgram } from "internal:startup/inspector/program";
import { receiveOfEngine } from "internal:startup/inspector/engine_connection";
import { Session } from "internal:startup/inspector/session";
import { Workers, WorkerSessions } from "internal:startup/inspector/workers";
import { describe, isAllowedHost } from "internal:startup/inspector/targets";
import type { Listening, ServerStart } from "internal:node/inspector/channel";
import { Response } from "web:response";
import * as urls from "web:url";
import { InspectorLoopEvent } from "native:inspector";
import { writeError } from "native:stdio";

type Server = ReturnType<typeof serving.serve>;

const MESSAGE_BYTES_MAX = 1024 * 1024 * 1024;
const ANY_ADDRESS = ["0.0.0.0", "::"];
const NOT_A_SOCKET = "WebSockets request was expected";

/** Runs the thread. */
export function run({ entry, port }: WorkerStart): void {
  const start: ServerStart = JSON.parse(entry);
  const workers = new Workers();
  let server: Server | null = null;
  const program = new InspectedProgram(start, port, {
    worker: (worker, workerPort) => workers.worker(worker, workerPort),
    own: (own, session, write) => workers.own(own, session, write),
    mainThread: () => program,
    listen: (at) => (server = listen(start, at, program, workers)),
    close: () => void server?.stop(true),
  });
  workers.begin(program);
  onEvent(InspectorLoopEvent.MESSAGE, receiveOfEngine);
  program.begin();
}

/** Lets debuggers connect. */
function listen(start: ServerStart, at: Listening, program: InspectedProgram, workers: Workers): Server | null {
  try {
    const server = serving.serve({
      hostname: at.host,
      port: at.port,
      idleTimeout: 0,
      fetch: (request, own) => {
        const { pathname } = new urls.URL(request.url);
        const host = request.headers.get("host");
        // A page of another site must not reach the inspector by a name of its own (DNS rebinding).
        if (host !== null && !isAllowedHost(host)) return new Response(null, { status: 400 });
        if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
          if (pathname !== `/${start.id}`) return new Response(NOT_A_SOCKET, { status: 400 });
          if (own.upgrade(request)) return undefined as unknown as Response;
        }
        return describe(start, at.publishes, pathname, host ?? `${at.host}:${own.port}`);
      },
      websocket: socketHandlers(program, workers, start.hasTargets),
    });
    const host = ANY_ADDRESS.includes(at.host) ? at.host : (server.hostname ?? at.host);
    program.tell({ kind: "listening", host, port: server.port ?? at.port });
    return server;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    program.tell({ kind: "failed", code: code ?? "", message });
    return null;
  }
}

/** A debugger: its session with the main thread, and those with workers. */
interface Debugger {
  session: Session;
  workers: WorkerSessions;
}

function socketHandlers(program: InspectedProgram, workers: Workers, hasTargets: boolean) {
  const debuggers = new Map<ServerWebSocket, Debugger>();
  return {
    maxPayloadLength: MESSAGE_BYTES_MAX,
    idleTimeout: 0,
    open(socket: ServerWebSocket) {
      const write = (text: string): void => void socket.send(text);
      const session = new Session(program, write);
      const ofWorkers = new WorkerSessions(workers, session, write, hasTargets);
      debuggers.set(socket, { session, workers: ofWorkers });
      writeError("Debugger attached.\n");
      program.countSessions(0);
    },
    message(socket: ServerWebSocket, text: unknown) {
      const found = debuggers.get(socket);
      if (found?.workers.receive(String(text)) === false) void found.session.receive(String(text));
    },
    close(socket: ServerWebSocket) {
      const found = debuggers.get(socket);
      debuggers.delete(socket);
      if (found === undefined) return;
      const { session } = found;
      found.workers.leave();
      session.end();
      program.sent();
      program.countSessions(session.id);
    },
    drain: undefined,
    ping: undefined,
    pong: undefined,
    error: undefined,
  };
}
