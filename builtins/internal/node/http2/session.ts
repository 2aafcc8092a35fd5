// Http2Session: one endpoint of a connection. `events.ts` handles the events of its native session; `server_session.ts` and
// `client_session.ts` have the members of one role; `session_closing.ts` closes it.
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
import { EventEmitter, type Listener } from "internal:core/events/emitter";
import type { Timeout } from "internal:core/timers";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { Acknowledged } from "internal:node/http2/pending_acknowledgements";
import type { SessionServer } from "internal:node/http2/server";
import type { ServerHttp2Session } from "internal:node/http2/server_session";
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
import { nativeOptions, pingsMaxOf, type SessionOptions, settingsMaxOf } from "internal:node/http2/session_options";
import { CLOSED, DESTROYED, READY, SessionState } from "internal:node/http2/session_state";
import {
  checkCustomIds,
  checkObject,
  customOf,
  entriesOf,
  type SettingsObject,
  validateSettings,
} from "internal:node/http2/settings";
import { makeSocketProxy } from "internal:node/http2/socket_proxy";
import {
  SERVER,
  kAlpnProtocol,
  type kAuthority,
  kBoundSession,
  kEncrypted,
  kHandle,
  kLocalSettings,
  type kMaxOriginSetSize,
  kMaybeDestroy,
  type kProtocol,
  kRemoteSettings,
  type kServer,
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
import { type Http2Role, Http2Side } from "native:http2";

const STREAM_ID_MAX = 2 ** 32 - 1;
const PING_BYTES = 8;

type PingCallback = (error: Error | null, durationMs?: number, payload?: Uint8Array) => void;
type SettingsCallback = (error: Error | null, settings?: SettingsObject, durationMs?: number) => void;

export interface Http2Session {
  [kState]: SessionState;
  [kType]: number;
  [kEncrypted]: boolean | undefined;
  [kAlpnProtocol]: string | undefined;
  /** The proxy of the socket for programs, once it is used. */
  [kSessionSocket]: SessionSocket | null | undefined;
  [kSocket]: SessionSocket | undefined;
  [kTimeout]: Timeout | null;
  [kHandle]: SessionHandle | undefined;
  [kStrictSingleValueFields]: boolean;
  [kLocalSettings]: SettingsObject | undefined;
  [kRemoteSettings]: SettingsObject | undefined;
  /** Of a session of a server. */
  [kServer]?: SessionServer | undefined;
  /** Of a client: the target of connect(). */
  [kAuthority]: string;
  [kProtocol]: string;
  [kMaxOriginSetSize]: number;
  timeout?: unknown;
  setTimeout(msecs: unknown, callback?: Listener): this;
}

export class Http2Session extends EventEmitter {
  /** `type`: SERVER or CLIENT. `socket`: any Duplex, which belongs to the session from now on. */
  constructor(type: Http2Role, options: SessionOptions, socket: SessionSocket) {
    super();
    const self = this;
    if (socket[kBoundSession] !== undefined) throw new ERR_HTTP2_SOCKET_BOUND();
    socket[kBoundSession] = self;
    const hasHandle = (socket as unknown) instanceof Socket && (socket.connecting || socket._handle);
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
    self[kStrictSingleValueFields] = options.strictSingleValueFields!;
    // The session joins frames itself.
    socket.setNoDelay?.();
    socket.disableRenegotiation?.();
    if (socket.connecting || socket.secureConnecting) {
      const isTls = isLoaded("internal:node/tls/socket") && (socket as unknown) instanceof tls.TLSSocket;
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
    return this[kEncrypted];
  }
  /** "h2", or "h2c" without TLS. */
  get alpnProtocol(): string | undefined {
    return this[kAlpnProtocol];
  }
  /** The origins that the server is authoritative for (RFC 8336); undefined without TLS. */
  get originSet(): string[] | undefined {
    const self = this;
    return !self.encrypted || self.destroyed ? undefined : [...originSetOf(self)];
  }
  get connecting(): boolean {
    return (this[kState].flags & READY) === 0;
  }
  get closed(): boolean {
    return (this[kState].flags & CLOSED) !== 0;
  }
  get destroyed(): boolean {
    return (this[kState].flags & DESTROYED) !== 0;
  }
  get type(): number {
    return this[kType];
  }
  get goawayCode(): number {
    return this[kState].goawayCode || NO_ERROR;
  }
  get goawayLastStreamID(): number {
    return this[kState].goawayLastStreamID || 0;
  }
  get pendingSettingsAck(): boolean {
    return this[kState].pendingAck > 0;
  }

  /** The connection's socket, without the members that would interfere with the protocol. */
  get socket(): SessionSocket | undefined {
    const self = this;
    return self[kSessionSocket] === null ? (self[kSessionSocket] = makeSocketProxy(self)) : self[kSessionSocket];
  }

  /** The protocol state of the session; `{}` before it is connected and after it is closed. */
  get state(): Partial<native.SessionState> {
    const self = this;
    return self.connecting || self.destroyed ? {} : native.sessionState(self[kHandle]!.id);
  }

  /** The settings that the peer has acknowledged. */
  get localSettings(): SettingsObject {
    const self = this;
    if (self[kLocalSettings] !== undefined) return self[kLocalSettings];
    if (self.destroyed || self.connecting) return {};
    return (self[kLocalSettings] = withCustom(
      native.settingsOf(self[kHandle]!.id, Http2Side.LOCAL),
      self[kState].localCustom,
    ));
  }

  /** The settings of the peer. */
  get remoteSettings(): SettingsObject {
    const self = this;
    if (self[kRemoteSettings] !== undefined) return self[kRemoteSettings];
    if (self.destroyed || self.connecting) return {};
    return (self[kRemoteSettings] = withCustom(
      native.settingsOf(self[kHandle]!.id, Http2Side.REMOTE),
      remoteCustom(self),
    ));
  }

  [kUpdateTimer](): void {
    const self = this;
    if (self[kTimeout] !== null && !self.destroyed) self[kTimeout].refresh();
  }

  /** Sets the number of the next stream. */
  setNextStreamID(id: unknown): void {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, "id");
    if (id <= 0 || id > STREAM_ID_MAX) throw new ERR_OUT_OF_RANGE("id", `> 0 and <= ${STREAM_ID_MAX}`, id);
    native.setNextStreamId(self[kHandle]!.id, id | 0);
  }

  /** Sets the flow-control window of the connection for the peer, in bytes. */
  setLocalWindowSize(windowSize: unknown): void {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, "windowSize", 0);
    const outcome = native.setLocalWindowSize(self[kHandle]!.id, windowSize);
    if (outcome === ERR_NOMEM) self.destroy(new ERR_HTTP2_NO_MEM());
    self[kHandle]?.schedule();
  }

  /** Sends PING: `callback(error, durationMs, payload)`. Returns false when too many wait for their acknowledgement. */
  ping(payload: unknown, callback?: PingCallback): boolean | undefined {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === "function") {
      callback = payload as PingCallback;
      payload = undefined;
    }
    if (payload) {
      validateBuffer(payload, "payload");
      if (payload.byteLength !== PING_BYTES) throw new ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(callback, "callback");
    const done: Acknowledged = (isAcknowledged, durationMs, acknowledged) => {
      if (isAcknowledged) callback!(null, durationMs, acknowledged);
      else callback!(new ERR_HTTP2_PING_CANCEL());
    };
    if (self.connecting || self.closed) {
      nextTick(done, false, 0, payload);
      return undefined;
    }
    return self[kHandle]!.ping((payload as ArrayBufferView | undefined) || undefined, done);
  }

  [Symbol.for("nodejs.util.inspect.custom")](depth: unknown): unknown {
    const self = this;
    if (typeof depth === "number" && depth < 0) return self;
    const { type, closed, destroyed, state, localSettings, remoteSettings } = self;
    return `Http2Session ${inspecting.format({ type, closed, destroyed, state, localSettings, remoteSettings })}`;
  }

  /** Sends settings; `callback(error, settings, durationMs)` is called when the peer has acknowledged them. */
  settings(settings: SettingsObject, callback?: SettingsCallback): void {
    const self = this;
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

  /** Sends GOAWAY; `lastStreamID` 0 stands for the last stream that was processed. */
  goaway(code: unknown = NO_ERROR, lastStreamID: unknown = 0, opaqueData?: unknown): void {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined) validateBuffer(opaqueData, "opaqueData");
    validateNumber(code, "code");
    validateNumber(lastStreamID, "lastStreamID");
    const submit = (): void => {
      if (self.destroyed) return;
      if (isDebugging()) debugSession(self, "submitting goaway");
      self[kUpdateTimer]();
      self[kHandle]!.goAway(code as number, lastStreamID as number, opaqueData as ArrayBufferView | undefined);
    };
    if (self.connecting) self.once("connect", submit);
    else submit();
  }

  /** Closes the session and its streams at once, with an error or a code. */
  destroy(error: unknown = NO_ERROR, code?: number): void {
    const self = this;
    if (self.destroyed) return;
    if (isDebugging()) debugSession(self, "destroying");
    if (typeof error === "number") {
      code = error;
      error = code === NO_ERROR ? undefined : new ERR_HTTP2_SESSION_ERROR(code);
    }
    if (code === undefined && error !== undefined && error !== null) code = INTERNAL_ERROR;
    closeSession(self, code ?? NO_ERROR, error);
  }

  /** Closes the session when its streams have ended; `callback` is added to "close". */
  close(callback?: () => void): void {
    const self = this;
    if (self.closed || self.destroyed) return;
    if (isDebugging()) debugSession(self, "marking session closed");
    self[kState].flags |= CLOSED;
    if (typeof callback === "function") self.once("close", callback);
    self.goaway();
    if (self[kHandle] !== undefined) self[kHandle].isGraceful = true;
    self[kMaybeDestroy]();
  }

  // Of asynchronous listeners: the failure of a listener of "stream" only destroys its stream.
  [kRejection](error: unknown, event: unknown, ...args: any[]): void {
    if (event === "stream") args[0].destroy(error);
    else this.destroy(error);
  }

  /** Destroys the session when it is closed and has nothing left to do, or with an error. */
  [kMaybeDestroy](error?: unknown): void {
    const self = this;
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
    this[kSocket]?.ref();
  }

  unref(): void {
    this[kSocket]?.unref();
  }
}
Http2Session.prototype.setTimeout = setTimeout;

// The socket is connected: starts the protocol.
function connect(session: Http2Session, socket: SessionSocket, type: Http2Role, options: SessionOptions): void {
  if (session.destroyed) {
    emitConnect(session, socket);
    return;
  }
  if (isDebugging()) debugSession(session, "setting up session handle");
  const state = session[kState];
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
  handle.consume(socket._handle!);
  session[kEncrypted] = Boolean(socket.encrypted);
  session[kAlpnProtocol] = socket.encrypted ? (socket.alpnProtocol as string) : "h2c";
  session.settings(typeof options.settings === "object" ? options.settings : {});
  if (type === SERVER && Array.isArray(options.origins)) (session as ServerHttp2Session).origin(...options.origins);
  emitConnect(session, socket);
  // In a later tick, so that the program can add listeners first.
  nextTick(startReading, session, socket);
}

// Starts with the data that the socket has buffered already.
function startReading(session: Http2Session, socket: SessionSocket): void {
  const first: Uint8Array[] = [];
  if (socket.readableLength > 0)
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read()) first.push(bytes);
  session[kHandle]?.startReading(first);
}

function submitSettings(session: Http2Session, settings: SettingsObject, callback: SettingsCallback | undefined): void {
  if (session.destroyed) return;
  if (isDebugging()) debugSession(session, "submitting settings");
  session[kUpdateTimer]();
  const entries = entriesOf(settings);
  const custom = customOf(entries);
  if (custom !== undefined) session[kState].localCustom = { ...session[kState].localCustom, ...custom };
  const isSent = session[kHandle]!.settings(entries, (isAcknowledged, durationMs) => {
    onAcknowledged(session, isAcknowledged, durationMs, callback);
  });
  if (!isSent) session.destroy(new ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
}

function onAcknowledged(
  session: Http2Session,
  isAcknowledged: boolean,
  durationMs: number,
  callback: SettingsCallback | undefined,
): void {
  const state = session[kState];
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
