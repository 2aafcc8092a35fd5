// The engine's own constructors and functions of `Intl`, as they are before `internal:ecmascript/intl/constructors` replaces them.
import { EngineIntl } from "internal:core/bootstrap";

export const engineIntl = { ...properties(EngineIntl) } as typeof Intl;

// They are not enumerable.
function properties(object: object): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.getOwnPropertyNames(object)) copy[name] = (object as Record<string, unknown>)[name];
  return copy;
}
