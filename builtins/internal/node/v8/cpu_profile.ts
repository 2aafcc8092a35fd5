// CPU profiles in the format of Chrome's tools (`.cpuprofile`), from the samples of the engine's profiler. A sample has the running
// line, not the line where its function begins: a node has the line of its first sample.
import { type Frame, parseFrames } from "internal:core/stack/frames";
import { captureFrames } from "internal:core/stack/stack";
import { startSampling, stopSampling, takeSamples } from "native:realm";
import { now } from "native:time";

interface Sample {
  name: string;
  sourceID: number;
  location: string;
  line: number;
  column: number;
  category: string;
}
interface Trace {
  timestamp: number;
  frames: Sample[];
}
interface Samples {
  interval: number;
  traces: Trace[];
  sources: { sourceID: number; url: string }[];
}
interface ProfileNode {
  id: number;
  callFrame: { functionName: string; scriptId: string; url: string; lineNumber: number; columnNumber: number };
  hitCount: number;
  children: number[];
  positionTicks: { line: number; ticks: number }[];
}
interface Profile {
  nodes: ProfileNode[];
  startTime: number;
  endTime: number;
  samples: number[];
  timeDeltas: number[];
}

const MICROSECONDS = 1e6;
/** Between samples that are more than this many intervals apart the thread was idle. */
const IDLE_INTERVALS = 10;
/** The number of frames of a sample that the engine did not take. */
const FRAMES_MAX = 128;
/** The engine's numbers for "none". */
const NOWHERE = 0xffffffff;

/** The running profiles, each with its samples so far. */
const running = new Set<CpuProfile>();

/** A profile of this thread, from construction to `stop`. */
export class CpuProfile {
  #startMs = now();
  #taken: Samples[] = [];

  constructor() {
    if (running.size === 0) startSampling();
    else share();
    running.add(this);
  }

  take(samples: Samples): void {
    this.#taken.push(samples);
  }

  /** Ends it. Returns the profile as JSON, on a second call undefined. */
  stop(): string | undefined {
    if (!running.has(this)) return undefined;
    share();
    running.delete(this);
    if (running.size === 0) stopSampling();
    // A short profile may have no sample: that it is stopped here is one.
    const isEmpty = this.#taken.every(({ traces }) => traces.length === 0);
    const stack = isEmpty ? captureFrames(this.stop, FRAMES_MAX).filter(({ url }) => url !== "") : [];
    return JSON.stringify(
      new Tree().profile(this.#taken, stack, Math.round(this.#startMs * 1000), Math.round(now() * 1000)),
    );
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

// Reading the engine's samples removes them, so every running profile gets them.
function share(): void {
  const text = takeSamples();
  if (typeof text !== "string") return;
  const samples: Samples = JSON.parse(text);
  for (const profile of running) profile.take(samples);
}

/** The sampled calls, as a tree. */
class Tree {
  #nodes: ProfileNode[] = [];
  #known = new Map<string, ProfileNode>();

  profile(taken: readonly Samples[], stack: readonly Frame[], startTime: number, endTime: number): Profile {
    const root = this.#node(null, "(root)", "", -1, -1, "");
    const idle = this.#node(root, "(idle)", "", -1, -1, "");
    const program = this.#node(root, "(program)", "", -1, -1, "");
    const samples: number[] = [];
    const timeDeltas: number[] = [];
    let last = -1;
    const add = (node: ProfileNode, time: number): void => {
      node.hitCount++;
      samples.push(node.id);
      timeDeltas.push(last === -1 ? 0 : Math.round((time - last) * MICROSECONDS));
      last = time;
    };
    for (const { interval, traces, sources } of taken) {
      const urls = new Map(sources.map(({ sourceID, url }) => [sourceID, url]));
      for (const { timestamp, frames } of traces) {
        if (last !== -1 && timestamp - last > interval * IDLE_INTERVALS) add(idle, last + interval);
        add(this.#leaf(root, program, frames, urls), timestamp);
      }
    }
    if (stack.length > 0) {
      const leaf = stack.reduceRight((node, { functionName, url, line, column }) => {
        return this.#node(node, functionName, url, line - 1, column - 1, url);
      }, root);
      add(leaf, endTime / MICROSECONDS);
    }
    return { nodes: this.#nodes, startTime, endTime, samples, timeDeltas };
  }

  /** The node of the innermost call. */
  #leaf(
    root: ProfileNode,
    program: ProfileNode,
    frames: readonly Sample[],
    urls: ReadonlyMap<number, string>,
  ): ProfileNode {
    let node = root;
    let line = 0;
    for (let index = frames.length - 1; index >= 0; index--) {
      const frame = frames[index]!;
      const [shown] =
        frame.line === NOWHERE
          ? []
          : parseFrames(`${frame.name}@${urls.get(frame.sourceID) ?? ""}:${frame.line}:${frame.column}`);
      if (shown === undefined) continue;
      line = shown.line;
      node = this.#node(
        node,
        shown.functionName,
        shown.url,
        line - 1,
        shown.column - 1,
        `${frame.sourceID}${frame.location.split(":")[0]}`,
      );
    }
    if (node === root) return program;
    const ticks = node.positionTicks.find((known) => known.line === line);
    if (ticks === undefined) node.positionTicks.push({ line, ticks: 1 });
    else ticks.ticks++;
    return node;
  }

  #node(
    parent: ProfileNode | null,
    functionName: string,
    url: string,
    lineNumber: number,
    columnNumber: number,
    code: string,
  ): ProfileNode {
    const key = `${parent?.id} ${code} ${functionName}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#nodes.length + 1;
    const node = {
      id,
      callFrame: { functionName, scriptId: code.split("#")[0] || "0", url, lineNumber, columnNumber },
      hitCount: 0,
      children: [],
      positionTicks: [],
    };
    this.#nodes.push(node);
    this.#known.set(key, node);
    parent?.children.push(id);
    return node;
  }
}

const numbered = new Map<number, CpuProfile>();
let lastNumber = 0;

/** Starts a profile for another thread. Returns its number. */
export function begin(): number {
  numbered.set(++lastNumber, new CpuProfile());
  return lastNumber;
}

/** Ends the profile with that number. Returns it as JSON. */
export function end(number: number): string | undefined {
  const profile = numbered.get(number);
  numbered.delete(number);
  return profile?.stop();
}
