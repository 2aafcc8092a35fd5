// `inspector.NetworkResources`, and the commands by which debuggers load what programs put there: source maps and sources of addresses
// that only the program can read (`--experimental-inspector-network-resource`).
// https://nodejs.org/docs/latest-v26.x/api/inspector.html#inspectornetworkresourcesput
import { inspection } from "internal:core/bootstrap";
import { Buffer } from "internal:core/buffer";
import { option } from "internal:core/launch";
import { validateString } from "internal:core/validators";
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import type { Commands } from "internal:node/inspector/commands";
import { METHODS, ResourceReader, resources } from "internal:node/inspector/resource_reader";

const INVALID_PARAMETERS = -32602;
const FAILED = -32000;
const DISABLED =
  "Network resource loading is not enabled. This feature is experimental and requires --experimental-inspector-network-resource flag to be set.";

type Parameters = Record<string, unknown>;

/** Whether debuggers may load resources. */
export function isEnabled(): boolean {
  return option("--experimental-inspector-network-resource") !== undefined;
}

/** `inspector.NetworkResources`. */
export const NetworkResources = {
  /** Lets debuggers load `data` from an address. */
  put(url: unknown, data: unknown): void {
    if (!isEnabled()) return;
    validateString(url, "url");
    validateString(data, "data");
    const bytes = Buffer.from(data);
    resources.set(url, bytes);
    inspection.resource?.(url, bytes);
  },
};

/** What each session reads. */
const readers = new WeakMap<Commands, ResourceReader>();

/** The command of this name; null for another one. Without the flag there is one, which fails. */
export function commandOfResources(method: string): ((session: Commands, parameters: Parameters) => Parameters) | null {
  if (!METHODS.includes(method) || (!isEnabled() && method.startsWith("IO."))) return null;
  return (session, parameters) => {
    const reader = readers.get(session) ?? new ResourceReader();
    readers.set(session, reader);
    const result = reader.run(method, parameters);
    if (result === null) throw new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Invalid parameters");
    if (!isEnabled()) throw new ERR_INSPECTOR_COMMAND(FAILED, DISABLED);
    return result;
  };
}
