// Decorators that say who may call a route.
import { SetMetadata } from "@nestjs/common";
import { Role } from "../users/role.js";

export const ROLES = "roles";
export const PUBLIC = "public";

/** Only users with one of these roles. */
export const Roles = (...roles: Role[]) => SetMetadata(ROLES, roles);

/** Without a token. */
export const Public = () => SetMetadata(PUBLIC, true);
