// node:child_process: other programs as children of this one.
import { ChildProcess } from "internal:child_process/child_process";
import { exec, execFile, fork, spawn } from "internal:child_process/async";
import { execFileSync, execSync, spawnSync } from "internal:child_process/sync";
import { load } from "internal:bootstrap";

/** Takes over descriptor `fd` as the channel to the parent. */
function _forkChild(fd: number, serialization: string): void {
  load("internal:child_process/channel").attachToParent(load("node:process").default, fd, serialization);
}

export default { _forkChild, ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
