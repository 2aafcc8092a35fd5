// What Deno prints for an exception that ends the process.
import { isError } from "internal:core/util/inspect/errors";
import { lineAt, printedStack, type PrintedFrame } from "internal:core/stack/printed_frames";
import { fileUrl } from "internal:core/file_url";
import { fatalPlace } from "internal:loader/graph_errors";
import defer * as inspecting from "internal:core/util/inspect";

/** The report, with a final line feed. `isInPromise`: the main module or a promise failed. */
export function describeUncaught(error: unknown, isInPromise: boolean): string {
  const head = `error: Uncaught ${isInPromise ? "(in promise) " : ""}`;
  if (typeof error === "string") return `${head}${JSON.stringify(error)}\n`;
  const place = typeof error === "object" && error !== null ? fatalPlace(error) : undefined;
  if (place !== undefined && isError(error) && (error as Error).name !== "SyntaxError")
    return `error: ${(error as Error).message}\n${place === null ? "" : `    at ${place}\n`}`;
  if (!isError(error)) return `${head}${inspecting.inspect(error)}\n`;
  return `${head}${describe(error as Error, new Set())}\n`;
}

function describe(error: Error, seen: Set<unknown>): string {
  seen.add(error);
  const { head, frames } = printedStack(error);
  let text = head;
  const { errors } = error as { errors?: unknown };
  if (error.name === "AggregateError" && Array.isArray(errors)) {
    for (const part of errors) {
      if (!isError(part)) continue;
      const stack = printedStack(part as Error);
      text += `\n    ${indented(stack.head)}`;
      for (const frame of stack.frames) text += `\n        at ${describeFrame(frame)}`;
    }
  }
  const first = frames.find(({ path }) => !path.startsWith("ext:"));
  const line = first === undefined || seen.size > 1 ? null : lineAt(first, first.line);
  if (line !== null) text += `\n${line}\n${" ".repeat(Math.max(0, first!.column - 1))}^`;
  for (const frame of frames) text += `\n    at ${describeFrame(frame)}`;
  const { cause } = error;
  if (isError(cause) && !seen.has(cause)) text += `\nCaused by: ${describe(cause as Error, seen)}`;
  else if (cause !== undefined && !isError(cause)) text += `\nCaused by: ${inspecting.inspect(cause)}`;
  return text;
}

function describeFrame({ name, path, line, column }: PrintedFrame): string {
  const place = `${path.startsWith("/") ? fileUrl(path) : path}:${line}:${column}`;
  if (name === "" || name === "async ") return `${name}${place}`;
  return `${name} (${place})`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
