// The data of the NestJS program: entities of TypeORM, the input of clients, and a document of Mongoose.
import "reflect-metadata";
import { Prop, Schema, SchemaFactory } from "@nestjs/mongoose";
import { Exclude, Expose, Transform, Type } from "class-transformer";
import {
  ArrayMaxSize,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Min,
  ValidateNested,
} from "class-validator";
import { type HydratedDocument } from "mongoose";
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  Unique,
} from "typeorm";

export enum Kind {
  Book = "book",
  Film = "film",
}

@Entity()
export class Owner {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ unique: true })
  mail: string;

  @Column()
  @Exclude()
  password: string;

  @OneToMany(() => Item, (item) => item.owner, { cascade: ["insert"] })
  items: Item[];

  @CreateDateColumn()
  @Transform(({ value }) => value instanceof Date)
  created: Date;

  @Expose()
  get name(): string {
    return this.mail.split("@")[0]!;
  }
}

@Entity()
@Unique("one title for each", ["title", "owner"])
export class Item {
  @PrimaryGeneratedColumn("uuid")
  @Transform(({ value }) => typeof value)
  id: string;

  @Column()
  title: string;

  @Column({ type: "enum", enum: Kind })
  kind: Kind;

  @Column({ type: "int", default: 0 })
  price: number;

  @ManyToOne(() => Owner, (owner) => owner.items, { onDelete: "CASCADE", nullable: false })
  owner: Owner;

  @DeleteDateColumn()
  @Exclude()
  deleted?: Date;
}

export class NewItem {
  @IsString()
  @Length(1, 20)
  title: string;

  @IsEnum(Kind)
  kind: Kind;

  @IsInt()
  @Min(0)
  @IsOptional()
  price?: number;
}

export class NewOwner {
  @IsEmail()
  mail: string;

  @IsString()
  @Length(8)
  password: string;

  @ValidateNested({ each: true })
  @Type(() => NewItem)
  @ArrayMaxSize(3)
  @IsOptional()
  items?: NewItem[];
}

@Schema({ _id: false })
class Address {
  @Prop({ required: true, uppercase: true })
  city: string;

  @Prop([Number])
  position: number[];
}

@Schema({ timestamps: true, collection: "visitors" })
export class Visitor {
  @Prop({ required: true, trim: true, minlength: 2 })
  name: string;

  @Prop({ type: Number, min: 0, max: [150, "nobody is {VALUE}"] })
  age: number;

  @Prop({ type: SchemaFactory.createForClass(Address) })
  address: Address;

  @Prop({ type: Map, of: String })
  facts: Map<string, string>;

  @Prop({ enum: Kind, default: Kind.Book })
  kind: Kind;

  @Prop()
  seen: Date;
}

export type VisitorDocument = HydratedDocument<Visitor>;
export const VisitorSchema = SchemaFactory.createForClass(Visitor);
VisitorSchema.virtual("greeting").get(function (this: VisitorDocument) {
  return `hello ${this.name}`;
});
