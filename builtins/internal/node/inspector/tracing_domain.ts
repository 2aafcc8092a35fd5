// The domain NodeTracing of `inspector.Session`: trace events of this thread, delivered to the session when it stops.
// https://chromedevtools.github.io/devtools-protocol/v8/ does not have it; Node's node_protocol.pdl does.
import { pinned } from "internal:core/bootstrap";
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { workerStart } from "internal:core/worker_state";
import { KNOWN } from "internal:node/trace_events/categories";
import { describeThread } from "internal:node/trace_events/metadata";
import { install } from "internal:node/trace_events/instruments";
import { begin, end, type Recording, type TraceEvent } from "internal:node/trace_events/recorder";

/** "Invalid Request" and "Invalid params" of JSON-RPC 2.0 §5.1, and the protocol's code for failures. */
const INVALID_REQUEST = -32600;
const INVALID_PARAMETERS = -32602;
const FAILED = -32000;

/** The recordings of sessions. */
const recordings = new WeakMap<object, Recording & { events: TraceEvent[] }>();

type Notify = (method: string, parameters: object) => void;

/** `NodeTracing.getCategories`. */
export function getCategories(): { categories: string[] } {
  return { categories: [...KNOWN] };
}

/** `NodeTracing.start`. Throws ERR_INSPECTOR_COMMAND. */
export function start(session: object, { traceConfig }: { traceConfig?: unknown }): object {
  const { includedCategories } = (traceConfig ?? {}) as { includedCategories?: unknown };
  if (!Array.isArray(includedCategories) || !includedCategories.every((one) => typeof one === "string"))
    throw new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Invalid parameters");
  if (recordings.has(session))
    throw new ERR_INSPECTOR_COMMAND(
      INVALID_REQUEST,
      "Call NodeTracing::end to stop tracing before updating the config",
    );
  if (workerStart() !== null)
    throw new ERR_INSPECTOR_COMMAND(FAILED, "Tracing properties can only be changed through main thread sessions");
  if (includedCategories.length === 0)
    throw new ERR_INSPECTOR_COMMAND(INVALID_REQUEST, "At least one category should be enabled");
  const events: TraceEvent[] = [];
  const recording = {
    categories: pinned(new Set<string>(includedCategories)),
    events,
    add: (event: TraceEvent) => void events.push(event),
  };
  recordings.set(session, recording);
  begin(recording);
  install();
  return {};
}

/** `NodeTracing.stop`: what was recorded, then what describes the process. */
export function stop(session: object, notify: Notify): object {
  const recording = recordings.get(session);
  if (recording !== undefined) {
    end(recording);
    recordings.delete(session);
    if (recording.events.length > 0) notify("NodeTracing.dataCollected", { value: recording.events });
    notify("NodeTracing.dataCollected", { value: describeThread() });
  }
  notify("NodeTracing.tracingComplete", {});
  return {};
}

/** The session ends. */
export function forget(session: object): void {
  const recording = recordings.get(session);
  if (recording !== undefined) end(recording);
  recordings.delete(session);
}
