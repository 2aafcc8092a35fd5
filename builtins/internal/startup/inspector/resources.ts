// The commands by which debuggers load what the program's threads let them load (`inspector.NetworkResources`).
import type { Command } from "internal:startup/inspector/session";
import { CommandError, INVALID_PARAMETERS } from "internal:startup/inspector/protocol";
import { METHODS, ResourceReader } from "internal:node/inspector/resource_reader";

/** The commands of one debugger. */
export function resourceCommands(): Record<string, Command> {
  const reader = new ResourceReader();
  const run =
    (method: string): Command =>
    (parameters) => {
      const result = reader.run(method, parameters);
      if (result === null) throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
      return result;
    };
  return Object.fromEntries(METHODS.map((method) => [method, run(method)]));
}
