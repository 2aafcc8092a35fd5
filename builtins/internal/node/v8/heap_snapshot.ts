// Snapshots of the heap: in the engine's format, and in V8's (`.heapsnapshot`), which Chrome's tools read.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { heapSnapshot } from "native:engine";

/** The parts that are used of the engine's snapshot with details; nodes and edges are flat lists of records. */
interface EngineSnapshot {
  nodes: (number | string)[];
  nodeClassNames: string[];
  edges: number[];
  edgeNames: string[];
  labels: string[];
}

// Records of the engine's snapshot.
const NODE_FIELDS = 7;
const EDGE_FIELDS = 4;
const FLAG_INTERNAL = 1;
const EDGE_PROPERTY = 1;
const EDGE_INDEX = 2;
const EDGE_VARIABLE = 3;

// Records of V8's.
const NODE_TYPES = [
  "hidden",
  "array",
  "string",
  "object",
  "code",
  "closure",
  "regexp",
  "number",
  "native",
  "synthetic",
  "concatenated string",
  "sliced string",
  "symbol",
  "bigint",
  "object shape",
];
const EDGE_TYPES = ["context", "element", "property", "internal", "hidden", "shortcut", "weak"];
const V8_NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count", "detachedness"];
const META = {
  node_fields: V8_NODE_FIELDS,
  node_types: [NODE_TYPES, "string", "number", "number", "number", "number"],
  edge_fields: ["type", "name_or_index", "to_node"],
  edge_types: [EDGE_TYPES, "string_or_number", "node"],
  trace_function_info_fields: ["function_id", "name", "script_name", "script_id", "line", "column"],
  trace_node_fields: ["id", "function_info_index", "count", "size", "children"],
  sample_fields: ["timestamp_us", "last_assigned_id"],
  location_fields: ["object_index", "script_id", "line", "column"],
};

/** V8's type for the engine's cell classes; the others are objects, or hidden when the engine alone uses them. */
const TYPES: Record<string, string> = {
  string: "string",
  symbol: "symbol",
  BigInt: "bigint",
  bigint: "bigint",
  Function: "closure",
  AsyncFunction: "closure",
  GeneratorFunction: "closure",
  RegExp: "regexp",
  Structure: "object shape",
  StructureRareData: "object shape",
  PropertyTable: "object shape",
  FunctionExecutable: "code",
  NativeExecutable: "code",
  ProgramExecutable: "code",
  EvalExecutable: "code",
  FunctionCodeBlock: "code",
  ProgramCodeBlock: "code",
  EvalCodeBlock: "code",
  UnlinkedFunctionExecutable: "code",
  UnlinkedFunctionCodeBlock: "code",
  UnlinkedProgramCodeBlock: "code",
  CodeBlock: "code",
};

/** The strings of a snapshot, each once. */
class Strings {
  readonly list: string[] = ["<dummy>"];
  #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.list.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

function take(withDetails: boolean, caller: string): string {
  const text = heapSnapshot(withDetails);
  if (text === undefined) throw new ERR_METHOD_NOT_IMPLEMENTED(caller);
  return text;
}

/**
 * The engine's own snapshot, as Web Inspector reads it: JSON. Collects garbage before.
 * Throws ERR_METHOD_NOT_IMPLEMENTED, naming `caller`, on an engine without that function.
 */
export function engineSnapshot(caller: string): string {
  return take(false, caller);
}

/** The snapshot in V8's format. */
export function v8Snapshot(caller: string): string {
  const from: EngineSnapshot = JSON.parse(take(true, caller));
  const strings = new Strings();
  const count = from.nodes.length / NODE_FIELDS;
  const indexes = new Map<number, number>();
  for (let index = 0; index < count; index++) indexes.set(from.nodes[index * NODE_FIELDS] as number, index);
  const outgoing = edgesByNode(from, indexes, count);
  const nodes: number[] = [];
  const edges: number[] = [];
  for (let index = 0; index < count; index++) {
    const own = outgoing[index]!;
    writeNode(from, index, own.length, strings, nodes);
    writeEdges(from, own, indexes, strings, edges);
  }
  const snapshot = {
    meta: META,
    node_count: count,
    edge_count: edges.length / META.edge_fields.length,
    trace_function_count: 0,
    extra_native_bytes: 0,
  };
  return JSON.stringify({
    snapshot,
    nodes,
    edges,
    trace_function_infos: [],
    trace_tree: [],
    samples: [],
    locations: [],
    strings: strings.list,
  });
}

/** The index of each node's first edge in the list. */
function edgesByNode(from: EngineSnapshot, indexes: Map<number, number>, count: number): number[][] {
  const outgoing: number[][] = Array.from({ length: count }, () => []);
  for (let start = 0; start < from.edges.length; start += EDGE_FIELDS) {
    const source = indexes.get(from.edges[start]!);
    if (source !== undefined && indexes.has(from.edges[start + 1]!)) outgoing[source]!.push(start);
  }
  return outgoing;
}

function writeNode(from: EngineSnapshot, index: number, edgeCount: number, strings: Strings, nodes: number[]): void {
  const start = index * NODE_FIELDS;
  const [id, size, classNumber, flags, labelNumber] = from.nodes.slice(start, start + 5) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const className = from.nodeClassNames[classNumber]!;
  const label = from.labels[labelNumber] ?? "";
  const type = index === 0 ? "synthetic" : (TYPES[className] ?? ((flags & FLAG_INTERNAL) !== 0 ? "hidden" : "object"));
  // V8's ids of heap objects are odd.
  nodes.push(
    NODE_TYPES.indexOf(type),
    strings.number(index === 0 ? "" : label || className),
    2 * id + 1,
    size,
    edgeCount,
    0,
  );
}

function writeEdges(
  from: EngineSnapshot,
  starts: number[],
  indexes: Map<number, number>,
  strings: Strings,
  edges: number[],
): void {
  let unnamed = 0;
  for (const start of starts) {
    const data = from.edges[start + 3]!;
    const to = indexes.get(from.edges[start + 1]!)! * V8_NODE_FIELDS.length;
    switch (from.edges[start + 2]) {
      case EDGE_PROPERTY:
        edges.push(EDGE_TYPES.indexOf("property"), strings.number(from.edgeNames[data]!), to);
        break;
      case EDGE_VARIABLE:
        edges.push(EDGE_TYPES.indexOf("context"), strings.number(from.edgeNames[data]!), to);
        break;
      case EDGE_INDEX:
        edges.push(EDGE_TYPES.indexOf("element"), data, to);
        break;
      default:
        edges.push(EDGE_TYPES.indexOf("hidden"), ++unnamed, to);
    }
  }
}
