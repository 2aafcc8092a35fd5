// The functions of `inspector.Network` and `inspector.DOMStorage`, by which programs report to debuggers.
import { validateObject } from "internal:core/validators";

type Parameters = Record<string, unknown>;

/**
 * Makes them of functions that report. They validate their argument, and report while `isWanted` says so. Their names are those of
 * the functions.
 */
export function reporters(
  reports: Record<string, (parameters: Parameters) => void>,
  isWanted: () => boolean,
): Record<string, (parameters: unknown) => void> {
  return Object.fromEntries(
    Object.entries(reports).map(([name, report]) => [
      name,
      {
        [name]: (parameters: unknown): void => {
          if (parameters) validateObject(parameters, "params");
          if (isWanted()) report((parameters ?? {}) as Parameters);
        },
      }[name]!,
    ]),
  );
}
