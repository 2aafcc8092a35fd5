// node:cluster: several processes of one program that listen on the same addresses.
import { load } from "internal:bootstrap";

// `process` connects a worker with its primary.
load("node:process");

export default load(
  load("internal:cluster/role").isWorker() ? "internal:cluster/worker_process" : "internal:cluster/primary",
).default;
