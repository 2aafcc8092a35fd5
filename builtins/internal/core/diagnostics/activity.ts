// Whether any diagnostics channel has a listener: code that publishes on several channels checks this first.

/** `channelCount`: channels with subscribers or bound storages. */
export const activity = { channelCount: 0 };
