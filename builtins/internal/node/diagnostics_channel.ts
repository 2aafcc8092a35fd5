// node:diagnostics_channel: named channels, tracing channels and storages bound to them.
import { Channel, channelOf, findChannel } from "internal:core/diagnostics/channel";
import { tracingChannel } from "internal:core/diagnostics/tracing_channel";
import { BoundedChannel, boundedChannel } from "internal:core/diagnostics/bounded_channel";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";

/** The channel with a name, a string or symbol; one per name. Throws ERR_INVALID_ARG_TYPE for another name. */
function channel(name: string | symbol): Channel {
  const found = findChannel(name);
  if (found !== undefined) return found;
  if (typeof name !== "string" && typeof name !== "symbol")
    throw new ERR_INVALID_ARG_TYPE("channel", ["string", "symbol"], name);
  return channelOf(name);
}

/** Subscribes a function `(message, name)`. */
function subscribe(name: string | symbol, subscription: (message: unknown, name: string | symbol) => void): void {
  channel(name).subscribe(subscription);
}

/** Ends a subscription; returns whether there was one. */
function unsubscribe(name: string | symbol, subscription: (message: unknown, name: string | symbol) => void): boolean {
  return channel(name).unsubscribe(subscription);
}

/** Whether the channel of that name has subscribers. */
function hasSubscribers(name: string | symbol): boolean {
  const found = findChannel(name);
  return found !== undefined && found.hasSubscribers;
}

export default {
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel,
  unsubscribe,
  boundedChannel,
  Channel,
  BoundedChannel,
};
