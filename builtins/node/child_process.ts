// node:child_process: other programs as children of this one.
import { execFileSync, execSync, spawnSync } from "internal:child_process/sync";
import { missingMember } from "internal:missing_members";

const missing = (name: string): any => missingMember("child_process", name);

export default {
  _forkChild: missing("_forkChild"), ChildProcess: missing("ChildProcess"), exec: missing("exec"), execFile: missing("execFile"), execFileSync, execSync,
  fork: missing("fork"), spawn: missing("spawn"), spawnSync,
};
