// Validates a part of the request with Joi, and replaces it by the converted values.
import { RequestHandler } from "express";
import { ObjectSchema } from "joi";
import { HttpError } from "../http_error";

export function validateBody(schema: ObjectSchema): RequestHandler {
  return (request, _response, next) => {
    const { error, value } = schema.validate(request.body ?? {}, { abortEarly: false, stripUnknown: true });
    if (error) {
      return next(
        new HttpError(
          400,
          "the request is invalid",
          error.details.map((detail) => detail.message),
        ),
      );
    }
    request.body = value;
    next();
  };
}
