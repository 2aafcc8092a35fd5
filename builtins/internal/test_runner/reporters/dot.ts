// The reporter "dot": one character for each test.
import type { EventData } from "internal:test_runner/events";
import type { Item } from "internal:test_runner/wire";
import { levelColor, palette, resultLine, SYMBOLS } from "internal:test_runner/reporters/format";
import defer * as process from "internal:node/process";

const COLUMNS_MIN = 20;

function columns(): number {
  return Math.max(process.default.stdout.columns ?? COLUMNS_MIN, COLUMNS_MIN);
}

/** The report of a stream of events. */
export default async function* dot(source: AsyncIterable<Item>): AsyncGenerator<string> {
  const colors = palette();
  const failed: EventData[] = [];
  const errors: EventData[] = [];
  let count = 0;
  // Read again for each line: the terminal may have another width by then.
  let width = columns();
  for await (const { type, data } of source) {
    if (type === "test:diagnostic" && data.level === "error") errors.push(data);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (type === "test:fail") failed.push(data);
    yield type === "test:pass" ? `${colors.green}.${colors.reset}` : `${colors.red}X${colors.reset}`;
    if (++count === width) {
      yield "\n";
      width = columns();
      count = 0;
    }
  }
  yield "\n";
  for (const { level, message } of errors)
    yield `${levelColor(colors, level)}${SYMBOLS.info}${message}${colors.white}\n`;
  if (failed.length > 0) yield `\n${colors.red}Failed tests:${colors.white}\n\n`;
  for (const data of failed) yield resultLine(false, data, colors, "", true);
}
