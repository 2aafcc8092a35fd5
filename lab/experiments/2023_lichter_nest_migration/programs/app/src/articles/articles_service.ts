// Reads and writes articles; only authors and administrators change them.
import { ForbiddenException, Injectable } from "@nestjs/common";
import { InjectRepository } from "@nestjs/typeorm";
import { ILike, Repository } from "typeorm";
import { Identity } from "../auth/identity.js";
import { Role } from "../users/role.js";
import { Article } from "./article_entity.js";

export type ArticleText = Pick<Article, "title" | "text" | "tags">;

@Injectable()
export class ArticlesService {
  constructor(@InjectRepository(Article) private readonly articles: Repository<Article>) {}

  list(like: string): Promise<Article[]> {
    return this.articles.find({ where: { title: ILike(`%${like}%`) }, order: { id: "ASC" } });
  }

  find(id: number): Promise<Article> {
    return this.articles.findOneByOrFail({ id });
  }

  async add(text: ArticleText, author: Identity): Promise<Article> {
    const { id } = await this.articles.save(this.articles.create({ ...text, author: { id: author.sub } }));
    return this.find(id);
  }

  async change(id: number, text: Partial<ArticleText>, user: Identity): Promise<Article> {
    return this.articles.save(Object.assign(await this.findOwn(id, user), text));
  }

  async remove(id: number, user: Identity): Promise<void> {
    await this.articles.remove(await this.findOwn(id, user));
  }

  private async findOwn(id: number, user: Identity): Promise<Article> {
    const article = await this.find(id);
    if (article.author.id !== user.sub && user.role !== Role.Administrator) {
      throw new ForbiddenException("only its author may do that");
    }
    return article;
  }
}
