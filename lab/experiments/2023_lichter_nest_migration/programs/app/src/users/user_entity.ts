// The table of users.
import { Column, CreateDateColumn, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Article } from "../articles/article_entity.js";
import { Role } from "./role.js";

@Entity()
export class User {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ unique: true })
  name: string;

  @Column({ select: false })
  passwordHash: string;

  @Column({ type: "enum", enum: Role, default: Role.Author })
  role: Role;

  @CreateDateColumn({ select: false })
  created: Date;

  @OneToMany(() => Article, (article) => article.author)
  articles: Relation<Article>[];
}
