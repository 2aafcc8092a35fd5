// Decodes the events of `native:http2`, which are integers and strings, and calls their handlers.
import { asBuffer } from "internal:core/buffer/adopt";
import type { FastBuffer } from "internal:core/buffer";
import type { Http2Session } from "internal:node/http2/session";
import * as native from "native:http2";
import { Http2Event, Http2Record } from "native:http2";

/** The handlers of a session's events. Streams are numbers: the session may have removed them. */
export interface SessionEvents {
  onHeaders(
    session: Http2Session,
    stream: number,
    category: number,
    flags: number,
    pairs: string[],
    sensitive: string[],
  ): void;
  onData(session: Http2Session, stream: number, bytes: Uint8Array): void;
  onEnd(session: Http2Session, stream: number): void;
  onClose(session: Http2Session, stream: number, code: number, isResetByPeer: boolean): void;
  /** `entries`: numbers and values, four bytes each. */
  onSettings(session: Http2Session, entries: Uint8Array): void;
  onPing(session: Http2Session, payload: Uint8Array): void;
  onGoAway(session: Http2Session, code: number, lastStream: number, data: Uint8Array | undefined): void;
  onAltSvc(session: Http2Session, stream: number, origin: string, value: string): void;
  onOrigin(session: Http2Session, origins: string[]): void;
  onInternalError(session: Http2Session, code: number, hadTooManyInvalidFrames: boolean): void;
  onFrameError(session: Http2Session, stream: number, type: number, code: number): void;
  onWritten(session: Http2Session, stream: number, errno: number): void;
  onWantTrailers(session: Http2Session, stream: number): void;
  onPriority(session: Http2Session, stream: number, parent: number, weight: number, isExclusive: boolean): void;
  /** A closing session has sent everything. */
  onGracefulEnd(session: Http2Session): void;
}

let record: Int32Array | undefined;

/** Called before a session is created. */
export function prepareRecord(): void {
  record ??= native.record() as Int32Array;
}

/** Result of the last `receive` or `send`: 0, or the code of a fatal error. */
export function outcome(): number {
  return record![Http2Record.OUTCOME]!;
}

/** Flags of the last `receive` or `send`. */
export function outcomeFlags(): number {
  return record![Http2Record.FLAGS]!;
}

/** Copies the events of the last `receive` or `send`: the next call of any session overwrites the record. */
export function takeEvents(id: number): number[] {
  const words: number[] = [];
  for (;;) {
    const end = Http2Record.EVENTS + record![Http2Record.COUNT]! * Http2Record.EVENT_WORDS;
    for (let offset = Http2Record.EVENTS; offset < end; offset++) words.push(record![offset]!);
    if (record![Http2Record.HAS_MORE] === 0) return words;
    native.moreEvents(id);
  }
}

/** How many strings belong to the event at `offset`. */
export function partsOf(words: number[], offset: number): number {
  switch (words[offset]) {
    case Http2Event.HEADERS:
      return words[offset + 4]! * 2 + words[offset + 5]!;
    case Http2Event.GO_AWAY:
    case Http2Event.SETTINGS:
      return 1;
    case Http2Event.ALT_SVC:
      return 2;
    case Http2Event.ORIGIN:
      return words[offset + 1]!;
    default:
      return 0;
  }
}

/** Calls the handler of the event at `offset`, except for acknowledgements and writes. `part`: its first string. `bytes`: received data. */
export function dispatchEvent(
  events: SessionEvents,
  session: Http2Session,
  words: number[],
  offset: number,
  parts: string[],
  part: number,
  bytes: Uint8Array | null,
): void {
  const a = words[offset + 1]!;
  const b = words[offset + 2]!;
  const c = words[offset + 3]!;
  switch (words[offset]) {
    case Http2Event.HEADERS: {
      const end = part + words[offset + 4]! * 2;
      const count = words[offset + 5]!;
      return events.onHeaders(
        session,
        a,
        b,
        c,
        parts.slice(part, end),
        count === 0 ? [] : parts.slice(end, end + count),
      );
    }
    case Http2Event.DATA:
      return events.onData(session, a, asBuffer(new Uint8Array(bytes!.buffer, bytes!.byteOffset + b, c - b)));
    case Http2Event.END:
      return events.onEnd(session, a);
    case Http2Event.CLOSE:
      return events.onClose(session, a, b >>> 0, c !== 0);
    case Http2Event.SETTINGS:
      return events.onSettings(session, bytesOf(parts[part]!));
    case Http2Event.PING:
      return events.onPing(session, payloadOf(words, offset));
    case Http2Event.GO_AWAY:
      return events.onGoAway(session, a >>> 0, b, parts[part] === "" ? undefined : bytesOf(parts[part]!));
    case Http2Event.ALT_SVC:
      return events.onAltSvc(session, a, textOf(parts[part]!), textOf(parts[part + 1]!));
    case Http2Event.ORIGIN:
      return events.onOrigin(session, parts.slice(part, part + a).map(textOf));
    case Http2Event.ERROR:
      return events.onInternalError(session, a, false);
    case Http2Event.FRAME_ERROR:
      return events.onFrameError(session, a, b, c);
    case Http2Event.WANT_TRAILERS:
      return events.onWantTrailers(session, a);
    case Http2Event.PRIORITY:
      return events.onPriority(session, a, b, c, words[offset + 4] !== 0);
  }
}

/** The eight bytes of a PING event. */
export function payloadOf(words: number[], offset: number): Uint8Array {
  const payload = new Uint8Array(8);
  const view = new DataView(payload.buffer);
  view.setInt32(0, words[offset + 2]!);
  view.setInt32(4, words[offset + 3]!);
  return asBuffer(payload);
}

function bytesOf(digits: string): FastBuffer {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return asBuffer(bytes);
}

function textOf(digits: string): string {
  return (bytesOf(digits) as { toString(encoding: "latin1"): string }).toString("latin1");
}
