// `--test-force-exit`: the process ends with the last known test, whatever is open.
import { outputs } from "internal:test_runner/reporting";
import type { Test } from "internal:test_runner/test";
import defer * as process from "internal:node/process";

/** Ends the process as soon as all reporters have written. */
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
  void root.harness.teardown();
  await Promise.all(written);
  (process as any).default.exit();
}
