// Registers users and logs them in; bcrypt hashes the passwords.
import { Injectable, Logger, UnauthorizedException } from "@nestjs/common";
import { JwtService } from "@nestjs/jwt";
import { compare, hash } from "bcrypt";
import { User } from "../users/user_entity.js";
import { UsersService } from "../users/users_service.js";
import { Identity } from "./identity.js";

const ROUNDS = 6;

@Injectable()
export class AuthService {
  private readonly logger = new Logger(AuthService.name);

  constructor(
    private readonly users: UsersService,
    private readonly tokens: JwtService,
  ) {}

  async register(name: string, password: string): Promise<{ id: number; name: string; role: string }> {
    const user: User = await this.users.add(name, await hash(password, ROUNDS));
    this.logger.log(`${name} registered`);
    return { id: user.id, name: user.name, role: user.role };
  }

  async logIn(name: string, password: string): Promise<{ token: string }> {
    const user = await this.users.findWithPassword(name);
    if (!user || !(await compare(password, user.passwordHash))) {
      this.logger.warn(`${name} failed to log in`);
      throw new UnauthorizedException("wrong name or password");
    }
    const identity: Identity = { sub: user.id, name: user.name, role: user.role };
    return { token: await this.tokens.signAsync(identity) };
  }
}
