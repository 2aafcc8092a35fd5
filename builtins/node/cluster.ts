// node:cluster: several processes of one program that listen on the same addresses.
import { load } from "internal:bootstrap";

const { env } = load("node:process").default;
// A worker's environment lost the variable when `process` was made; by then its side is loaded.
const isWorker = env.NODE_UNIQUE_ID !== undefined || load("internal:cluster/role").isWorker();

export default load(isWorker ? "internal:cluster/worker_process" : "internal:cluster/primary").default;
