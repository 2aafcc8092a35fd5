// The application: its modules, and what every request passes through.
import { dirname, join } from "node:path";
import { MiddlewareConsumer, Module, NestModule } from "@nestjs/common";
import { APP_FILTER, APP_GUARD } from "@nestjs/core";
import { TypeOrmModule } from "@nestjs/typeorm";
import { WinstonModule } from "nest-winston";
import { format, transports } from "winston";
import { ArticlesModule } from "./articles/articles_module.js";
import { AuthenticationGuard } from "./auth/authentication_guard.js";
import { AuthModule } from "./auth/auth_module.js";
import { RolesGuard } from "./auth/roles_guard.js";
import { DatabaseErrorFilter } from "./http/database_error_filter.js";
import { RequestLogger } from "./http/request_logger.js";
import { configuration } from "./configuration.js";
import { UsersModule } from "./users/users_module.js";

/** The folder of the program: `src`, or `dist` when it was compiled. */
const folder = dirname(process.argv[1]!);

@Module({
  imports: [
    WinstonModule.forRoot({
      level: "debug",
      format: format.combine(format.timestamp(), format.ms(), format.errors({ stack: true }), format.json()),
      transports: [new transports.File({ filename: configuration.logFile })],
    }),
    TypeOrmModule.forRoot({
      ...configuration.database,
      // By a pattern of paths, as in the paper.
      entities: [join(folder, "**", "*_entity.{ts,js}")],
      synchronize: true,
      retryAttempts: 0,
    }),
    AuthModule,
    UsersModule,
    ArticlesModule,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
    { provide: APP_FILTER, useClass: DatabaseErrorFilter },
  ],
})
export class ApplicationModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RequestLogger).forRoutes("*path");
  }
}
