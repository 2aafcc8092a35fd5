// Observes the clients that programs have: what they publish on diagnostics channels
// (https://nodejs.org/api/diagnostics_channel.html#built-in-channels) is reported to the domain Network of the inspector.
import diagnostics from "internal:node/diagnostics_channel";
import { listeners as ofHttp } from "internal:node/inspector/network_http";
import { listeners as ofHttp2 } from "internal:node/inspector/network_http2";
import { forgetRequests, type Report, reportTo } from "internal:node/inspector/network_reports";
import { listeners as ofUndici } from "internal:node/inspector/network_undici";

const subscriptions = [...ofHttp, ...ofHttp2, ...ofUndici] as [string, (message: unknown) => void][];

/** Begins to report. */
export function observe(events: Record<string, Report>): void {
  reportTo(events);
  for (const [channel, listener] of subscriptions) diagnostics.subscribe(channel, listener);
}

/** Ends it. */
export function stopObserving(): void {
  for (const [channel, listener] of subscriptions) diagnostics.unsubscribe(channel, listener);
  forgetRequests();
}
