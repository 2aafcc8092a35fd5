// Moving the cursor and clearing parts of a terminal (ECMA-48 control sequences).
import { nextTick } from "internal:core/ticks";
import { ERR_INVALID_ARG_VALUE, ERR_INVALID_CURSOR_POS } from "internal:core/errors";
import { validateFunction } from "internal:core/validators";

type Done = (error?: Error | null) => void;

const ESCAPE = "\u001b[";

/** What the functions write to; without one they do nothing. */
type Target = { write(text: string, callback?: Done): boolean } | null | undefined;

function write(stream: Target, text: string, callback: Done | undefined): boolean {
  if (callback !== undefined) validateFunction(callback, "callback");
  if (stream === null || stream === undefined || text === "") {
    if (typeof callback === "function") nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

/** Moves the cursor to column `x` (from 0), and to row `y` if present. Returns whether the caller may continue to write. */
export function cursorTo(stream: Target, x: unknown, y?: unknown, callback?: Done): boolean {
  if (callback !== undefined) validateFunction(callback, "callback");
  if (typeof y === "function") {
    callback = y as Done;
    y = undefined;
  }
  if (Number.isNaN(x)) throw new ERR_INVALID_ARG_VALUE("x", x);
  if (Number.isNaN(y)) throw new ERR_INVALID_ARG_VALUE("y", y);
  if (stream === null || stream === undefined || (typeof x !== "number" && typeof y !== "number"))
    return write(null, "", callback);
  if (typeof x !== "number") throw new ERR_INVALID_CURSOR_POS();
  return write(stream, typeof y === "number" ? `${ESCAPE}${y + 1};${x + 1}H` : `${ESCAPE}${x + 1}G`, callback);
}

/** Moves the cursor by `dx` columns and `dy` rows. */
export function moveCursor(stream: Target, dx: number, dy: number, callback?: Done): boolean {
  let text = "";
  if (dx < 0) text += `${ESCAPE}${-dx}D`;
  else if (dx > 0) text += `${ESCAPE}${dx}C`;
  if (dy < 0) text += `${ESCAPE}${-dy}A`;
  else if (dy > 0) text += `${ESCAPE}${dy}B`;
  return write(stream, text, callback);
}

/** Clears the line: from the cursor to the left (-1), to the right (1), or all of it (0). */
export function clearLine(stream: Target, direction: number, callback?: Done): boolean {
  return write(stream, `${ESCAPE}${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`, callback);
}

/** Clears everything below the cursor. */
export function clearScreenDown(stream: Target, callback?: Done): boolean {
  return write(stream, `${ESCAPE}0J`, callback);
}
