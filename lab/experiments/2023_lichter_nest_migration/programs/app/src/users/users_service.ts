// Reads and writes users.
import { Injectable } from "@nestjs/common";
import { InjectRepository } from "@nestjs/typeorm";
import { Repository } from "typeorm";
import { Role } from "./role.js";
import { User } from "./user_entity.js";

@Injectable()
export class UsersService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** The first user is the administrator. */
  async add(name: string, passwordHash: string): Promise<User> {
    const role = (await this.users.count()) === 0 ? Role.Administrator : Role.Author;
    return this.users.save(this.users.create({ name, passwordHash, role }));
  }

  findWithPassword(name: string): Promise<User | null> {
    return this.users
      .createQueryBuilder("user")
      .addSelect("user.passwordHash")
      .where("user.name = :name", { name })
      .getOne();
  }

  list(): Promise<User[]> {
    return this.users.find({ relations: { articles: true }, order: { id: "ASC", articles: { id: "ASC" } } });
  }

  async setRole(id: number, role: Role): Promise<User> {
    const user = await this.users.findOneByOrFail({ id });
    user.role = role;
    return this.users.save(user);
  }
}
