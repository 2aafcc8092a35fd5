// node:child_process: runs other programs as child processes. https://nodejs.org/api/child_process.html
import { ChildProcess } from "internal:node/child_process/child_process";
import { exec, execFile, fork, spawn } from "internal:node/child_process/async";
import { execFileSync, execSync, spawnSync } from "internal:node/child_process/sync";
import { load } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import defer * as syncTracing from "internal:node/process/trace_sync_io";

/** Uses the file descriptor `fd` as the channel to the parent. */
function _forkChild(fd: number, serialization: string): void {
  load("internal:node/child_process/channel").attachToParent(load("internal:node/process").default, fd, serialization);
}

const childProcess = { _forkChild, ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
if (option("--trace-sync-io") !== undefined) syncTracing.install("node:child_process", childProcess);

export default childProcess;
