// Roles of users: which a handler needs, and whether a request has them.
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from "@nestjs/common";
import { Reflector } from "@nestjs/core";

export enum Role {
  User = "user",
  Admin = "admin",
}

export const Roles = (...roles: Role[]) => SetMetadata("roles", roles);

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<Role[]>("roles", [context.getHandler(), context.getClass()]);
    const { headers } = context.switchToHttp().getRequest();
    return roles === undefined || roles.includes(headers["x-role"]);
  }
}
