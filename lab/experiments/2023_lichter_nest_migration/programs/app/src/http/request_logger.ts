// Logs every request with the status of its response.
import { Inject, Injectable, LoggerService, NestMiddleware } from "@nestjs/common";
import type { NextFunction, Request, Response } from "express";
import { WINSTON_MODULE_NEST_PROVIDER } from "nest-winston";

@Injectable()
export class RequestLogger implements NestMiddleware {
  constructor(@Inject(WINSTON_MODULE_NEST_PROVIDER) private readonly logger: LoggerService) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.on("finish", () =>
      this.logger.log(`${request.method} ${request.originalUrl} ${response.statusCode}`, "Requests"),
    );
    next();
  }
}
