// What a server decides in the middle of a handshake: the context for a name, the protocol, the session to resume, the OCSP
// response. All is asked at the ClientHello (see docs/decisions/0010-tls-sessions.md).
import {
  ERR_MULTIPLE_CALLBACK,
  ERR_TLS_ALPN_CALLBACK_INVALID_RESULT,
  ERR_TLS_INVALID_CONTEXT,
} from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { asBuffer } from "internal:core/buffer/adopt";
import { decode } from "internal:node/tls/alpn";
import { thrownError } from "internal:node/tls/failure";
import type { TlsHandle } from "internal:node/tls/handle";
import * as native from "native:tls";

const ALPN_UNCHANGED = 0;
const ALPN_PREFER = 1;
const ALPN_REFUSE = 2;
const empty = new Uint8Array(0);
const kAnswer = Symbol("answer");
const kPendingSecure = Symbol("pendingSecure");

interface Answer {
  context: any;
  alpn: number;
  protocols: Uint8Array;
  resumed: Uint8Array | null;
  ocsp: Uint8Array | null;
}

/** Whether the options or listeners of a server need to be asked. */
export function isAsked(options: any): boolean {
  const { server } = options;
  return (
    Boolean(options.SNICallback || options.ALPNCallback) ||
    Boolean(server && (server.listenerCount("resumeSession") > 0 || server.listenerCount("OCSPRequest") > 0))
  );
}

/** A ClientHello came: asks everybody in turn, then goes on with the handshake. */
export function onHello(socket: any, handle: TlsHandle, hello: native.Hello): void {
  const answer: Answer = { context: null, alpn: ALPN_UNCHANGED, protocols: empty, resumed: null, ocsp: null };
  socket[kAnswer] = answer;
  // From now on the name is known to callbacks.
  socket.servername = hello.serverName ?? false;
  findSession(socket, hello, answer, (sessionError) => {
    if (refuse(socket, sessionError)) return;
    chooseContext(socket, hello, answer, (contextError) => {
      if (refuse(socket, contextError)) return;
      askOcsp(socket, hello, answer, (ocspError) => {
        if (refuse(socket, ocspError) || socket.destroyed || handle.session === 0) return;
        if (!chooseProtocol(socket, hello, answer)) return;
        const id = answer.context === null ? 0 : answer.context.id;
        const failure = native.sessionAnswer(
          handle.session,
          id,
          answer.alpn,
          answer.protocols,
          answer.resumed,
          answer.ocsp,
        );
        if (failure !== null) {
          refuse(socket, thrownError(failure));
          return;
        }
        handle.resumeHandshake();
      });
    });
  });
}

function refuse(socket: any, error: any): boolean {
  if (error === null) return false;
  socket.destroy(socket._tlsError(error) ?? undefined);
  return true;
}

/** Wraps `next` so that a second call is an error. */
function once(socket: any, next: (error: any, value?: any) => void): (error?: any, value?: any) => void {
  let isCalled = false;
  return (error, value) => {
    if (isCalled) {
      socket.destroy(new ERR_MULTIPLE_CALLBACK());
      return;
    }
    isCalled = true;
    if (!socket.destroyed) next(error ?? null, value);
  };
}

function findSession(socket: any, hello: native.Hello, answer: Answer, next: (error: any) => void): void {
  const { server } = socket._tlsOptions;
  // TLS 1.3 resumes by tickets; its session ids mean nothing.
  if (!server || hello.sessionId.length === 0 || hello.hasTicket || server.listenerCount("resumeSession") === 0) {
    next(null);
    return;
  }
  const done = once(socket, (error, session) => {
    answer.resumed = session ?? null;
    next(error);
  });
  server.emit("resumeSession", asBuffer(hello.sessionId), done);
}

function chooseContext(socket: any, hello: native.Hello, answer: Answer, next: (error: any) => void): void {
  const choose = socket._SNICallback;
  if (typeof choose !== "function" || hello.serverName === null || hello.serverName === "") {
    next(null);
    return;
  }
  const done = once(socket, (error, context) => {
    if (error !== null) {
      next(error);
      return;
    }
    if (context) {
      const chosen = context.context || context;
      if (typeof chosen.id !== "number") {
        next(new TypeError("Invalid SNI context"));
        return;
      }
      answer.context = chosen;
    }
    next(null);
  });
  try {
    choose.call(socket, hello.serverName, done);
  } catch (error) {
    done(error);
  }
}

function askOcsp(socket: any, hello: native.Hello, answer: Answer, next: (error: any) => void): void {
  const { server, secureContext } = socket._tlsOptions;
  if (!hello.wantsOcsp || !server || server.listenerCount("OCSPRequest") === 0) {
    next(null);
    return;
  }
  const context = answer.context ?? secureContext.context;
  server.emit(
    "OCSPRequest",
    context.getCertificate(),
    context.getIssuer(),
    once(socket, (error, response) => {
      answer.ocsp = response ? Buffer.from(response) : null;
      next(error);
    }),
  );
}

// False when the handshake must not go on.
function chooseProtocol(socket: any, hello: native.Hello, answer: Answer): boolean {
  const choose = socket._tlsOptions.ALPNCallback;
  if (typeof choose !== "function" || hello.protocols.length === 0) return true;
  const protocols = decode(hello.protocols);
  let chosen: any;
  try {
    chosen = choose.call(socket, { servername: hello.serverName ?? "", protocols });
  } catch (error) {
    return !refuse(socket, error);
  }
  if (chosen === undefined) {
    answer.alpn = ALPN_REFUSE;
    return true;
  }
  if (!protocols.includes(chosen)) {
    socket.destroy(new ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols));
    return false;
  }
  const bytes = Buffer.from(chosen, "latin1");
  answer.alpn = ALPN_PREFER;
  answer.protocols = Buffer.concat([Buffer.from([bytes.length]), bytes]) as any;
  return true;
}

/** `setKeyCert(context)`, from inside an ALPN callback: another context for this connection. */
export function useContext(socket: any, context: any): void {
  const answer: Answer | undefined = socket[kAnswer];
  const chosen = context?.context ?? context;
  if (typeof chosen?.id !== "number") throw new ERR_TLS_INVALID_CONTEXT("context");
  if (answer !== undefined) answer.context = chosen;
}

/** A server's session was made: whoever keeps sessions gets it. */
export function onNewSession(socket: any, made: native.MadeSession): void {
  const { server } = socket._tlsOptions;
  if (!server) return;
  socket._newSessionPending = true;
  const done = once(socket, () => {
    socket._newSessionPending = false;
    if (socket[kPendingSecure] === true) {
      socket[kPendingSecure] = false;
      socket._finishInit();
    }
  });
  if (!server.emit("newSession", asBuffer(made.id), asBuffer(made.der), done)) done();
}

/** Whether the connection is secure only after somebody has kept its session. */
export function awaitsNewSession(socket: any): boolean {
  if (!socket._newSessionPending) return false;
  socket[kPendingSecure] = true;
  return true;
}
