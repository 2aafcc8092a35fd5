// The data of `setEnvironmentData`: a thread's workers receive a copy when they start.

/** The entries of this thread. */
export const environmentData = new Map<unknown, unknown>();
