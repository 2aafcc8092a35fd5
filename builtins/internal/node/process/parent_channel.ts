// The channel to the parent process (`NODE_CHANNEL_FD`, as Node's `fork` sets it): `process.send` and related members.
import { load } from "internal:core/bootstrap";
import { type ChannelTarget, attachToParent } from "internal:node/child_process/channel";
import { variables } from "internal:core/process/environment";

/** Connects `process` to its parent, and removes the variables, which are not for this process's own children. */
export function connect(process: ChannelTarget): void {
  const fd = Number.parseInt(variables.NODE_CHANNEL_FD!, 10);
  const serialization = variables.NODE_CHANNEL_SERIALIZATION_MODE || "json";
  delete variables.NODE_CHANNEL_FD;
  delete variables.NODE_CHANNEL_SERIALIZATION_MODE;
  try {
    attachToParent(process, fd, serialization);
  } catch (error) {
    // The variable is for another process: without the file descriptor there is no channel.
    if ((error as { code?: string }).code !== "EBADF") throw error;
    return;
  }
  if (variables.NODE_UNIQUE_ID !== undefined) {
    load("internal:node/cluster/role").becomeWorker();
    load("internal:node/cluster/worker_process").start(process);
  }
}
