// PING and SETTINGS frames that wait for their acknowledgement. These arrive in order (RFC 9113 §6.5.3, §6.7).
import * as context from "internal:core/async/context";
import { setImmediate } from "internal:core/timers";
import { now } from "native:time";

/** Called with the acknowledgement of a frame, or when none is expected any more. */
export type Acknowledged = (isAcknowledged: boolean, durationMs: number, payload?: Uint8Array) => void;

interface SentFrame {
  done: Acknowledged;
  sentMs: number;
  scope: context.Scope | undefined;
}

export class PendingAcknowledgements {
  #sent: SentFrame[] = [];
  #type: string;
  #countMax: number;

  /** `type`: the type of the asynchronous resource of a frame. `countMax`: how many frames may wait. */
  constructor(type: string, countMax: number) {
    this.#type = type;
    this.#countMax = countMax;
  }

  get isFull(): boolean {
    return this.#sent.length >= this.#countMax;
  }

  /** Adds a frame that is sent now. */
  add(done: Acknowledged): void {
    this.#sent.push(this.#make(done));
  }

  /** Calls `done` for a frame that is not sent because too many are waiting. */
  refuse(done: Acknowledged): void {
    finish(this.#make(done), false, 0, undefined);
  }

  /** The oldest frame is acknowledged. Returns after how many milliseconds; undefined without such a frame. */
  acknowledge(payload?: Uint8Array): number | undefined {
    const frame = this.#sent.shift();
    if (frame === undefined) return undefined;
    const durationMs = now() - frame.sentMs;
    finish(frame, true, durationMs, payload);
    return durationMs;
  }

  /** The session is closed: calls the callbacks of the waiting frames in the check phase. */
  cancel(): void {
    for (const frame of this.#sent.splice(0)) setImmediate(finish, frame, false, 0, undefined);
  }

  #make(done: Acknowledged): SentFrame {
    return { done, sentMs: now(), scope: context.capture(this.#type, done) };
  }
}

function finish(frame: SentFrame, isAcknowledged: boolean, durationMs: number, payload: Uint8Array | undefined): void {
  const { done, scope } = frame;
  if (scope === undefined) {
    done(isAcknowledged, durationMs, payload);
    return;
  }
  const saved = context.enter(scope);
  try {
    done(isAcknowledged, durationMs, payload);
  } finally {
    context.leave(saved);
    context.destroyed(scope);
  }
}
