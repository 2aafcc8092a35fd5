// Colours of a stack frame: frames of the runtime and the working directory are dimmed, package names underlined.
import { services } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import type { Context } from "internal:core/util/inspect/options";

export function highlightFrame(context: Context, frame: string): string {
  if (/^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+\)?$/.test(frame)) return context.stylize(frame, "undefined");
  const marked = frame.replace(
    /([/\\]node_modules[/\\])(@[^/\\]+[/\\][^/\\]+|[^@/\\][^/\\]*)/g,
    (_, folder: string, name: string) => folder + context.stylize(name, "module"),
  );
  let directory: string;
  try {
    directory = services().process.cwd();
  } catch {
    return marked;
  }
  const dimmed = dimDirectory(context, marked, directory);
  if (dimmed !== marked) return dimmed;
  return dimDirectory(context, marked, fileUrl(directory));
}

function dimDirectory(context: Context, line: string, directory: string): string {
  let start = line.indexOf(directory);
  if (start === -1) return line;
  let length = directory.length;
  if (line.slice(start - 7, start) === "file://") {
    start -= 7;
    length += 7;
  }
  const opensParenthesis = line[start - 1] === "(";
  const from = opensParenthesis ? start - 1 : start;
  const closes = opensParenthesis && line.endsWith(")");
  const end = start + length + 1; // with the separator
  return (
    line.slice(0, from) +
    context.stylize(line.slice(from, end), "undefined") +
    (closes ? line.slice(end, -1) + context.stylize(")", "undefined") : line.slice(end))
  );
}
