// Fields of a prompt that its parts share and programs do not see.

/** The lines of an input that is not complete. */
export const kBuffer = Symbol("bufferedCommand");
/** A file is being loaded: its lines are not typed. */
export const kLoading = Symbol("loading");
/** The command line started this prompt. */
export const kIsStandalone = Symbol("standalone");
