// Source that mentions `Temporal` and is compiled while the program runs (`eval`, node:vm, `-e`, the prompt): `Intl.DateTimeFormat`
// formats its objects from then on. The loader knows it of modules from their analysis.
import { safe } from "internal:core/bootstrap";
import defer * as dateTimeFormat from "internal:ecmascript/temporal/date_time_format";

/** Prepares `Intl.DateTimeFormat` for source that is about to be compiled. */
export function prepareFormats(source: string): void {
  if (safe.includes(source, "Temporal")) dateTimeFormat.install();
}
