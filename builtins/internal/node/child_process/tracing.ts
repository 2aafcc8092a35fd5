// Publishes children to node:diagnostics_channel: the channels `child_process` and `tracing:child_process.spawn:*`.
import { errnoException } from "internal:core/errors";
import { channelOf } from "internal:core/diagnostics/channel";
import { tracingChannel } from "internal:core/diagnostics/tracing_channel";
import type { SpawnOptions } from "internal:node/child_process/arguments";
import type { ChildProcess } from "internal:node/child_process/child_process";

/** A ChildProcess was made. */
export function publishNew(child: ChildProcess): void {
  const channel = channelOf("child_process");
  if (channel.hasSubscribers) channel.publish({ process: child });
}

/** A program is about to be started. */
export function publishStart(child: ChildProcess, options: SpawnOptions): void {
  const { start } = tracingChannel("child_process.spawn");
  if (start.hasSubscribers) start.publish({ process: child, options });
}

/** It was started; or `outcome` is a negative error number. */
export function publishEnd(child: ChildProcess, options: SpawnOptions, outcome: unknown): void {
  const { end, error } = tracingChannel("child_process.spawn");
  if (typeof outcome !== "number") {
    if (end.hasSubscribers) end.publish({ process: child, options });
  } else if (error.hasSubscribers) error.publish({ process: child, options, error: errnoException(outcome, "spawn") });
}
