// The routes of books.
import { Request, Response, Router } from "express";
import { Logger } from "winston";
import { bound } from "../bound";
import { HttpError } from "../http_error";
import { validateBody } from "../middleware/validate";
import { AuthorModel } from "../models/author";
import { BookModel, changedBook, newBook } from "../models/book";

export class BookController {
  readonly router = Router();

  constructor(private readonly logger: Logger) {
    this.router.route("/").get(this.list).post(validateBody(newBook), this.create);
    this.router.route("/:id").get(this.read).put(validateBody(changedBook), this.update).delete(this.delete);
  }

  /** `?tag=`, `?since=` and `?page=` select. */
  @bound
  async list(request: Request, response: Response): Promise<void> {
    const { tag, since, page } = request.query;
    const query = BookModel.find()
      .sort({ year: 1, title: 1 })
      .limit(10)
      .skip(10 * Number(page ?? 0));
    if (tag) query.where("tags").equals(String(tag));
    if (since) query.where("year").gte(Number(since));
    response.json(await query.populate("author", "name").lean());
  }

  @bound
  async create(request: Request, response: Response): Promise<void> {
    if (!(await AuthorModel.exists({ _id: request.body.author }))) throw new HttpError(422, "author not found");
    const book = await BookModel.create(request.body);
    this.logger.info("book %s was added", book.isbn);
    response.status(201).location(`/books/${book.id}`).json(book);
  }

  @bound
  async read(request: Request, response: Response): Promise<void> {
    response.json(await this.find(request));
  }

  @bound
  async update(request: Request, response: Response): Promise<void> {
    const book = await BookModel.findByIdAndUpdate(request.params.id, request.body, {
      returnDocument: "after",
      runValidators: true,
    });
    if (!book) throw new HttpError(404, "book not found");
    response.json(book);
  }

  @bound
  async delete(request: Request, response: Response): Promise<void> {
    await (await this.find(request)).deleteOne();
    response.status(204).end();
  }

  private async find(request: Request) {
    const book = await BookModel.findById(request.params.id).populate("author", "name");
    if (!book) throw new HttpError(404, "book not found");
    return book;
  }
}
