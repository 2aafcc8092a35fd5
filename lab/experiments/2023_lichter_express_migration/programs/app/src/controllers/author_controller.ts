// The routes of authors.
import { Request, Response, Router } from "express";
import { bound } from "../bound";
import { HttpError } from "../http_error";
import { validateBody } from "../middleware/validate";
import { AuthorModel, changedAuthor, newAuthor } from "../models/author";
import { BookModel } from "../models/book";

export class AuthorController {
  readonly router = Router();
  private readonly authors = AuthorModel;

  constructor() {
    this.router.get("/", this.list);
    this.router.post("/", validateBody(newAuthor), this.create);
    this.router.get("/:id", this.read);
    this.router.patch("/:id", validateBody(changedAuthor), this.update);
    this.router.delete("/:id", this.delete);
  }

  @bound
  async list(_request: Request, response: Response): Promise<void> {
    response.json(await this.authors.find().sort({ name: 1 }));
  }

  @bound
  async create(request: Request, response: Response): Promise<void> {
    response.status(201).json(await this.authors.create(request.body));
  }

  @bound
  async read(request: Request, response: Response): Promise<void> {
    response.json(await this.find(request));
  }

  @bound
  async update(request: Request, response: Response): Promise<void> {
    const author = await this.find(request);
    response.json(await author.set(request.body).save());
  }

  @bound
  async delete(request: Request, response: Response): Promise<void> {
    const author = await this.find(request);
    if (await BookModel.exists({ author: author._id })) throw new HttpError(409, "the author has books");
    await author.deleteOne();
    response.status(204).end();
  }

  private async find(request: Request) {
    const author = await this.authors.findById(request.params.id);
    if (!author) throw new HttpError(404, "author not found");
    return author;
  }
}
