// The routes of the administrator.
import { Body, Controller, Get, Param, ParseIntPipe, Patch } from "@nestjs/common";
import Joi from "joi";
import { Roles } from "../auth/roles.js";
import { JoiPipe } from "../http/joi_pipe.js";
import { Role } from "./role.js";
import { User } from "./user_entity.js";
import { UsersService } from "./users_service.js";

const newRole = Joi.object<{ role: Role }>({
  role: Joi.string()
    .valid(...Object.values(Role))
    .required(),
});

@Controller("users")
@Roles(Role.Administrator)
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  list(): Promise<User[]> {
    return this.users.list();
  }

  @Patch(":id/role")
  setRole(@Param("id", ParseIntPipe) id: number, @Body(new JoiPipe(newRole)) body: { role: Role }): Promise<User> {
    return this.users.setRole(id, body.role);
  }
}
