// The domains DOMStorage and Storage: what debuggers see of localStorage and sessionStorage (`--experimental-storage-inspection`).
// `inspector.DOMStorage` has the functions by which programs report other storages.
// https://nodejs.org/docs/latest-v26.x/api/inspector.html#integration-with-devtools
import { absolutePath } from "internal:loader/run_main";
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { fileUrl } from "internal:core/file_url";
import { option } from "internal:core/launch";
import type { Commands } from "internal:node/inspector/commands";
import { reporters } from "internal:node/inspector/reporters";
import type { Storage } from "web:storage";

type Parameters = Record<string, unknown>;
type Command = (session: Commands, parameters: Parameters) => Parameters;
/** Names and values. */
type Items = Map<string, string>;

const INVALID_PARAMETERS = -32602;
const FAILED = -32000;
const UNREADABLE = "Could not read DOM storage items";

const sessions = new Set<Commands>();
/** What the program registered; an empty one stands for the storage that the global object has. */
const registered: { local: Items; session: Items } = { local: new Map(), session: new Map() };

/** The events, with the parameters that each needs beside `storageId`. */
const EVENTS: Record<string, string[]> = {
  domStorageItemAdded: ["key", "newValue"],
  domStorageItemRemoved: ["key"],
  domStorageItemUpdated: ["key", "oldValue", "newValue"],
  domStorageItemsCleared: [],
};

/** `inspector.DOMStorage`. */
export const events = reporters(
  {
    ...Object.fromEntries(
      Object.entries(EVENTS).map(([name, members]) => [name, (given: Parameters) => report(name, members, given)]),
    ),
    registerStorage,
  },
  () => sessions.size > 0,
);

function report(name: string, members: string[], given: Parameters): void {
  const { storageId } = given;
  if (typeof storageId !== "object" || storageId === null) throw new TypeError("Missing storageId in event");
  const { securityOrigin, storageKey, isLocalStorage } = storageId as Parameters;
  if (typeof securityOrigin !== "string") throw new TypeError("Missing securityOrigin in storageId");
  if (typeof storageKey !== "string") throw new TypeError("Missing storageKey in storageId");
  const parameters: Parameters = { storageId: { securityOrigin, storageKey, isLocalStorage: isLocalStorage === true } };
  for (const member of members) {
    if (typeof given[member] !== "string") throw new TypeError(`Missing ${member} in event`);
    parameters[member] = given[member];
  }
  for (const session of sessions) session.notify(`DOMStorage.${name}`, parameters);
}

/** Adds the properties of an object to what debuggers see. */
function registerStorage({ isLocalStorage, storageMap }: Parameters): void {
  if (typeof isLocalStorage !== "boolean") throw new TypeError("Missing isLocalStorage in event");
  if (typeof storageMap !== "object" || storageMap === null) throw new TypeError("Missing storageMap in event");
  const items = isLocalStorage ? registered.local : registered.session;
  for (const [name, value] of Object.entries(storageMap)) items.set(name, String(value));
}

/** The storage that a command names. */
function isLocal({ storageId }: Parameters): boolean {
  const chosen: unknown = (storageId as Parameters | null | undefined)?.isLocalStorage;
  if (typeof chosen !== "boolean") throw new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Invalid parameters");
  return chosen;
}

function failed(message: string): Error {
  return new ERR_INSPECTOR_COMMAND(FAILED, message);
}

/** The items of the global object's storage. */
function globalItems(name: "localStorage" | "sessionStorage"): [string, string][] {
  const storage = (globalThis as unknown as Partial<Record<string, Storage>>)[name];
  if (typeof storage !== "object" || storage === null) throw failed(UNREADABLE);
  const items: [string, string][] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index)!;
    items.push([key, storage.getItem(key)!]);
  }
  return items;
}

function itemsOf(session: Commands, parameters: Parameters): [string, string][] {
  const isOfFile = isLocal(parameters);
  if (!sessions.has(session)) throw failed("DOMStorage domain is not enabled");
  const items = isOfFile ? registered.local : registered.session;
  if (items.size > 0) return Array.from(items);
  try {
    return globalItems(isOfFile ? "localStorage" : "sessionStorage");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_INSPECTOR_COMMAND") throw error;
    throw failed(`${UNREADABLE}: ${String(error)}`);
  }
}

/** As in Node, debuggers change nothing. */
const unchangeable: Command = (_session, parameters) => {
  isLocal(parameters);
  throw failed("Not implemented");
};

/** The commands of both domains. */
export const commands: Record<string, Command> = {
  "DOMStorage.enable": (session) => {
    sessions.add(session);
    return {};
  },
  "DOMStorage.disable": (session) => {
    forget(session);
    return {};
  },
  "DOMStorage.getDOMStorageItems": (session, parameters) => ({ entries: itemsOf(session, parameters) }),
  "DOMStorage.setDOMStorageItem": unchangeable,
  "DOMStorage.removeDOMStorageItem": unchangeable,
  "DOMStorage.clear": unchangeable,
  "Storage.getStorageKey": () => {
    const path = option("--localstorage-file");
    if (typeof path !== "string") throw failed("Could not resolve the storage key path");
    return { storageKey: fileUrl(absolutePath(path)) };
  },
};

/** Ends what a session enabled. */
export function forget(session: Commands): void {
  sessions.delete(session);
}
