// The frames that a session and its streams send by `native:http2`. `session_connection.ts` schedules the output.
import type { FieldList } from "internal:node/http2/fields";
import { SessionConnection, bytesOf } from "internal:node/http2/session_connection";
import * as native from "native:http2";

/** The native session, as sessions and streams use it. */
export class SessionHandle extends SessionConnection {
  goAway(code: number, lastStream: number, data: ArrayBufferView | undefined): void {
    native.goAway(this.id, code >>> 0, lastStream | 0, data === undefined ? null : bytesOf(data));
    this.schedule();
  }

  announceService(stream: number, origin: string, value: string): void {
    native.announceService(this.id, stream, origin, value);
    this.schedule();
  }

  /** Each origin is ended by NUL. */
  announceOrigins(origins: string): void {
    native.announceOrigins(this.id, origins);
    this.schedule();
  }

  /** Returns the number of the new stream, or a negative code of nghttp2, as do the following. `flags`: see `codes.ts`. */
  request(list: FieldList, flags: number): number {
    const stream = native.request(this.id, list.text, list.count, flags);
    this.schedule();
    return stream;
  }

  respond(stream: number, list: FieldList, flags: number): number {
    const outcome = native.respond(this.id, stream, list.text, list.count, flags);
    this.schedule();
    return outcome;
  }

  inform(stream: number, list: FieldList): number {
    const outcome = native.inform(this.id, stream, list.text, list.count);
    this.schedule();
    return outcome;
  }

  sendTrailers(stream: number, list: FieldList): number {
    const outcome = native.sendTrailers(this.id, stream, list.text, list.count);
    this.schedule();
    return outcome;
  }

  push(stream: number, list: FieldList, flags: number): number {
    const promised = native.push(this.id, stream, list.text, list.count, flags);
    this.schedule();
    return promised;
  }

  /** Queues one write (a string as UTF-8); `events.onWritten` follows. Returns its length in bytes; -1 when the stream has ended. */
  write(stream: number, data: string | Uint8Array): number {
    const count =
      typeof data === "string" ? native.writeText(this.id, stream, data) : native.write(this.id, stream, data);
    this.schedule();
    return count;
  }

  writeMany(stream: number, chunks: Uint8Array[]): number {
    const count = native.writeMany(this.id, stream, chunks);
    this.schedule();
    return count;
  }

  /** Ends a stream after its queued data. */
  shut(stream: number): void {
    native.endStream(this.id, stream);
    this.schedule();
  }
}
