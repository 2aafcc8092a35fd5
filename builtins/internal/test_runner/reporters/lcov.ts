// The reporter "lcov": a tracefile of LCOV for the event `test:coverage`. The runner does not measure coverage itself;
// the reporter is for streams of events that have it. Format: geninfo(1), "TRACEFILE FORMAT".
import { Transform } from "internal:node/streams/transform";
import defer * as path from "internal:core/path";

/** The parts that are used of a file's coverage. */
interface FileCoverage {
  path: string;
  functions: { line: number; name: string; count: number }[];
  branches: { line: number; count: number }[];
  lines: { line: number; count: number }[];
  totalFunctionCount: number;
  coveredFunctionCount: number;
  totalBranchCount: number;
  coveredBranchCount: number;
  totalLineCount: number;
  coveredLineCount: number;
}
/** An event `test:coverage`. */
interface CoverageEvent {
  type: string;
  data: { summary: { files: FileCoverage[]; workingDirectory: string } };
}

export default class LcovReporter extends Transform {
  constructor(options?: object) {
    super({ ...options, writableObjectMode: true });
  }

  override _transform(item: unknown, _encoding: string, callback: (error: unknown, text?: string) => void): void {
    const event = item as CoverageEvent;
    if (event.type !== "test:coverage") return callback(null);
    let text = "TN:\n";
    try {
      const { files, workingDirectory } = event.data.summary;
      for (const file of files) text += record(file, path.default.relative(workingDirectory, file.path));
    } catch (error) {
      return callback(error);
    }
    callback(null, text);
  }
}

/** The record of one file: functions, branches, lines, each followed by the numbers of found and reached ones. */
function record(file: FileCoverage, name: string): string {
  const functions = file.functions.map((found, index) => ({
    ...found,
    name: found.name || `anonymous_${index}`,
  }));
  const lines = file.lines.toSorted((a, b) => a.line - b.line);
  return [
    `SF:${name}`,
    ...functions.map((found) => `FN:${found.line},${found.name}`),
    ...functions.map((found) => `FNDA:${found.count},${found.name}`),
    `FNF:${file.totalFunctionCount}`,
    `FNH:${file.coveredFunctionCount}`,
    ...file.branches.map((branch, index) => `BRDA:${branch.line},${index},0,${branch.count}`),
    `BRF:${file.totalBranchCount}`,
    `BRH:${file.coveredBranchCount}`,
    ...lines.map(({ line, count }) => `DA:${line},${count}`),
    `LH:${file.coveredLineCount}`,
    `LF:${file.totalLineCount}`,
    "end_of_record\n",
  ].join("\n");
}
