// The default reporter: quiet while files pass; failures with their difference and source line; a live line on a terminal of what
// runs; a summary.
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { type FileReport, hasFailed, type TestReport, type Totals } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import { shouldColorize } from "internal:core/util/colors";
import { clearInterval, setInterval } from "internal:core/timers";
import { stdout } from "internal:test_runner/command/output";

const LIVE_MS = 200;
/** A file that runs longer is named on the live line. */
const SLOW_MS = 500;
const STACK_MAX = 6;
const MS_PER_SECOND = 1000;

type Color = (text: string) => string;
const code =
  (start: number, end: number): Color =>
  (text) =>
    `\u001b[${start}m${text}\u001b[${end}m`;
const same: Color = (text) => text;

interface Colors {
  red: Color;
  green: Color;
  yellow: Color;
  dim: Color;
  bold: Color;
  cyan: Color;
}
const NO_COLORS: Colors = { red: same, green: same, yellow: same, dim: same, bold: same, cyan: same };
const COLORS: Colors = {
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  dim: code(2, 22),
  bold: code(1, 22),
  cyan: code(36, 39),
};

export class DefaultReporter {
  readonly #write: (text: string) => void;
  readonly #colors: Colors;
  readonly #folder: string;
  readonly #running = new Map<string, number>();
  #isLive = false;
  #lineLength = 0;
  #doneCount = 0;
  readonly #timer: unknown;

  constructor(write: (text: string) => void, folder: string, isStandardOutput: boolean) {
    this.#write = write;
    this.#folder = folder;
    this.#colors = isStandardOutput && shouldColorize(stdout) ? COLORS : NO_COLORS;
    this.#isLive = isStandardOutput && stdout.isTTY;
    if (this.#isLive) this.#timer = setInterval(() => this.#showRunning(), LIVE_MS);
  }

  begin(test: TestFile): void {
    this.#running.set(labelOf(test), Date.now());
  }

  addPrinted(): void {
    this.#doneCount++;
  }

  add(report: FileReport): void {
    this.#running.delete(labelOf(report));
    this.#doneCount++;
    const failed = hasFailed(report);
    if (!failed && report.output === "") return;
    this.#clear();
    const { red, bold, dim } = this.#colors;
    const parts: string[] = [];
    if (failed || report.output !== "") parts.push(`\n${bold(report.name)} ${dim(`(${aboutOf(report)})`)}\n`);
    if (report.output !== "") parts.push(report.output.endsWith("\n") ? report.output : `${report.output}\n`);
    for (const error of report.errors) parts.push(`${red("✗")} ${bold("outside of tests")}\n${this.#error(error)}\n`);
    for (const test of report.tests) if (test.status === "fail") parts.push(this.#failure(test));
    this.#write(parts.join(""));
  }

  #failure(test: TestReport): string {
    const { red, bold, dim } = this.#colors;
    const retries = test.retries > 0 ? dim(` (retried ${test.retries} times)`) : "";
    const errors = test.errors.map((error) => this.#error(error)).join("\n");
    const notes = (test.annotations ?? []).map(({ type, message }) => `  ${dim(`↳ ${type}:`)} ${message}\n`).join("");
    return `${red("✗")} ${bold(test.path.join(" › "))} ${dim(`[${test.durationMs.toFixed(2)}ms]`)}${retries}\n${notes}${errors}\n`;
  }

  #error(error: ErrorText): string {
    const { dim, red } = this.#colors;
    const prefix =
      error.name === "" || error.name === "Error" || error.name === "AssertionError" ? "" : `${error.name}: `;
    const lines = `${prefix}${error.message}`.split("\n").map((line) => this.#paint(line));
    const parts = [lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")];
    if (error.excerpt !== "")
      parts.push(
        error.excerpt
          .split("\n")
          .map((line) => `  ${line.startsWith(">") || /^\s*\|\s*\^$/.test(line) ? red(line) : dim(line)}`)
          .join("\n"),
      );
    if (error.stack.length > 0) {
      const shown = error.stack
        .slice(0, STACK_MAX)
        .map((line) => `    ${dim(line.replaceAll(`${this.#folder}/`, "").replaceAll("file://", ""))}`);
      parts.push(shown.join("\n"));
    }
    if (error.cause !== undefined) parts.push(`  ${dim("caused by:")}\n${this.#error(error.cause)}`);
    return `\n${parts.join("\n\n")}\n`;
  }

  /** Colours the lines of a difference. */
  #paint(line: string): string {
    const { red, green, dim, yellow } = this.#colors;
    if (/^- |^-$/.test(line)) return green(line);
    if (/^\+ |^\+$/.test(line)) return red(line);
    if (line.startsWith("@@ ")) return yellow(line);
    const label = /^((?:Expected|Snapshot)[^:\n]*: )(.*)$/.exec(line);
    if (label !== null) return label[1]! + green(label[2]!);
    const received = /^(Received[^:\n]*: )(.*)$/.exec(line);
    if (received !== null) return received[1]! + red(received[2]!);
    return line.startsWith("expect(") ? dim(line) : line;
  }

  end(_reports: FileReport[], totals: Totals, seed: number | null): void {
    if (this.#timer !== undefined) clearInterval(this.#timer as never);
    this.#clear();
    const { red, green, yellow, dim, bold } = this.#colors;
    const parts = [bold(green(`${totals.passed} passed`))];
    if (totals.failed > 0) parts.push(bold(red(`${totals.failed} failed`)));
    if (totals.errors > 0)
      parts.push(bold(red(`${totals.errors} error${totals.errors === 1 ? "" : "s"} outside of tests`)));
    if (totals.skipped > 0) parts.push(yellow(`${totals.skipped} skipped`));
    if (totals.todo > 0) parts.push(yellow(`${totals.todo} todo`));
    if (totals.filtered > 0) parts.push(dim(`${totals.filtered} filtered`));
    const files = `${totals.files} file${totals.files === 1 ? "" : "s"}${totals.failedFiles > 0 ? `, ${totals.failedFiles} failed` : ""}`;
    let text = `\n${parts.join(", ")} ${dim(`(${files}) in ${(totals.durationMs / MS_PER_SECOND).toFixed(2)} s`)}\n`;
    const { added, updated, removed, obsolete } = totals.snapshots;
    const snapshots = [
      added > 0 ? `${added} written` : "",
      updated > 0 ? `${updated} updated` : "",
      removed > 0 ? `${removed} removed` : "",
      obsolete.length > 0 ? `${obsolete.length} obsolete (\`-u\` removes them)` : "",
    ].filter(Boolean);
    if (snapshots.length > 0) text += `snapshots: ${snapshots.join(", ")}\n`;
    for (const name of obsolete) text += dim(`  obsolete: ${name}\n`);
    if (seed !== null) text += `seed: ${seed}\n`;
    this.#write(text);
  }

  #showRunning(): void {
    const now = Date.now();
    const slow = [...this.#running]
      .filter(([, start]) => now - start > SLOW_MS)
      .map(([label, start]) => `${label} ${((now - start) / MS_PER_SECOND).toFixed(1)} s`);
    const text = `${this.#doneCount} files done${slow.length > 0 ? `, running: ${slow.join(", ")}` : ""}`;
    const { columns } = stdout;
    const line = text.slice(0, columns - 1);
    this.#write(`\r${line}${" ".repeat(Math.max(0, this.#lineLength - line.length))}`);
    this.#lineLength = line.length;
  }

  #clear(): void {
    if (this.#lineLength === 0) return;
    this.#write(`\r${" ".repeat(this.#lineLength)}\r`);
    this.#lineLength = 0;
  }
}

function aboutOf({ kind, project }: FileReport): string {
  return project === "" ? kind : `${kind}, ${project}`;
}

function labelOf({ name, project }: { name: string; project: string }): string {
  return project === "" ? name : `${name} (${project})`;
}
