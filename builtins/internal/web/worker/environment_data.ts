// What `setEnvironmentData` keeps: a thread's workers get a copy when they start.

/** The entries of this thread. */
export const environmentData = new Map<unknown, unknown>();
