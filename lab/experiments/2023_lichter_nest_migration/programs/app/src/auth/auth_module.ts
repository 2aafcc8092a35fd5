// Everything that authentication needs.
import { Module } from "@nestjs/common";
import { JwtModule } from "@nestjs/jwt";
import { configuration } from "../configuration.js";
import { UsersModule } from "../users/users_module.js";
import { AuthController } from "./auth_controller.js";
import { AuthService } from "./auth_service.js";

@Module({
  imports: [
    UsersModule,
    JwtModule.register({ global: true, secret: configuration.jwtSecret, signOptions: { expiresIn: "1h" } }),
  ],
  controllers: [AuthController],
  providers: [AuthService],
})
export class AuthModule {}
