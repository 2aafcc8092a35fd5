// What a server chooses during a handshake: the context for a name, the protocol, the session to resume, the OCSP response. All
// callbacks and events run at the ClientHello (see docs/decisions/tls.md).
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
import type { SecureContext as NativeContext } from "internal:node/tls/native_context";
import type { SecureContext, TLSSocket, TLSSocketOptions } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsAlpn } from "native:tls";

const empty = new Uint8Array(0);
const kChoice = Symbol("choice");
const kPendingSecure = Symbol("pendingSecure");

/** The server's choices, for `sessionReplyToHello`. */
interface Choice {
  context: NativeContext | null;
  alpn: TlsAlpn;
  protocols: Uint8Array;
  resumed: Uint8Array | null;
  ocsp: Uint8Array | null;
}

/** Called with an error or null, and a result. */
type Next = (error: unknown, value?: any) => void;

/** A TLSSocket during its handshake. */
interface ChoosingSocket extends TLSSocket {
  [kChoice]?: Choice;
  [kPendingSecure]?: boolean;
}

/** Whether the server has callbacks or listeners that take part in the handshake. */
export function hasChoices(options: TLSSocketOptions): boolean {
  const { server } = options;
  return (
    Boolean(options.SNICallback || options.ALPNCallback) ||
    Boolean(server && (server.listenerCount("resumeSession") > 0 || server.listenerCount("OCSPRequest") > 0))
  );
}

/** A ClientHello has arrived: makes all choices in order, then continues the handshake. */
export function onHello(socket: ChoosingSocket, handle: TlsHandle, hello: native.Hello): void {
  const choice: Choice = { context: null, alpn: TlsAlpn.UNCHANGED, protocols: empty, resumed: null, ocsp: null };
  socket[kChoice] = choice;
  // Callbacks can read the name from here on.
  socket.servername = hello.serverName ?? false;
  findSession(socket, hello, choice, (sessionError) => {
    if (refuse(socket, sessionError)) return;
    chooseContext(socket, hello, choice, (contextError) => {
      if (refuse(socket, contextError)) return;
      requestOcsp(socket, hello, choice, (ocspError) => {
        if (refuse(socket, ocspError) || socket.destroyed || handle.session === 0) return;
        if (!chooseProtocol(socket, hello, choice)) return;
        const failure = native.sessionReplyToHello(handle.session, {
          context: choice.context === null ? 0 : choice.context.id,
          alpn: choice.alpn,
          protocols: choice.protocols,
          resumed: choice.resumed,
          ocsp: choice.ocsp,
        });
        if (failure !== null) {
          refuse(socket, thrownError(failure));
          return;
        }
        handle.resumeHandshake();
      });
    });
  });
}

function refuse(socket: TLSSocket, error: unknown): boolean {
  if (error === null) return false;
  socket.destroy(socket._tlsError(error) ?? undefined);
  return true;
}

/** Wraps `next` so that a second call is an error. */
function once(socket: TLSSocket, next: Next): (error?: unknown, value?: any) => void {
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

function findSession(socket: TLSSocket, hello: native.Hello, choice: Choice, next: Next): void {
  const { server } = socket._tlsOptions;
  // TLS 1.3 resumes by tickets and ignores session ids.
  if (!server || hello.sessionId.length === 0 || hello.hasTicket || server.listenerCount("resumeSession") === 0) {
    next(null);
    return;
  }
  const done = once(socket, (error, session) => {
    choice.resumed = session ?? null;
    next(error);
  });
  server.emit("resumeSession", asBuffer(hello.sessionId), done);
}

function chooseContext(socket: TLSSocket, hello: native.Hello, choice: Choice, next: Next): void {
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
      choice.context = chosen;
    }
    next(null);
  });
  try {
    choose.call(socket, hello.serverName, done);
  } catch (error) {
    done(error);
  }
}

function requestOcsp(socket: TLSSocket, hello: native.Hello, choice: Choice, next: Next): void {
  const { server, secureContext } = socket._tlsOptions;
  if (!hello.wantsOcsp || !server || server.listenerCount("OCSPRequest") === 0) {
    next(null);
    return;
  }
  const context = choice.context ?? secureContext!.context;
  server.emit(
    "OCSPRequest",
    context.getCertificate(),
    context.getIssuer(),
    once(socket, (error, response) => {
      choice.ocsp = response ? Buffer.from(response) : null;
      next(error);
    }),
  );
}

// False when the handshake must not continue.
function chooseProtocol(socket: TLSSocket, hello: native.Hello, choice: Choice): boolean {
  const choose = socket._tlsOptions.ALPNCallback;
  if (typeof choose !== "function" || hello.protocols.length === 0) return true;
  const protocols = decode(hello.protocols);
  let chosen: string | undefined;
  try {
    chosen = choose.call(socket, { servername: hello.serverName ?? "", protocols });
  } catch (error) {
    return !refuse(socket, error);
  }
  if (chosen === undefined) {
    choice.alpn = TlsAlpn.REFUSE;
    return true;
  }
  if (!protocols.includes(chosen)) {
    socket.destroy(new ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols));
    return false;
  }
  const bytes = Buffer.from(chosen, "latin1");
  choice.alpn = TlsAlpn.PREFER;
  choice.protocols = Buffer.concat([Buffer.from([bytes.length]), bytes]);
  return true;
}

/** `setKeyCert(context)`, called by an ALPN callback: another context for this connection. */
export function useContext(socket: ChoosingSocket, context: SecureContext): void {
  const choice = socket[kChoice];
  const chosen = context?.context ?? context;
  if (typeof chosen?.id !== "number") throw new ERR_TLS_INVALID_CONTEXT("context");
  if (choice !== undefined) choice.context = chosen;
}

/** A server's session was made: emits it, so that the program can store it. */
export function onNewSession(socket: ChoosingSocket, made: native.MadeSession): void {
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

/** Whether the connection becomes secure only after the program has stored its session. */
export function awaitsNewSession(socket: ChoosingSocket): boolean {
  if (!socket._newSessionPending) return false;
  socket[kPendingSecure] = true;
  return true;
}
