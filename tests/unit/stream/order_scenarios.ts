// Random scenarios of streams, each generated from a seed, recorded as the list of all events, in
// order. The same seed generates the same scenario, so two runtimes can be compared event by event.
import { Duplex, Readable, Transform, Writable, finished, pipeline } from "node:stream";
import process from "node:process";

type Callback = (error?: Error | null, value?: unknown) => void;

/** The number of turns of the loop until a scenario is over. */
const TURNS = 40;

/** Runs the scenario of `seed` and returns its log. */
export async function runScenario(seed: number): Promise<string> {
  const scenario = new Scenario(seed);
  scenario.start();
  await turns(TURNS);
  return scenario.finish();
}

/** FNV-1a of a string, as eight hexadecimal digits. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Waits for `count` turns of the event loop. */
export function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (): void => {
      if (count-- > 0) setImmediate(next);
      else resolve();
    };
    next();
  });
}

class Scenario {
  #state: number;
  #log: string[] = [];
  #streams: any[] = [];

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0;
  }

  start(): void {
    const readable = this.#add("r", new Readable(this.#source(this.#options())));
    const kind = this.#random(6);
    if (kind === 0) {
      this.#consume(readable, "r");
      this.#watchEnd(readable, "r");
    } else if (kind === 1) {
      this.#write(this.#add("w", new Writable(this.#sink(this.#options()))));
    } else if (kind === 2) {
      const writable = this.#add("w", new Writable(this.#sink(this.#options())));
      readable.pipe(writable);
      if (this.#random(4) === 0) this.#soon(() => readable.unpipe(writable));
    } else if (kind === 3) {
      const transform = this.#add("t", new Transform(this.#transform(this.#options())));
      const writable = this.#add("w", new Writable(this.#sink(this.#options())));
      pipeline(readable, transform, writable, (error: any) => this.#note(`pipeline ${name(error)}`));
    } else if (kind === 4) {
      void this.#iterate(readable);
    } else {
      const options = {
        ...this.#source(this.#options()),
        ...this.#sink(this.#options()),
        allowHalfOpen: this.#random(3) !== 0,
      };
      const duplex = this.#add("d", new Duplex(options));
      this.#consume(duplex, "d");
      this.#write(duplex);
    }
    for (let count = this.#random(3); count > 0; count--) this.#actLater();
  }

  finish(): string {
    for (const stream of this.#streams) {
      this.#note(
        [
          stream.destroyed,
          stream.closed,
          stream.readable,
          stream.writable,
          stream.readableEnded,
          stream.writableFinished,
          stream.readableLength,
          stream.writableLength,
          stream.readableFlowing,
          stream.errored?.message,
          stream.eventNames().map(String).sort(),
        ].join(),
      );
      stream.destroy();
    }
    return this.#log.join("\n");
  }

  // Xorshift: the same on every runtime.
  #random(below: number): number {
    let state = this.#state;
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    this.#state = state;
    return state % below;
  }

  #note(text: string): void {
    this.#log.push(text);
  }

  #soon(callback: (...args: any[]) => void, ...args: unknown[]): void {
    const when = this.#random(5);
    if (when < 2) callback(...args);
    else if (when === 2) process.nextTick(callback, ...args);
    else if (when === 3) queueMicrotask(() => callback(...args));
    else setImmediate(callback, ...args);
  }

  #add(label: string, stream: any): any {
    for (const event of ["end", "finish", "close", "drain", "prefinish", "pause", "resume", "pipe", "unpipe"]) {
      stream.on(event, () => this.#note(`${label} ${event}`));
    }
    stream.on("error", (error: any) => this.#note(`${label} error ${name(error)}`));
    this.#streams.push(stream);
    return stream;
  }

  #options(): any {
    const options: any = {};
    if (this.#random(2) === 0) options.highWaterMark = this.#random(6);
    if (this.#random(3) === 0) options.objectMode = true;
    if (this.#random(8) === 0) options.autoDestroy = false;
    if (this.#random(8) === 0) options.emitClose = false;
    if (this.#random(8) === 0) options.encoding = "utf8";
    if (this.#random(6) === 0) {
      options.construct = (callback: Callback) => {
        this.#note("construct");
        this.#soon(callback, this.#random(6) === 0 ? new Error("construct") : null);
      };
    }
    if (this.#random(6) === 0) {
      options.destroy = (error: Error | null, callback: Callback) => {
        this.#note(`destroy ${name(error)}`);
        this.#soon(callback, this.#random(3) === 0 ? null : error);
      };
    }
    return options;
  }

  #source(options: any): any {
    const scenario = this;
    let left = this.#random(8);
    return {
      ...options,
      read(this: Readable) {
        scenario.#soon(() => {
          if (left-- > 0) {
            if (this.push(`c${left}`) && scenario.#random(3) === 0 && left-- > 0) this.push(`d${left}`);
          } else if (scenario.#random(10) === 0) {
            this.destroy(new Error("source"));
          } else {
            this.push(null);
          }
        });
      },
    };
  }

  #sink(options: any): any {
    const sink: any = {
      ...options,
      write: (chunk: unknown, encoding: string, callback: Callback) => {
        this.#note(`write ${chunk} ${encoding}`);
        this.#soon(callback, this.#random(25) === 0 ? new Error("write") : null);
      },
    };
    if (this.#random(3) === 0) {
      sink.final = (callback: Callback) => {
        this.#note("final");
        this.#soon(callback, this.#random(8) === 0 ? new Error("final") : null);
      };
    }
    if (this.#random(4) === 0) {
      sink.writev = (chunks: { chunk: unknown }[], callback: Callback) => {
        this.#note(`writev ${chunks.map(({ chunk }) => String(chunk))}`);
        this.#soon(callback);
      };
    }
    return sink;
  }

  #transform(options: any): any {
    const scenario = this;
    return {
      ...options,
      transform(this: Transform, chunk: unknown, _encoding: string, callback: Callback) {
        scenario.#note(`transform ${chunk}`);
        if (scenario.#random(5) === 0) this.push("x");
        const error = scenario.#random(25) === 0 ? new Error("transform") : null;
        scenario.#soon(callback, error, scenario.#random(4) === 0 ? undefined : chunk);
      },
      flush(callback: Callback) {
        scenario.#note("flush");
        scenario.#soon(callback, null, scenario.#random(2) === 0 ? "f" : undefined);
      },
    };
  }

  #consume(stream: any, label: string): void {
    if (this.#random(2) === 0) {
      stream.on("data", (chunk: unknown) => this.#note(`${label} data ${chunk}`));
      return;
    }
    stream.on("readable", () => {
      for (;;) {
        const chunk = this.#random(3) === 0 ? stream.read(this.#random(4)) : stream.read();
        if (chunk === null) break;
        this.#note(`${label} read ${chunk}`);
      }
      this.#note(`${label} readable`);
    });
  }

  #write(stream: any): void {
    for (let count = this.#random(6); count >= 0; count--) {
      const callback = this.#random(2) === 0 ? undefined : (error: any) => this.#note(`written ${name(error)}`);
      this.#note(`write returned ${stream.write(`w${count}`, callback)}`);
    }
    if (this.#random(4) !== 0) stream.end("last", (error: any) => this.#note(`ended ${name(error)}`));
    this.#watchEnd(stream, "w");
  }

  #watchEnd(stream: any, label: string): void {
    finished(stream, (error: any) => this.#note(`${label} finished ${name(error)}`));
  }

  async #iterate(stream: any): Promise<void> {
    try {
      for await (const chunk of stream) {
        this.#note(`loop ${chunk}`);
        if (this.#random(12) === 0) break;
      }
      this.#note("loop over");
    } catch (error) {
      this.#note(`loop ${name(error)}`);
    }
  }

  #actLater(): void {
    const stream = this.#streams[this.#random(this.#streams.length)];
    const action = this.#random(8);
    void turns(1 + this.#random(5)).then(() => {
      this.#note(`act ${action}`);
      if (action === 0) stream.destroy();
      else if (action === 1) stream.destroy(new Error("act"));
      else if (action === 2) stream.pause?.();
      else if (action === 3) stream.resume?.();
      else if (action === 4) stream.end?.("z");
      else if (action === 5) this.#note(`took ${stream.read?.()}`);
      else if (action === 6) stream.write?.("late");
      else stream.unshift?.("back");
    });
  }
}

function name(error: any): string {
  return error === null || error === undefined ? String(error) : (error.code ?? error.message);
}
