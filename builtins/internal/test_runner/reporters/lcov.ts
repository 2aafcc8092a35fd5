// The reporter "lcov": a tracefile of LCOV for the event `test:coverage`. The runner has no coverage of its own to report
// here; the reporter is for streams of events that have. Format: geninfo(1), "TRACEFILE FORMAT".
import { Transform } from "internal:node/streams/transform";
import defer * as path from "internal:core/path";

export default class LcovReporter extends (Transform as any) {
  constructor(options?: object) {
    super({ ...options, writableObjectMode: true });
  }

  _transform(event: any, _encoding: string, callback: (error: unknown, text?: string) => void): void {
    if (event.type !== "test:coverage") return callback(null);
    let text = "TN:\n";
    try {
      const { files, workingDirectory } = event.data.summary;
      for (const file of files) text += record(file, (path as any).default.relative(workingDirectory, file.path));
    } catch (error) {
      return callback(error);
    }
    callback(null, text);
  }
}

/** The record of one file: functions, branches, lines, each followed by how many were found and reached. */
function record(file: any, name: string): string {
  const functions = file.functions.map((found: any, index: number) => ({
    ...found,
    name: found.name || `anonymous_${index}`,
  }));
  const lines = file.lines.toSorted((a: any, b: any) => a.line - b.line);
  return [
    `SF:${name}`,
    ...functions.map((found: any) => `FN:${found.line},${found.name}`),
    ...functions.map((found: any) => `FNDA:${found.count},${found.name}`),
    `FNF:${file.totalFunctionCount}`,
    `FNH:${file.coveredFunctionCount}`,
    ...file.branches.map((branch: any, index: number) => `BRDA:${branch.line},${index},0,${branch.count}`),
    `BRF:${file.totalBranchCount}`,
    `BRH:${file.coveredBranchCount}`,
    ...lines.map(({ line, count }: any) => `DA:${line},${count}`),
    `LH:${file.coveredLineCount}`,
    `LF:${file.totalLineCount}`,
    "end_of_record\n",
  ].join("\n");
}
