// Internal members of a REPL that its modules share.

/** The lines of an incomplete input. */
export const kBuffer = Symbol("bufferedCommand");
/** True while a file is being loaded. */
export const kLoading = Symbol("loading");
/** True for the REPL that the command line started. */
export const kIsStandalone = Symbol("standalone");
