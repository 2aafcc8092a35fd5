// `Deno.permissions`: what the program may do, requests at the terminal, and giving permissions up. The state is in
// `native:permissions`. https://docs.deno.com/api/deno/permissions
import { safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as scopes from "internal:core/permission_scopes";
import { noteRevoked } from "internal:core/permissions";
import defer * as endless from "internal:deno/endless_requests";
import { Event } from "web:event";
import { URL } from "web:url";
import { EventTarget } from "web:event_target";
import defer * as inspecting from "internal:core/util/inspect";
import * as native from "native:permissions";
import { PermissionKind, PermissionState } from "native:permissions";

const KINDS: Record<string, PermissionKind> = {
  read: PermissionKind.READ,
  write: PermissionKind.WRITE,
  net: PermissionKind.NET,
  env: PermissionKind.ENV,
  sys: PermissionKind.SYS,
  run: PermissionKind.RUN,
  ffi: PermissionKind.FFI,
  import: PermissionKind.IMPORT,
};
/** The member of a descriptor that has the subject, by the name of the permission. */
const SUBJECTS: Record<string, string> = {
  read: "path",
  write: "path",
  net: "host",
  env: "variable",
  sys: "kind",
  run: "command",
  ffi: "path",
  import: "host",
};

type State = "granted" | "prompt" | "denied";
type Operation = (kind: PermissionKind, subject: string | null) => PermissionState;

const kCreate = Symbol("create");
const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** `Deno.PermissionStatus`. */
export class PermissionStatus extends EventTarget {
  onchange: ((event: Event) => unknown) | null = null;
  #state: State = "denied";
  #isPartial = false;
  #hasListeners = false;
  /** Queries the state anew, after an operation that may have changed it; null when the state is known. */
  #stale: (() => PermissionState) | null = null;

  constructor() {
    if (arguments[0] !== kCreate) throw new TypeError("Illegal constructor");
    super();
  }

  get state(): State {
    this.#look();
    return this.#state;
  }
  get partial(): boolean {
    this.#look();
    return this.#isPartial;
  }

  override addEventListener(...given: Parameters<EventTarget["addEventListener"]>): void {
    this.#look();
    this.#hasListeners = true;
    super.addEventListener(...given);
  }

  #look(): void {
    if (this.#stale !== null) update(this, this.#stale(), false);
  }

  /** As Deno's console prints it: with what its accessors return. */
  [kInspect](_depth: unknown, options: object): string {
    const { state, onchange, partial } = this;
    const shown = inspecting.inspect(partial ? { state, onchange, partial } : { state, onchange }, options);
    return `PermissionStatus ${shown}`;
  }

  /** Calls the listeners, then `onchange`. */
  override dispatchEvent(event: Event): boolean {
    const isKept = super.dispatchEvent(event);
    if (!isKept || typeof this.onchange !== "function") return isKept;
    this.onchange(event);
    return !event.defaultPrevented;
  }

  /** Sets what an operation returned; `notifies` the listeners of a change. */
  static update(status: PermissionStatus, found: PermissionState, notifies: boolean): void {
    status.#stale = null;
    const isPartial = found === PermissionState.PARTIAL;
    const isGranted = isPartial || found === PermissionState.GRANTED;
    const state = isGranted ? "granted" : found === PermissionState.PROMPT ? "prompt" : "denied";
    if (status.#state === state && status.#isPartial === isPartial) return;
    status.#state = state;
    status.#isPartial = isPartial;
    if (notifies) status.dispatchEvent(new Event("change", { cancelable: false }));
  }

  /** Notes that the state may have changed. Without listeners it is looked at when the program does. */
  static mark(status: PermissionStatus, query: () => PermissionState): void {
    if (status.#hasListeners || status.onchange !== null) update(status, query(), true);
    else status.#stale = query;
  }
}
const { update, mark } = PermissionStatus;
safe.deleteProperty(PermissionStatus, "update");
safe.deleteProperty(PermissionStatus, "mark");

/** The statuses that the program has, by kind and subject: the same query returns the same object. */
const statuses = new Map<string, PermissionStatus>();

function subjectOf(descriptor: Record<string, unknown> & { name: string }): string | null {
  const subject = descriptor[SUBJECTS[descriptor.name]!];
  if (subject === undefined || subject === null) return null;
  const isFile = descriptor.name === "run" || SUBJECTS[descriptor.name] === "path";
  return isFile && subject instanceof URL ? pathOfFileUrl(subject.href) : `${subject}`;
}

function operate(given: unknown, operation: Operation): PermissionStatus {
  const descriptor = given as (Record<string, unknown> & { name: string }) | null | undefined;
  const name = descriptor?.name;
  if (typeof name !== "string" || !safe.hasOwn(SUBJECTS, name))
    throw new TypeError(`The provided value "${name}" is not a valid permission name`);
  const subject = subjectOf(descriptor!);
  let found: PermissionState;
  try {
    found = operation(KINDS[name]!, subject);
  } catch (error) {
    throw errorOf(error);
  }
  if (operation === native.request && found !== PermissionState.GRANTED) endless.noteRefusal(name);
  const key = subject === null ? name : `${name}:${subject}`;
  let status = statuses.get(key);
  const isNew = status === undefined;
  if (status === undefined) {
    status = new (PermissionStatus as unknown as new (key: symbol) => PermissionStatus)(kCreate);
    statuses.set(key, status);
  }
  update(status, found, !isNew);
  if (operation !== native.query) refresh(status);
  return status;
}

function revoke(kind: PermissionKind, subject: string | null): PermissionState {
  scopes.makeRevocable();
  noteRevoked();
  return native.revoke(kind, subject);
}

/** A request or a revocation can change the other statuses of its kind. */
function refresh(changed: PermissionStatus): void {
  for (const [key, status] of statuses) {
    if (status === changed) continue;
    const end = key.indexOf(":");
    const kind = KINDS[end < 0 ? key : key.slice(0, end)]!;
    mark(status, () => native.query(kind, end < 0 ? null : key.slice(end + 1)));
  }
}

function errorOf(thrown: unknown): unknown {
  const error = thrown as Error & { code?: string };
  if (error.code === "INVALID_HOST") return new URIError(error.message);
  if (error.code === "INVALID_SYSTEM_FACT") return new TypeError(error.message);
  if (error.code === "INVALID_PERMISSION") return new Error(error.message);
  return error;
}

/** `Deno.Permissions`. */
export class Permissions {
  constructor() {
    if (arguments[0] !== kCreate) throw new TypeError("Illegal constructor");
  }
  querySync(descriptor: unknown): PermissionStatus {
    return operate(descriptor, native.query);
  }
  async query(descriptor: unknown): Promise<PermissionStatus> {
    return operate(descriptor, native.query);
  }
  requestSync(descriptor: unknown): PermissionStatus {
    return operate(descriptor, native.request);
  }
  async request(descriptor: unknown): Promise<PermissionStatus> {
    return operate(descriptor, native.request);
  }
  revokeSync(descriptor: unknown): PermissionStatus {
    return operate(descriptor, revoke);
  }
  async revoke(descriptor: unknown): Promise<PermissionStatus> {
    return operate(descriptor, revoke);
  }
}

export const permissions = new (Permissions as unknown as new (key: symbol) => Permissions)(kCreate);
