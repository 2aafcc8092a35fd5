// The routes that register and log in.
import { Body, Controller, Get, HttpCode, Post } from "@nestjs/common";
import Joi from "joi";
import { JoiPipe } from "../http/joi_pipe.js";
import { AuthService } from "./auth_service.js";
import { CurrentUser, type Identity } from "./identity.js";
import { Public } from "./roles.js";

interface Credentials {
  name: string;
  password: string;
}

const credentials = Joi.object<Credentials>({
  name: Joi.string().alphanum().min(3).max(30).lowercase().required(),
  password: Joi.string().min(8).max(72).required(),
});

@Controller("auth")
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Public()
  @Post("register")
  register(@Body(new JoiPipe(credentials)) { name, password }: Credentials): Promise<object> {
    return this.auth.register(name, password);
  }

  @Public()
  @Post("login")
  @HttpCode(200)
  logIn(@Body(new JoiPipe(credentials)) { name, password }: Credentials): Promise<{ token: string }> {
    return this.auth.logIn(name, password);
  }

  @Get("me")
  me(@CurrentUser() user: Identity): object {
    return { id: user.sub, name: user.name, role: user.role };
  }
}
