// Validation of bodies.
import { BadRequestException, PipeTransform } from "@nestjs/common";
import type { ObjectSchema } from "joi";

/** Validates the value with a schema of Joi, and passes on what it converted. */
export class JoiPipe<T> implements PipeTransform<unknown, T> {
  constructor(private readonly schema: ObjectSchema<T>) {}

  transform(value: unknown): T {
    const { error, value: converted } = this.schema.validate(value ?? {}, { abortEarly: false, stripUnknown: true });
    if (error) throw new BadRequestException(error.details.map((detail) => detail.message));
    return converted as T;
  }
}
