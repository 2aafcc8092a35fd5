// The user of a request, as its token names it.
import { ExecutionContext, createParamDecorator } from "@nestjs/common";
import { Role } from "../users/role.js";

/** What a token says. */
export interface Identity {
  sub: number;
  name: string;
  role: Role;
}

/** The user of the request. */
export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Identity => context.switchToHttp().getRequest().user,
);
