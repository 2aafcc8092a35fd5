// The time that `Temporal.Now` shows: that of the system, or of a clock that a test advances. Loaded without the classes.

/** Milliseconds since the epoch; null: the system's time. */
export const wallClock: { now: (() => number) | null } = { now: null };
