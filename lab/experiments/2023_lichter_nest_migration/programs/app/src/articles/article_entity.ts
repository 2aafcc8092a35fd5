// The table of articles.
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation, VersionColumn } from "typeorm";
import { User } from "../users/user_entity.js";

@Entity()
export class Article {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 120 })
  title: string;

  @Column("text")
  text: string;

  @Column("simple-array", { default: "" })
  tags: string[];

  @VersionColumn()
  version: number;

  /** The modules of the two entities import each other. */
  @ManyToOne(() => User, (user) => user.articles, { nullable: false, onDelete: "CASCADE", eager: true })
  author: Relation<User>;
}
