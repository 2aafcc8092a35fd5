// Books: their documents in the database, and the schemas of requests.
import Joi from "joi";
import { Schema, Types, model } from "mongoose";

export interface Book {
  title: string;
  isbn: string;
  year: number;
  tags: string[];
  author: Types.ObjectId;
}

const schema = new Schema<Book>(
  {
    title: { type: String, required: true, trim: true },
    isbn: { type: String, required: true, unique: true },
    year: { type: Number, required: true },
    tags: { type: [String], default: [] },
    author: { type: Schema.Types.ObjectId, ref: "Author", required: true },
  },
  { versionKey: false },
);

schema.pre("save", function () {
  this.tags = [...new Set(this.tags.map((tag) => tag.toLowerCase()))].sort();
});

export const BookModel = model("Book", schema);

export const newBook = Joi.object({
  title: Joi.string().required(),
  isbn: Joi.string()
    .pattern(/^\d{13}$/, "ISBN")
    .required(),
  year: Joi.number().integer().min(1450).max(2024).required(),
  tags: Joi.array().items(Joi.string().alphanum()).max(5),
  author: Joi.string().hex().length(24).required(),
});

export const changedBook = newBook.fork(["title", "isbn", "year", "author"], (key) => key.optional()).min(1);
