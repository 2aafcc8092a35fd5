// Whether any diagnostics channel has a listener: what publishes on several channels looks here first, which costs nothing.

/** `channelCount`: channels with subscribers or bound storages. */
export const activity = { channelCount: 0 };
