// Http2Session: one end of a connection. What its native side tells is in `events.ts`; what only one side does in
// `server_session.ts` and `client_session.ts`; how it ends in `session_closing.ts`.
// https://nodejs.org/api/http2.html#class-http2session
import {
  ERR_HTTP2_INVALID_SESSION,
  ERR_HTTP2_MAX_PENDING_SETTINGS_ACK,
  ERR_HTTP2_NO_MEM,
  ERR_HTTP2_PING_CANCEL,
  ERR_HTTP2_PING_LENGTH,
  ERR_HTTP2_SESSION_ERROR,
  ERR_HTTP2_SETTINGS_CANCEL,
  ERR_HTTP2_SOCKET_BOUND,
  ERR_OUT_OF_RANGE,
} from "internal:core/errors";
import { validateBuffer, validateFunction, validateInt32, validateNumber } from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { kRejection } from "internal:core/events/symbols";
import { Socket } from "internal:node/net/socket";
import "internal:node/net/socket_options";
import { nextTick } from "internal:core/ticks";
import { ERR_NOMEM, INTERNAL_ERROR, NO_ERROR } from "internal:node/http2/codes";
import { remoteCustom, withCustom } from "internal:node/http2/custom_settings";
import { debugSession, isDebugging } from "internal:node/http2/debug";
import { events } from "internal:node/http2/events";
import { originSetOf } from "internal:node/http2/origin_set";
import { closeSession, emitConnect, onSocketClose, onSocketError } from "internal:node/http2/session_closing";
import { SessionHandle } from "internal:node/http2/session_handle";
import { nativeOptions, pingsMaxOf, settingsMaxOf } from "internal:node/http2/session_options";
import { CLOSED, DESTROYED, READY, SessionState } from "internal:node/http2/session_state";
import { checkCustomIds, checkObject, customOf, entriesOf, validateSettings } from "internal:node/http2/settings";
import { makeSocketProxy } from "internal:node/http2/socket_proxy";
import {
  SERVER,
  kAlpnProtocol,
  kBoundSession,
  kEncrypted,
  kHandle,
  kLocalSettings,
  kMaybeDestroy,
  kRemoteSettings,
  kSessionSocket,
  kSocket,
  kState,
  kStrictSingleValueFields,
  kTimeout,
  kType,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import { onTimeout, setTimeout } from "internal:node/http2/timeouts";
import defer * as duplexes from "internal:node/http2/duplex_socket";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as measuring from "internal:node/http2/performance_entries";
import defer * as tls from "internal:node/tls/socket";
import { isLoaded } from "internal:core/bootstrap";
import * as native from "native:http2";

const STREAM_ID_MAX = 2 ** 32 - 1;
const PING_BYTES = 8;

export class Http2Session extends (EventEmitter as any) {
  /** `type`: SERVER or CLIENT. `socket`: any Duplex, which is the session's from now on. */
  constructor(type: number, options: any, socket: any) {
    super();
    const self = this as any;
    if (socket[kBoundSession] !== undefined) throw new ERR_HTTP2_SOCKET_BOUND();
    socket[kBoundSession] = self;
    const hasHandle = socket instanceof (Socket as any) && (socket.connecting || socket._handle);
    if (!hasHandle) {
      socket = duplexes.socketOf(socket);
      socket[kBoundSession] = self;
    }
    socket.on("error", onSocketError);
    socket.on("close", onSocketClose);
    self[kState] = new SessionState();
    self[kEncrypted] = undefined;
    self[kAlpnProtocol] = undefined;
    self[kType] = type;
    self[kSessionSocket] = null;
    self[kSocket] = socket;
    self[kTimeout] = null;
    self[kHandle] = undefined;
    self[kStrictSingleValueFields] = options.strictSingleValueFields;
    // Frames are joined here already.
    socket.setNoDelay?.();
    socket.disableRenegotiation?.();
    if (socket.connecting || socket.secureConnecting) {
      const isTls = isLoaded("internal:node/tls/socket") && socket instanceof (tls.TLSSocket as any);
      socket.once(isTls ? "secureConnect" : "connect", () => {
        try {
          connect(self, socket, type, options);
        } catch (error) {
          socket.destroy(error);
        }
      });
    } else {
      connect(self, socket, type, options);
    }
    if (isDebugging()) debugSession(self, "created");
  }

  /** Undefined until the socket is connected. */
  get encrypted(): boolean | undefined {
    return (this as any)[kEncrypted];
  }
  /** "h2", or "h2c" without TLS. */
  get alpnProtocol(): string | undefined {
    return (this as any)[kAlpnProtocol];
  }
  /** The origins that the server answers for (RFC 8336); undefined without TLS. */
  get originSet(): string[] | undefined {
    const self = this as any;
    return !self.encrypted || self.destroyed ? undefined : [...originSetOf(self)];
  }
  get connecting(): boolean {
    return ((this as any)[kState].flags & READY) === 0;
  }
  get closed(): boolean {
    return ((this as any)[kState].flags & CLOSED) !== 0;
  }
  get destroyed(): boolean {
    return ((this as any)[kState].flags & DESTROYED) !== 0;
  }
  get type(): number {
    return (this as any)[kType];
  }
  get goawayCode(): number {
    return (this as any)[kState].goawayCode || NO_ERROR;
  }
  get goawayLastStreamID(): number {
    return (this as any)[kState].goawayLastStreamID || 0;
  }
  get pendingSettingsAck(): boolean {
    return (this as any)[kState].pendingAck > 0;
  }

  /** The connection's socket, without what would disturb the protocol. */
  get socket(): any {
    const self = this as any;
    return self[kSessionSocket] === null ? (self[kSessionSocket] = makeSocketProxy(self)) : self[kSessionSocket];
  }

  /** The session as the protocol sees it; `{}` before it is connected and after its end. */
  get state(): any {
    const self = this as any;
    return self.connecting || self.destroyed ? {} : native.sessionState(self[kHandle].id);
  }

  /** The settings that the peer has acknowledged. */
  get localSettings(): any {
    const self = this as any;
    if (self[kLocalSettings] !== undefined) return self[kLocalSettings];
    if (self.destroyed || self.connecting) return {};
    return (self[kLocalSettings] = withCustom(native.settingsOf(self[kHandle].id, 0), self[kState].localCustom));
  }

  /** The settings of the peer. */
  get remoteSettings(): any {
    const self = this as any;
    if (self[kRemoteSettings] !== undefined) return self[kRemoteSettings];
    if (self.destroyed || self.connecting) return {};
    return (self[kRemoteSettings] = withCustom(native.settingsOf(self[kHandle].id, 1), remoteCustom(self)));
  }

  [kUpdateTimer](): void {
    const self = this as any;
    if (self[kTimeout] !== null && !self.destroyed) self[kTimeout].refresh();
  }

  /** Sets the number of the next stream. */
  setNextStreamID(id: any): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, "id");
    if (id <= 0 || id > STREAM_ID_MAX) throw new ERR_OUT_OF_RANGE("id", `> 0 and <= ${STREAM_ID_MAX}`, id);
    native.setNextStreamId(self[kHandle].id, id | 0);
  }

  /** Sets how many bytes the peer may send on the connection before they are taken. */
  setLocalWindowSize(windowSize: any): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, "windowSize", 0);
    const outcome = native.setLocalWindowSize(self[kHandle].id, windowSize);
    if (outcome === ERR_NOMEM) self.destroy(new ERR_HTTP2_NO_MEM());
    self[kHandle]?.schedule();
  }

  /** Asks the peer for an answer: `callback(error, durationMs, payload)`. False when too many questions wait. */
  ping(payload: any, callback?: any): boolean | undefined {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === "function") {
      callback = payload;
      payload = undefined;
    }
    if (payload) {
      validateBuffer(payload, "payload");
      if (payload.byteLength !== PING_BYTES) throw new ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(callback, "callback");
    const done = (isAnswered: boolean, durationMs: number, answer: any): void => {
      if (isAnswered) callback(null, durationMs, answer);
      else callback(new ERR_HTTP2_PING_CANCEL());
    };
    if (self.connecting || self.closed) {
      nextTick(done, false, 0, payload);
      return undefined;
    }
    return self[kHandle].ping(payload || undefined, done);
  }

  [Symbol.for("nodejs.util.inspect.custom")](depth: unknown): unknown {
    const self = this as any;
    if (typeof depth === "number" && depth < 0) return self;
    const { type, closed, destroyed, state, localSettings, remoteSettings } = self;
    return `Http2Session ${inspecting.format({ type, closed, destroyed, state, localSettings, remoteSettings })}`;
  }

  /** Sends settings; `callback(error, settings, durationMs)` is called when the peer has acknowledged them. */
  settings(settings: any, callback?: any): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    checkObject(settings, "settings");
    validateSettings(settings);
    if (callback) validateFunction(callback, "callback");
    if (isDebugging()) debugSession(self, "sending settings");
    self[kState].pendingAck++;
    const copy = { ...settings };
    if (self.connecting) self.once("connect", () => submitSettings(self, copy, callback));
    else submitSettings(self, copy, callback);
  }

  /** Announces the end of the session; `lastStreamID` 0 stands for the last stream that was taken. */
  goaway(code: any = NO_ERROR, lastStreamID: any = 0, opaqueData?: any): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined) validateBuffer(opaqueData, "opaqueData");
    validateNumber(code, "code");
    validateNumber(lastStreamID, "lastStreamID");
    const submit = (): void => {
      if (self.destroyed) return;
      if (isDebugging()) debugSession(self, "submitting goaway");
      self[kUpdateTimer]();
      self[kHandle].goAway(code, lastStreamID, opaqueData);
    };
    if (self.connecting) self.once("connect", submit);
    else submit();
  }

  /** Ends the session and its streams at once, with an error or a code. */
  destroy(error: any = NO_ERROR, code?: number): void {
    const self = this as any;
    if (self.destroyed) return;
    if (isDebugging()) debugSession(self, "destroying");
    if (typeof error === "number") {
      code = error;
      error = code === NO_ERROR ? undefined : new ERR_HTTP2_SESSION_ERROR(code);
    }
    if (code === undefined && error !== undefined && error !== null) code = INTERNAL_ERROR;
    closeSession(self, code ?? NO_ERROR, error);
  }

  /** Ends the session when its streams have ended; `callback` is added to "close". */
  close(callback?: any): void {
    const self = this as any;
    if (self.closed || self.destroyed) return;
    if (isDebugging()) debugSession(self, "marking session closed");
    self[kState].flags |= CLOSED;
    if (typeof callback === "function") self.once("close", callback);
    self.goaway();
    if (self[kHandle] !== undefined) self[kHandle].isGraceful = true;
    self[kMaybeDestroy]();
  }

  // Of listeners that are asynchronous: a stream's failure is its own.
  [kRejection](error: any, event: unknown, ...args: any[]): void {
    if (event === "stream") args[0].destroy(error);
    else (this as any).destroy(error);
  }

  /** Destroys the session when it is closed and has nothing left to do, or with an error. */
  [kMaybeDestroy](error?: any): void {
    const self = this as any;
    if (error === undefined || error === null) {
      const { streams, pendingStreams } = self[kState];
      if (!self.closed || streams.size > 0 || pendingStreams.size > 0 || self[kHandle]?.hasPendingData()) return;
    }
    self.destroy(error);
  }

  _onTimeout(): void {
    onTimeout(this, this);
  }

  ref(): void {
    (this as any)[kSocket]?.ref();
  }

  unref(): void {
    (this as any)[kSocket]?.unref();
  }
}
(Http2Session.prototype as any).setTimeout = setTimeout;

// The socket is connected: the protocol begins.
function connect(session: any, socket: any, type: number, options: any): void {
  if (session.destroyed) {
    emitConnect(session, socket);
    return;
  }
  if (isDebugging()) debugSession(session, "setting up session handle");
  const state: SessionState = session[kState];
  state.flags |= READY;
  if (options.remoteCustomSettings) {
    checkCustomIds(options.remoteCustomSettings);
    state.remoteCustomIds = options.remoteCustomSettings;
  }
  const isMeasured = isLoaded("internal:node/perf_hooks");
  if (isMeasured) state.startedMs = measuring.startMs();
  const handle = new SessionHandle(
    session,
    type,
    nativeOptions(options, isMeasured),
    pingsMaxOf(options),
    settingsMaxOf(options),
    events,
  );
  session[kHandle] = handle;
  handle.consume(socket._handle);
  session[kEncrypted] = Boolean(socket.encrypted);
  session[kAlpnProtocol] = socket.encrypted ? socket.alpnProtocol : "h2c";
  session.settings(typeof options.settings === "object" ? options.settings : {});
  if (type === SERVER && Array.isArray(options.origins)) session.origin(...options.origins);
  emitConnect(session, socket);
  // Listeners may be added first.
  nextTick(startReading, session, socket);
}

// What the socket has read before it was the session's comes first.
function startReading(session: any, socket: any): void {
  const first: any[] = [];
  if (socket.readableLength > 0)
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read()) first.push(bytes);
  session[kHandle]?.startReading(first);
}

function submitSettings(session: any, settings: any, callback: any): void {
  if (session.destroyed) return;
  if (isDebugging()) debugSession(session, "submitting settings");
  session[kUpdateTimer]();
  const entries = entriesOf(settings);
  const custom = customOf(entries);
  if (custom !== undefined) session[kState].localCustom = { ...session[kState].localCustom, ...custom };
  const isSent = session[kHandle].settings(entries, (isAcknowledged: boolean, durationMs: number) => {
    onAcknowledged(session, isAcknowledged, durationMs, callback);
  });
  if (!isSent) session.destroy(new ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
}

function onAcknowledged(session: any, isAcknowledged: boolean, durationMs: number, callback: any): void {
  const state: SessionState = session[kState];
  state.pendingAck--;
  session[kLocalSettings] = undefined;
  if (!isAcknowledged) {
    if (isDebugging()) debugSession(session, "settings canceled");
    if (typeof callback === "function") callback(new ERR_HTTP2_SETTINGS_CANCEL());
    return;
  }
  if (isDebugging()) debugSession(session, "settings received");
  const settings = session.localSettings;
  if (typeof callback === "function") callback(null, settings, durationMs);
  session.emit("localSettings", settings);
}
