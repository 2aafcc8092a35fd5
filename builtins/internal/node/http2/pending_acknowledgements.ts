// PING and SETTINGS frames that wait for their answer, which come in order (RFC 9113 §6.5.3, §6.7).
import * as context from "internal:core/async/context";
import { setImmediate } from "internal:core/timers";
import { now } from "native:time";

type Done = (isAnswered: boolean, durationMs: number, payload?: any) => void;

interface Question {
  done: Done;
  askedMs: number;
  scope: context.Scope | undefined;
}

export class Questions {
  #waiting: Question[] = [];
  #type: string;
  #countMax: number;

  /** `type`: what hooks of node:async_hooks call a question. `countMax`: how many may wait. */
  constructor(type: string, countMax: number) {
    this.#type = type;
    this.#countMax = countMax;
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#countMax;
  }

  /** Adds a question. */
  add(done: Done): void {
    this.#waiting.push(this.#make(done));
  }

  /** Calls `done` as for a question without an answer. */
  refuse(done: Done): void {
    finish(this.#make(done), false, 0, undefined);
  }

  /** The oldest question is answered. Returns after how many milliseconds; undefined when nobody has asked. */
  answer(payload?: any): number | undefined {
    const question = this.#waiting.shift();
    if (question === undefined) return undefined;
    const durationMs = now() - question.askedMs;
    finish(question, true, durationMs, payload);
    return durationMs;
  }

  /** No answers come any more: callers hear of it in the check phase. */
  cancel(): void {
    for (const question of this.#waiting.splice(0)) setImmediate(finish, question, false, 0, undefined);
  }

  #make(done: Done): Question {
    return { done, askedMs: now(), scope: context.capture(this.#type, done) };
  }
}

function finish(question: Question, isAnswered: boolean, durationMs: number, payload: any): void {
  const { done, scope } = question;
  if (scope === undefined) {
    done(isAnswered, durationMs, payload);
    return;
  }
  const saved = context.enter(scope);
  try {
    done(isAnswered, durationMs, payload);
  } finally {
    context.leave(saved);
    context.destroyed(scope);
  }
}
