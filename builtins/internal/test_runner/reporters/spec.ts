// The reporter "spec": a tree, and at its end the tests that failed.
import type { EventData } from "internal:test_runner/events";
import type { Item } from "internal:test_runner/wire";
import { coverageTable } from "internal:test_runner/reporters/coverage_table";
import type { CoverageSummary } from "internal:test_runner/coverage/node_coverage";
import { FAILURE } from "internal:test_runner/failure";
import { indentOf, levelColor, palette, resultLine, SYMBOLS } from "internal:test_runner/reporters/format";
import { Transform } from "internal:node/streams/transform";
import type { Palette } from "internal:core/util/colors";
import { cwd } from "native:process";
import defer * as path from "internal:core/path";

export default class SpecReporter extends Transform {
  /** Tests whose report has begun and that are not shown yet, the outermost first. */
  #begun: EventData[] = [];
  #failed: EventData[] = [];
  readonly #cwd = cwd();
  readonly #colors = palette();

  constructor() {
    super({ writableObjectMode: true });
  }

  override _transform(item: unknown, _encoding: string, callback: (error: null, text?: string) => void): void {
    const { type, data } = item as Item;
    callback(null, this.#textOf(type, data));
  }
  override _flush(callback: (error: null, text: string) => void): void {
    callback(null, this.#failures());
  }

  #textOf(type: string, data: EventData): string | undefined {
    switch (type) {
      case "test:start":
        this.#begun.push(data);
        return undefined;
      case "test:fail":
        if (data.details?.error?.failureType !== FAILURE.subtests) this.#failed.push(data);
        return this.#result(false, data);
      case "test:pass":
        return this.#result(true, data);
      case "test:stdout":
      case "test:stderr":
        return data.message;
      case "test:diagnostic":
      case "test:log":
        return `${levelColor(this.#colors, data.level)}${indentOf(data.nesting)}${SYMBOLS.info}${data.message}${this.#colors.white}\n`;
      case "test:coverage": {
        const { blue, white } = this.#colors;
        const info = `${indentOf(data.nesting)}${SYMBOLS.info}`;
        const text = coverageTable(
          data.summary as CoverageSummary,
          info,
          this.#colors.hasColors ? this.#colors : null,
          blue,
        );
        return `${blue}${text}${white}`;
      }
      case "test:summary":
        // Only that of the whole run, not those of its files.
        return data.file === undefined ? this.#failures() : undefined;
      case "test:watch:restarted":
        return `\nRestarted at ${new Date().toLocaleString()}\n`;
      case "test:interrupted":
        return interruptedTests(data.tests, this.#colors, this.#cwd);
      default:
        return undefined;
    }
  }

  #result(passed: boolean, data: EventData): string {
    this.#begun.pop();
    const parents = this.#begun.map((test) => `${indentOf(test.nesting)}${SYMBOLS.right}${test.name}\n`).join("");
    this.#begun = [];
    return `${parents}${resultLine(passed, data, this.#colors, indentOf(data.nesting), false)}\n`;
  }

  #failures(): string {
    const failed = this.#failed;
    this.#failed = [];
    if (failed.length === 0) return "";
    const { red, white } = this.#colors;
    const parts = [`\n${red}${SYMBOLS.fail}failing tests:${white}\n`];
    for (const test of failed) {
      if (test.file) parts.push(`test at ${placeOf(test, this.#cwd)}`);
      parts.push(resultLine(false, test, this.#colors, "", true));
    }
    return parts.join("\n");
  }
}

function placeOf(test: EventData, folder: string): string {
  return `${path.default.relative(folder, test.file)}:${test.line}:${test.column}`;
}

function interruptedTests(tests: EventData[], { yellow, gray, white }: Palette, folder: string): string {
  if (tests.length === 0) return "";
  const lines = tests.map((test) => {
    const place = test.file ? ` ${gray}(${placeOf(test, folder)})${white}` : "";
    return `${indentOf(test.nesting)}${SYMBOLS.alert}${test.name}${place}\n`;
  });
  return `\n${yellow}Interrupted while running:${white}\n\n${lines.join("")}`;
}
