// Errors that are responses.
/** An error with the status code of the response. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details?: string[],
  ) {
    super(message);
    this.name = "HttpError";
  }
}
