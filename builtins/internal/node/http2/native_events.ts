// The events of `native:http2`: from words and text to calls.
import { asBuffer } from "internal:core/buffer/adopt";
import * as native from "native:http2";

/** What a session is told. Streams are numbers: the session may have done away with them. */
export interface SessionEvents {
  onHeaders(session: any, stream: number, category: number, flags: number, pairs: string[], sensitive: string[]): void;
  onData(session: any, stream: number, bytes: any): void;
  onEnd(session: any, stream: number): void;
  onClose(session: any, stream: number, code: number, isResetByPeer: boolean): void;
  onSettings(session: any): void;
  onPing(session: any, payload: any): void;
  onGoAway(session: any, code: number, lastStream: number, data: any): void;
  onAltSvc(session: any, stream: number, origin: string, value: string): void;
  onOrigin(session: any, origins: string[]): void;
  onInternalError(session: any, code: number, hadTooManyInvalidFrames: boolean): void;
  onFrameError(session: any, stream: number, type: number, code: number): void;
  onWritten(session: any, stream: number, errno: number): void;
  onWantTrailers(session: any, stream: number): void;
  onPriority(session: any, stream: number, parent: number, weight: number, isExclusive: boolean): void;
  /** A session that closes has nothing left to send. */
  onGracefulEnd(session: any): void;
}

export const HEADERS = 1;
export const DATA = 2;
export const END = 3;
export const CLOSE = 4;
export const SETTINGS = 5;
export const PING = 6;
const GOAWAY = 7;
const ALTSVC = 8;
const ORIGIN = 9;
const ERROR = 10;
const FRAME_ERROR = 11;
export const WRITTEN = 12;
const WANT_TRAILERS = 13;
const PRIORITY = 14;

const COUNT = 0;
const HAS_MORE = 1;
const OUTCOME = 2;
const FLAGS = 3;
const EVENTS = 4;
/** A kind and what it says. */
export const EVENT_WORDS = 6;

/** Flags of an outcome. */
export const WANTS_READ = 1;
export const WANTS_WRITE = 2;
export const HAD_TOO_MANY_INVALID_FRAMES = 4;

let record: Int32Array | undefined;

/** Before the first session is made. */
export function prepareRecord(): void {
  record ??= native.record() as Int32Array;
}

/** 0, or the code for which the session cannot go on, of the last `receive` or `send`. */
export function outcome(): number {
  return record![OUTCOME]!;
}

/** Flags of the last `receive` or `send`. */
export function outcomeFlags(): number {
  return record![FLAGS]!;
}

/** The events of the last `receive` or `send`: the next call, of whatever session, overwrites the record. */
export function takeEvents(id: number): number[] {
  const words: number[] = [];
  for (;;) {
    const end = EVENTS + record![COUNT]! * EVENT_WORDS;
    for (let place = EVENTS; place < end; place++) words.push(record![place]!);
    if (record![HAS_MORE] === 0) return words;
    native.moreEvents(id);
  }
}

/** How many parts of the text belong to the event at `place`. */
export function partsOf(words: number[], place: number): number {
  switch (words[place]) {
    case HEADERS:
      return words[place + 4]! * 2 + words[place + 5]!;
    case GOAWAY:
      return 1;
    case ALTSVC:
      return 2;
    case ORIGIN:
      return words[place + 1]!;
    default:
      return 0;
  }
}

/** Tells the event at `place`, but those of questions and writes. `part`: the first of its parts. `bytes`: what was received. */
export function tellEvent(
  events: SessionEvents,
  session: any,
  words: number[],
  place: number,
  parts: string[],
  part: number,
  bytes: any,
): void {
  const a = words[place + 1]!;
  const b = words[place + 2]!;
  const c = words[place + 3]!;
  switch (words[place]) {
    case HEADERS: {
      const end = part + words[place + 4]! * 2;
      const count = words[place + 5]!;
      return events.onHeaders(
        session,
        a,
        b,
        c,
        parts.slice(part, end),
        count === 0 ? [] : parts.slice(end, end + count),
      );
    }
    case DATA:
      return events.onData(session, a, asBuffer(new Uint8Array(bytes.buffer, bytes.byteOffset + b, c - b)));
    case END:
      return events.onEnd(session, a);
    case CLOSE:
      return events.onClose(session, a, b >>> 0, c !== 0);
    case SETTINGS:
      return events.onSettings(session);
    case PING:
      return events.onPing(session, payloadOf(words, place));
    case GOAWAY:
      return events.onGoAway(session, a >>> 0, b, parts[part] === "" ? undefined : bytesOf(parts[part]!));
    case ALTSVC:
      return events.onAltSvc(session, a, textOf(parts[part]!), textOf(parts[part + 1]!));
    case ORIGIN:
      return events.onOrigin(session, parts.slice(part, part + a).map(textOf));
    case ERROR:
      return events.onInternalError(session, a, false);
    case FRAME_ERROR:
      return events.onFrameError(session, a, b, c);
    case WANT_TRAILERS:
      return events.onWantTrailers(session, a);
    case PRIORITY:
      return events.onPriority(session, a, b, c, words[place + 4] !== 0);
  }
}

/** The eight bytes of a PING event. */
export function payloadOf(words: number[], place: number): any {
  const payload = new Uint8Array(8);
  const view = new DataView(payload.buffer);
  view.setInt32(0, words[place + 2]!);
  view.setInt32(4, words[place + 3]!);
  return asBuffer(payload);
}

function bytesOf(digits: string): any {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return asBuffer(bytes);
}

function textOf(digits: string): string {
  return bytesOf(digits).toString("latin1");
}
