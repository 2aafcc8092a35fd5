// Whether this process is a worker of a cluster.

let isStarted = false;

/** Set when this process has a primary. */
export function becomeWorker(): void {
  isStarted = true;
}

/** Whether this process has a primary. */
export function isWorker(): boolean {
  return isStarted;
}
