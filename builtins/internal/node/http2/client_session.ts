// ClientHttp2Session: requests. Before the connection is made they wait. https://nodejs.org/api/http2.html#class-clienthttp2session
import {
  AbortError,
  ERR_HTTP2_GOAWAY_SESSION,
  ERR_HTTP2_INVALID_SESSION,
  ERR_HTTP2_OUT_OF_STREAMS,
  ERR_HTTP2_STREAM_SELF_DEPENDENCY,
} from "internal:core/errors";
import { validateAbortSignal, validateBoolean, validateNumber } from "internal:core/validators";
import * as context from "internal:core/async/context";
import { findChannel } from "internal:core/diagnostics/channel";
import { isLoaded } from "internal:core/bootstrap";
import { nextTick } from "internal:core/ticks";
import { ClientHttp2Stream } from "internal:node/http2/client_stream";
import { ERR_INVALID_ARGUMENT, ERR_STREAM_ID_NOT_AVAILABLE, NO_BODY, TRAILERS } from "internal:node/http2/codes";
import { debugSession, isDebugging } from "internal:node/http2/debug";
import type { FieldList } from "internal:node/http2/fields";
import { NghttpError } from "internal:node/http2/nghttp_error";
import { isWithoutContent, prepareRequest } from "internal:node/http2/request_fields";
import { Http2Session } from "internal:node/http2/session";
import { checkObject } from "internal:node/http2/settings";
import { HAS_TRAILERS } from "internal:node/http2/stream_state";
import {
  CLIENT,
  kHandle,
  kInit,
  kOrigin,
  kRawHeaders,
  kScope,
  kSentHeaders,
  kSession,
  kState,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import defer * as aborting from "internal:core/events/abort_listener";
import defer * as measuring from "internal:node/http2/performance_entries";
import defer * as deprecation from "internal:node/http2/weight";

const kPendingRequests = Symbol("kPendingRequestCalls");

export class ClientHttp2Session extends Http2Session {
  constructor(options: any, socket: any) {
    super(CLIENT, options, socket);
    (this as any)[kPendingRequests] = null;
  }

  /**
   * Asks. `headers`: an object, or an array of names and values in turn. Returns the stream, which fails when the session is over.
   * Throws for headers and options that are wrong.
   */
  request(headers?: any, options?: any): any {
    const self = this as any;
    if (isDebugging()) debugSession(self, "initiating request");
    // A program that tries again must not be thrown at before it hears that the session is over.
    const failure = self.destroyed
      ? new ERR_HTTP2_INVALID_SESSION()
      : self.closed
        ? new ERR_HTTP2_GOAWAY_SESSION()
        : undefined;
    self[kUpdateTimer]();
    const fields = prepareRequest(headers, self);
    checkObject(options, "options");
    options = readOptions(options, fields.method);
    const stream: any = new ClientHttp2Stream(self, undefined, undefined, {});
    stream[kSentHeaders] = fields.headers;
    stream[kRawHeaders] = fields.rawHeaders;
    stream[kOrigin] = `${fields.scheme}://${fields.authority}`;
    if (isLoaded("internal:node/perf_hooks")) stream[kState].startedMs = measuring.startMs();
    if (options.endStream) stream.end();
    if (options.waitForTrailers) stream[kState].flags |= HAS_TRAILERS;
    if (options.signal) followSignal(stream, options.signal);
    if (failure !== undefined) nextTick(() => inContext(stream, () => stream.destroy(failure)));
    else if (self.connecting) whenConnected(self, () => inContext(stream, () => submit(stream, fields.list, options)));
    else submit(stream, fields.list, options);
    publish("http2.client.stream.created", stream);
    return stream;
  }
}

function readOptions(given: any, method: unknown): any {
  const options = { ...given };
  if (options.weight !== undefined) deprecation.warnOfWeight();
  if (options.parent === undefined) options.parent = 0;
  else validateNumber(options.parent, "options.parent", 0);
  for (const name of ["exclusive", "silent"]) {
    if (options[name] === undefined) options[name] = false;
    else validateBoolean(options[name], `options.${name}`);
  }
  if (options.endStream === undefined) options.endStream = isWithoutContent(method);
  else validateBoolean(options.endStream, "options.endStream");
  return options;
}

function followSignal(stream: any, signal: any): void {
  validateAbortSignal(signal, "options.signal");
  const onAbort = (): void => stream.destroy(new (AbortError as any)(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    onAbort();
    return;
  }
  const registration: any = aborting.addAbortListener(signal, onAbort);
  stream.once("close", () => registration[(Symbol as any).dispose]());
}

// One listener for all requests that wait.
function whenConnected(session: any, act: () => void): void {
  if (session[kPendingRequests] !== null) {
    session[kPendingRequests].push(act);
    return;
  }
  session[kPendingRequests] = [act];
  session.once("connect", () => {
    const waiting: (() => void)[] = session[kPendingRequests];
    for (let index = 0; index < waiting.length; index++) waiting[index]!();
    session[kPendingRequests] = null;
  });
}

function inContext(stream: any, act: () => void): void {
  const scope: context.Scope | undefined = stream[kScope];
  if (scope === undefined) {
    act();
    return;
  }
  const saved = context.enter(scope);
  try {
    act();
  } finally {
    context.leave(saved);
  }
}

function submit(stream: any, list: FieldList, options: any): void {
  const session = stream[kSession];
  if (session === undefined || session.destroyed) return;
  if (session.closed) {
    stream.destroy(new ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  if (isDebugging()) debugSession(session, "connected, initializing request");
  const handle = session[kHandle];
  const id = handle.request(list, (options.endStream ? NO_BODY : 0) | (options.waitForTrailers ? TRAILERS : 0));
  if (id < 0) {
    if (id === ERR_STREAM_ID_NOT_AVAILABLE) stream.destroy(new ERR_HTTP2_OUT_OF_STREAMS());
    else if (id === ERR_INVALID_ARGUMENT) stream.destroy(new ERR_HTTP2_STREAM_SELF_DEPENDENCY());
    else session.destroy(new NghttpError(id));
    return;
  }
  stream[kInit](id, handle);
  publish("http2.client.stream.start", stream);
}

function publish(name: string, stream: any): void {
  const channel = findChannel(name);
  if (channel?.hasSubscribers) channel.publish({ stream, headers: stream.sentHeaders });
}
