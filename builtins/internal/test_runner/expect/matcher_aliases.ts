// Older names of matchers.

/** The newer name of a matcher by its older one; messages of Bun and Vitest have the newer. */
export const MATCHER_ALIASES: Record<string, string> = {
  toBeCalled: "toHaveBeenCalled",
  toBeCalledTimes: "toHaveBeenCalledTimes",
  toBeCalledWith: "toHaveBeenCalledWith",
  lastCalledWith: "toHaveBeenLastCalledWith",
  nthCalledWith: "toHaveBeenNthCalledWith",
  toReturn: "toHaveReturned",
  nthReturnedWith: "toHaveNthReturnedWith",
};
