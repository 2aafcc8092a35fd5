// The diagnostics channels of Node's permission model: a message for each refusal, `{ permission, resource }`.
import diagnostics from "internal:node/diagnostics_channel";

/** The channels by the names of permissions. */
const CHANNELS: Record<string, string> = {
  FileSystemRead: "fs",
  FileSystemWrite: "fs",
  FileSystem: "fs",
  ChildProcess: "child",
  WorkerThreads: "worker",
  WASI: "wasi",
  Inspector: "inspector",
  Net: "net",
  Addon: "addon",
};

/** Publishes a refusal. */
export function publish(permission: string, resource: string): void {
  const name = CHANNELS[permission];
  if (name === undefined) return;
  const target = diagnostics.channel(`node:permission-model:${name}`);
  if (target.hasSubscribers) target.publish({ permission, resource });
}
