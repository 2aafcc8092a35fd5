// Coverage for other programs: LCOV's tracefiles, Istanbul's JSON, Cobertura's and Clover's XML.
import {
  type CoveredFile,
  type CoveredStatement,
  percent,
  type Ratio,
  type Summary,
  sumOf,
} from "internal:test_runner/coverage/model";
import { METRICS } from "internal:test_runner/coverage/names";
import type { Source } from "internal:test_runner/coverage/source";

function nameIn(root: string, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}

/** geninfo(1), "TRACEFILE FORMAT". */
export function lcov(files: readonly CoveredFile[], root: string): string {
  return files
    .map((file) => {
      const { functions, branches, lines, summary } = file;
      const named = functions.map((one, index) => ({ ...one, name: one.name || `(anonymous_${index})` }));
      const sorted = [...lines].sort(([one], [other]) => one - other);
      return [
        "TN:",
        `SF:${nameIn(root, file.path)}`,
        ...named.map(({ line, name }) => `FN:${line},${name}`),
        `FNF:${summary.functions.total}`,
        `FNH:${summary.functions.covered}`,
        ...named.map(({ count, name }) => `FNDA:${count},${name}`),
        ...sorted.map(([line, count]) => `DA:${line},${count}`),
        `LF:${summary.lines.total}`,
        `LH:${summary.lines.covered}`,
        ...branches.flatMap(({ line, arms }, index) =>
          arms.map(({ count }, arm) => `BRDA:${line},${index},${arm},${count}`),
        ),
        `BRF:${summary.branches.total}`,
        `BRH:${summary.branches.covered}`,
        "end_of_record\n",
      ].join("\n");
    })
    .join("");
}

interface IstanbulRange {
  start: object;
  end: object;
}

function range(source: Source, start: number, end: number): IstanbulRange {
  if (end === 0) return { start: {}, end: {} };
  return { start: source.placeAt(start), end: source.placeAt(end) };
}

/** `coverage-final.json`. https://github.com/istanbuljs/istanbuljs/tree/main/packages/istanbul-lib-coverage */
export function istanbul(files: readonly CoveredFile[]): Record<string, object> {
  return Object.fromEntries(files.map((file) => [file.path, istanbulFile(file)]));
}

function istanbulFile({ path, source, statements, functions, branches }: CoveredFile): object {
  const counts = (list: readonly { count: number }[]): object =>
    Object.fromEntries(list.map(({ count }, index) => [index, count]));
  return {
    path,
    statementMap: Object.fromEntries(statements.map(({ start, end }, index) => [index, range(source, start, end)])),
    fnMap: Object.fromEntries(
      functions.map(({ name, declaration, body, line }, index) => [
        index,
        {
          name: name || `(anonymous_${index})`,
          decl: range(source, ...declaration),
          loc: range(source, ...body),
          line,
        },
      ]),
    ),
    branchMap: Object.fromEntries(
      branches.map(({ kind, start, end, line, arms }, index) => [
        index,
        {
          loc: range(source, start, end),
          type: kind,
          locations: arms.map((arm) => range(source, arm.start, arm.end)),
          line,
        },
      ]),
    ),
    s: counts(statements),
    f: counts(functions),
    b: Object.fromEntries(branches.map(({ arms }, index) => [index, arms.map(({ count }) => count)])),
  };
}

/** `coverage-summary.json`. */
export function jsonSummary(files: readonly CoveredFile[]): object {
  const show = (summary: Summary): object =>
    Object.fromEntries(
      METRICS.map((metric) => [metric, { ...summary[metric], skipped: 0, pct: percent(summary[metric]) }]),
    );
  return { total: show(sumOf(files)), ...Object.fromEntries(files.map((file) => [file.path, show(file.summary)])) };
}

function escape(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (character) => names[character]!);
}

function rate({ total, covered }: Ratio): string {
  return total === 0 ? "1" : String(Math.round((covered / total) * 10_000) / 10_000);
}

/** https://cobertura.sourceforge.net/xml/coverage-04.dtd */
export function cobertura(files: readonly CoveredFile[], root: string, now: number): string {
  const sum = sumOf(files);
  const packages = Map.groupBy(files, ({ path }) => {
    const name = nameIn(root, path);
    return name.includes("/") ? name.slice(0, name.lastIndexOf("/")).replaceAll("/", ".") : "main";
  });
  const list = [...packages].map(([name, group]) => {
    const summary = sumOf(group);
    const classes = group.map((file) => coberturaClass(file, root)).join("");
    return `    <package name="${escape(name)}" line-rate="${rate(summary.lines)}" branch-rate="${rate(summary.branches)}">\n      <classes>\n${classes}      </classes>\n    </package>\n`;
  });
  return `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage lines-valid="${sum.lines.total}" lines-covered="${sum.lines.covered}" line-rate="${rate(sum.lines)}" branches-valid="${sum.branches.total}" branches-covered="${sum.branches.covered}" branch-rate="${rate(sum.branches)}" timestamp="${now}" complexity="0" version="0.1">
  <sources>
    <source>${escape(root)}</source>
  </sources>
  <packages>
${list.join("")}  </packages>
</coverage>
`;
}

function coberturaClass(file: CoveredFile, root: string): string {
  const name = nameIn(root, file.path);
  const methods = file.functions.map(
    ({ name: method, line, count }, index) =>
      `          <method name="${escape(method || `(anonymous_${index})`)}" hits="${count}" signature="()V">\n            <lines>\n              <line number="${line}" hits="${count}"/>\n            </lines>\n          </method>\n`,
  );
  const arms = armsByLine(file);
  const lines = [...file.lines]
    .sort(([one], [other]) => one - other)
    .map(([line, count]) => {
      const list = arms.get(line);
      if (list === undefined) return `          <line number="${line}" hits="${count}" branch="false"/>\n`;
      const covered = list.filter((arm) => arm.count > 0).length;
      const percentage = Math.floor((covered * 100) / list.length);
      return `          <line number="${line}" hits="${count}" branch="true" condition-coverage="${percentage}% (${covered}/${list.length})"/>\n`;
    });
  return `        <class name="${escape(name.slice(name.lastIndexOf("/") + 1))}" filename="${escape(name)}" line-rate="${rate(file.summary.lines)}" branch-rate="${rate(file.summary.branches)}">\n        <methods>\n${methods.join("")}        </methods>\n        <lines>\n${lines.join("")}        </lines>\n        </class>\n`;
}

function armsByLine(file: CoveredFile): Map<number, CoveredStatement[]> {
  const arms = new Map<number, CoveredStatement[]>();
  for (const branch of file.branches) {
    const known = arms.get(branch.line);
    if (known === undefined) arms.set(branch.line, [...branch.arms]);
    else known.push(...branch.arms);
  }
  return arms;
}

/** https://openclover.org/doc/manual/latest/ */
export function clover(files: readonly CoveredFile[], now: number): string {
  const metrics = ({ statements, branches, functions }: Summary): string => {
    const elements = statements.total + branches.total + functions.total;
    const covered = statements.covered + branches.covered + functions.covered;
    return `statements="${statements.total}" coveredstatements="${statements.covered}" conditionals="${branches.total}" coveredconditionals="${branches.covered}" methods="${functions.total}" coveredmethods="${functions.covered}" elements="${elements}" coveredelements="${covered}"`;
  };
  const body = files.map((file) => {
    const arms = armsByLine(file);
    const lines = [...file.lines]
      .sort(([one], [other]) => one - other)
      .map(([line, count]) => {
        const list = arms.get(line);
        const yes = list?.filter((arm) => arm.count > 0).length ?? 0;
        return list === undefined
          ? `      <line num="${line}" count="${count}" type="stmt"/>\n`
          : `      <line num="${line}" count="${count}" type="cond" truecount="${yes}" falsecount="${list.length - yes}"/>\n`;
      });
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    return `    <file name="${escape(name)}" path="${escape(file.path)}">\n      <metrics ${metrics(file.summary)}/>\n${lines.join("")}    </file>\n`;
  });
  const sum = sumOf(files);
  return `<?xml version="1.0" encoding="UTF-8"?>
<coverage generated="${now}" clover="3.2.0">
  <project timestamp="${now}" name="All files">
    <metrics ${metrics(sum)} loc="${sum.lines.total}" ncloc="${sum.lines.total}" packages="1" files="${files.length}" classes="${files.length}"/>
${body.join("")}  </project>
</coverage>
`;
}
