// What `node:diagnostics_channel` hears of children: the channels `child_process` and `tracing:child_process.spawn:*`.
import { errnoException } from "internal:core/errors";
import { channelOf } from "internal:core/diagnostics/channel";
import { tracingChannel } from "internal:core/diagnostics/tracing_channel";

/** A ChildProcess was made. */
export function publishNew(child: any): void {
  const channel = channelOf("child_process");
  if (channel.hasSubscribers) channel.publish({ process: child });
}

/** A program is about to be started. */
export function publishStart(child: any, options: any): void {
  const { start } = tracingChannel("child_process.spawn");
  if (start.hasSubscribers) start.publish({ process: child, options });
}

/** It was started, or failed to: `outcome` is a negative error number then. */
export function publishEnd(child: any, options: any, outcome: unknown): void {
  const { end, error } = tracingChannel("child_process.spawn");
  if (typeof outcome !== "number") {
    if (end.hasSubscribers) end.publish({ process: child, options });
  } else if (error.hasSubscribers) error.publish({ process: child, options, error: errnoException(outcome, "spawn") });
}
