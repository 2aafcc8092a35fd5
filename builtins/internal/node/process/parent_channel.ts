// The channel that a parent gave this process (`NODE_CHANNEL_FD`, as Node's `fork` sets it): `process.send` and the rest.
import { load } from "internal:core/bootstrap";
import { attachToParent } from "internal:node/child_process/channel";
import { environment } from "internal:core/process/environment";

/** Connects `process` with its parent. The environment is not for this process's own children, so it goes. */
export function connect(process: any): void {
  const fd = Number.parseInt(environment.NODE_CHANNEL_FD!, 10);
  const serialization = environment.NODE_CHANNEL_SERIALIZATION_MODE || "json";
  delete environment.NODE_CHANNEL_FD;
  delete environment.NODE_CHANNEL_SERIALIZATION_MODE;
  try {
    attachToParent(process, fd, serialization);
  } catch (error) {
    // Somebody else's variable: without its descriptor there is no channel.
    if ((error as any).code !== "EBADF") throw error;
    return;
  }
  if (environment.NODE_UNIQUE_ID !== undefined) {
    load("internal:node/cluster/role").becomeWorker();
    load("internal:node/cluster/worker_process").start(process);
  }
}
