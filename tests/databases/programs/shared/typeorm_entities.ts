// Entities whose columns get their types from the metadata that decorators leave behind.
import "reflect-metadata";
import {
  BeforeInsert,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
} from "typeorm";

export enum Role {
  Reader = "reader",
  Writer = "writer",
}

export abstract class Base {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn()
  version: number;
}

@Entity()
export class Tag {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ unique: true })
  label: string;
}

@Entity()
@Index(["name"], { unique: true })
export class Person extends Base {
  // Type and nullability come from the declaration alone.
  @Column()
  name: string;

  @Column({ nullable: true })
  age: number;

  @Column({ default: true })
  active: boolean;

  @Column({ nullable: true })
  seen: Date;

  @Column({ type: "enum", enum: Role, default: Role.Reader })
  role: Role;

  @Column("simple-json", { nullable: true })
  settings: { theme: string; sizes: number[] } | null;

  @OneToMany(() => Article, (article) => article.author, { cascade: true })
  articles: Article[];

  @CreateDateColumn()
  created: Date;

  #secret = "not stored";

  @BeforeInsert()
  trim(): void {
    this.name = this.name.trim();
  }

  secret(): string {
    return this.#secret;
  }
}

@Entity()
export class Article extends Base {
  @Column({ length: 100 })
  title: string;

  @Column("decimal", { precision: 8, scale: 2, default: 0 })
  price: string;

  @ManyToOne(() => Person, (person) => person.articles, { onDelete: "CASCADE" })
  author: Person;

  @ManyToMany(() => Tag, { cascade: true })
  @JoinTable()
  tags: Tag[];
}
