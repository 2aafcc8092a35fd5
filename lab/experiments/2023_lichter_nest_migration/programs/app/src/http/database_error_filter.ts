// Turns errors of the database into responses.
import { ArgumentsHost, Catch, ConflictException, ExceptionFilter, HttpException } from "@nestjs/common";
import { InternalServerErrorException, NotFoundException } from "@nestjs/common";
import type { Response } from "express";
import { EntityNotFoundError, QueryFailedError } from "typeorm";

@Catch(QueryFailedError, EntityNotFoundError)
export class DatabaseErrorFilter implements ExceptionFilter {
  catch(error: QueryFailedError | EntityNotFoundError, host: ArgumentsHost): void {
    const exception = this.translate(error);
    host.switchToHttp().getResponse<Response>().status(exception.getStatus()).json(exception.getResponse());
  }

  private translate(error: QueryFailedError | EntityNotFoundError): HttpException {
    if (error instanceof EntityNotFoundError) return new NotFoundException();
    const { code } = error.driverError as { code?: string };
    return code === "23505" ? new ConflictException("it exists already") : new InternalServerErrorException(code);
  }
}
