// Durations as `console.time` prints them.
import { safe } from "internal:core/bootstrap";

/** `12.3ms`, `1.234s`, `1:02.345 (m:ss.mmm)`, `1:02:03.456 (h:mm:ss.mmm)`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(3))}ms`;
  const hours = safe.floor(milliseconds / 3_600_000);
  const minutes = safe.floor((milliseconds % 3_600_000) / 60_000);
  const seconds = (milliseconds % 60_000) / 1000;
  if (hours === 0 && minutes === 0) return `${seconds.toFixed(3)}s`;
  const tail = seconds.toFixed(3).padStart(6, "0");
  if (hours === 0) return `${minutes}:${tail} (m:ss.mmm)`;
  return `${hours}:${String(minutes).padStart(2, "0")}:${tail} (h:mm:ss.mmm)`;
}
