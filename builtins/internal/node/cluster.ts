// node:cluster: several processes of one program that listen on the same addresses. https://nodejs.org/api/cluster.html
import { load } from "internal:core/bootstrap";

// `process` connects a worker with its primary.
load("internal:node/process");

export default load(
  load("internal:node/cluster/role").isWorker()
    ? "internal:node/cluster/worker_process"
    : "internal:node/cluster/primary",
).default;
