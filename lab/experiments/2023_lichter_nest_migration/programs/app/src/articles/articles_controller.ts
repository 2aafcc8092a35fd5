// The routes of articles.
import { Body, Controller, Delete, Get, HttpCode, Param, ParseIntPipe, Post, Put, Query } from "@nestjs/common";
import Joi from "joi";
import { CurrentUser, type Identity } from "../auth/identity.js";
import { Public, Roles } from "../auth/roles.js";
import { JoiPipe } from "../http/joi_pipe.js";
import { Role } from "../users/role.js";
import { Article } from "./article_entity.js";
import { type ArticleText, ArticlesService } from "./articles_service.js";

const newArticle = Joi.object<ArticleText>({
  title: Joi.string().trim().max(120).required(),
  text: Joi.string().required(),
  tags: Joi.array().items(Joi.string().alphanum()).unique().default([]),
});
const changedArticle = Joi.object<Partial<ArticleText>>({ title: Joi.string().max(120), text: Joi.string() }).min(1);

@Controller("articles")
export class ArticlesController {
  constructor(private readonly articles: ArticlesService) {}

  @Public()
  @Get()
  list(@Query("like") like = ""): Promise<Article[]> {
    return this.articles.list(like);
  }

  @Public()
  @Get(":id")
  find(@Param("id", ParseIntPipe) id: number): Promise<Article> {
    return this.articles.find(id);
  }

  @Post()
  @Roles(Role.Author, Role.Administrator)
  add(@Body(new JoiPipe(newArticle)) text: ArticleText, @CurrentUser() user: Identity): Promise<Article> {
    return this.articles.add(text, user);
  }

  @Put(":id")
  change(
    @Param("id", ParseIntPipe) id: number,
    @Body(new JoiPipe(changedArticle)) text: Partial<ArticleText>,
    @CurrentUser() user: Identity,
  ): Promise<Article> {
    return this.articles.change(id, text, user);
  }

  @Delete(":id")
  @HttpCode(204)
  remove(@Param("id", ParseIntPipe) id: number, @CurrentUser() user: Identity): Promise<void> {
    return this.articles.remove(id, user);
  }
}
