// The books, checked by joi and shaped by a model of mongoose; they stay in memory.
import type { Request, Response } from "express";
import joi from "joi";
import mongoose from "mongoose";
import { bound } from "./bound.ts";

const Book = mongoose.model(
  "Book",
  new mongoose.Schema({ title: { type: String, required: true }, year: Number, tags: [String] }, { _id: false }),
);
const shape = joi.object({ title: joi.string().min(2).required(), year: joi.number().integer(), tags: joi.array() });

export class Books {
  #books = [{ title: "Elements", year: -300, tags: ["geometry"] }].map((given) => new Book(joi.attempt(given, shape)));

  @bound
  list(_request: Request, response: Response): void {
    response.json(this.#books);
  }
}
