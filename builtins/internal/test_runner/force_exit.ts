// `--test-force-exit`: the process exits after the last known test, whatever keeps it alive.
import { outputs } from "internal:test_runner/reporting";
import { isTestThread } from "internal:core/worker_state";
import * as state from "internal:core/process/state";
import { close } from "native:worker";
import type { Test } from "internal:test_runner/test";
import defer * as process from "internal:node/process";

/** Exits as soon as all reporters have written. */
export async function exitNow(root: Test): Promise<void> {
  const written = outputs().map(
    (output) =>
      new Promise<void>((resolve) => {
        output.on("unpipe", () => {
          if (output.closed || typeof output.close !== "function") resolve();
          else output.close(resolve);
        });
      }),
  );
  const tornDown = root.harness.teardown!();
  // Without a reporter in this thread nothing else says that the summary has been sent.
  await (written.length > 0 ? Promise.all(written) : tornDown);
  if (!isTestThread()) return process.default.exit();
  // Without terminating its code: the virtual machine is used again.
  close(state.runExit(Number(state.getExitCode() ?? 0)));
}
