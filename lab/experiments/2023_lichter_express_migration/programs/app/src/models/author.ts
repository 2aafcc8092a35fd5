// Authors: their documents in the database, and the schemas of requests.
import Joi from "joi";
import { HydratedDocument, Schema, model } from "mongoose";

export interface Author {
  name: string;
  born?: Date;
  biography?: string;
}

const schema = new Schema<Author>(
  { name: { type: String, required: true, trim: true, unique: true }, born: Date, biography: String },
  { versionKey: false, toJSON: { virtuals: ["age"] } },
);

schema.virtual("age").get(function (this: HydratedDocument<Author>) {
  return this.born ? 2024 - this.born.getUTCFullYear() : undefined;
});

export const AuthorModel = model("Author", schema);

export const newAuthor = Joi.object({
  name: Joi.string().min(2).max(80).required(),
  born: Joi.date().iso().less("2024-01-01"),
  biography: Joi.string().max(5000),
});

export const changedAuthor = newAuthor.fork("name", (name) => name.optional()).min(1);
