// Refuses requests without a valid token, but on public routes.
import { CanActivate, ExecutionContext, Injectable, UnauthorizedException } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { JwtService } from "@nestjs/jwt";
import { Identity } from "./identity.js";
import { PUBLIC } from "./roles.js";

@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: JwtService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest();
    const [scheme, token] = (request.headers.authorization ?? "").split(" ");
    if (scheme !== "Bearer") throw new UnauthorizedException("a token is needed");
    try {
      request.user = await this.tokens.verifyAsync<Identity & object>(token);
    } catch (error) {
      throw new UnauthorizedException((error as Error).message);
    }
    return true;
  }
}
