// The hidden members of sessions, streams and servers of node:http2. Programs see some of them when they print a server.
import { Http2Role } from "native:http2";

export const kAlpnProtocol = Symbol("alpnProtocol");
export const kAuthority = Symbol("authority");
/** The session of a socket. */
export const kBoundSession = Symbol("kBoundSession");
export const kEncrypted = Symbol("encrypted");
/** The native session; of a stream, that of its session as long as the stream is open. */
export const kHandle = Symbol("kHandle");
export const kId = Symbol("id");
export const kInfoHeaders = Symbol("sent-info-headers");
/** Assigns a stream its number. */
export const kInit = Symbol("kInit");
export const kLocalSettings = Symbol("local-settings");
export const kMaxOriginSetSize = Symbol("max-ORIGIN-set-size");
/** Ends a session or stream that has nothing left to do. */
export const kMaybeDestroy = Symbol("kMaybeDestroy");
export const kOptions = Symbol("options");
export const kOrigin = Symbol("origin");
/** Starts a response when the program writes without having started one. */
export const kProceed = Symbol("proceed");
export const kProtocol = Symbol("protocol");
export const kRawHeaders = Symbol("raw-headers");
export const kRemoteSettings = Symbol("remote-settings");
/** The asynchronous context in which events of a stream are emitted. */
export const kScope = Symbol("scope");
export const kSensitiveHeaders = Symbol("sensitiveHeaders");
export const kSentHeaders = Symbol("sent-headers");
export const kSentTrailers = Symbol("sent-trailers");
export const kServer = Symbol("server");
export const kSession = Symbol("kSession");
export const kSessions = Symbol("sessions");
export const kSessionSocket = Symbol("proxySocket");
export const kSocket = Symbol("socket");
export const kState = Symbol("state");
export const kStrictSingleValueFields = Symbol("strictSingleValueFields");
export const kTimeout = Symbol("timeout");
export const kType = Symbol("type");
/** Restarts the time-out after traffic. */
export const kUpdateTimer = Symbol("kUpdateTimer");

/** `session.type`. */
export const SERVER = Http2Role.SERVER;
export const CLIENT = Http2Role.CLIENT;
