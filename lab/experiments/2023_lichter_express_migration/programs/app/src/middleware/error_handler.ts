// Turns errors of all layers into responses that a client can read.
import { ErrorRequestHandler, NextFunction, Request, Response } from "express";
import mongoose from "mongoose";
import { Logger } from "winston";
import { HttpError } from "../http_error";

export function handleUnknownRoute(request: Request, _response: Response, next: NextFunction): void {
  next(new HttpError(404, `there is no ${request.method} ${request.path}`));
}

function translate(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof mongoose.Error.CastError) return new HttpError(400, `"${error.value}" is no ${error.kind}`);
  if (error instanceof mongoose.Error.ValidationError) {
    return new HttpError(422, "the document is invalid", Object.keys(error.errors).sort());
  }
  const { code, status, type, message } = error as { code?: number; status?: number; type?: string; message: string };
  if (code === 11000) return new HttpError(409, "it exists already");
  // Those of the body parser.
  if (status !== undefined && type !== undefined) return new HttpError(status, type);
  return new HttpError(500, "something went wrong", [message]);
}

export function handleErrors(logger: Logger): ErrorRequestHandler {
  return (error: Error, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const { status, message, details } = translate(error);
    if (status >= 500) logger.error(error);
    else logger.warn("%s %s: %s", request.method, request.path, message);
    response.status(status).json({ status, message, ...(details && { details }) });
  };
}
