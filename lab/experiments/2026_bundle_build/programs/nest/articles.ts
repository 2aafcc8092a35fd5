// The controller, the service and the module of the articles. What is injected is named: not every bundler emits the types of
// parameters.
import { Controller, Get, Inject, Injectable, Module } from "@nestjs/common";
import joi from "joi";
import { WinstonModule } from "nest-winston";
import { DataSource } from "typeorm";
import winston from "winston";
import { Article } from "./article.ts";

const shape = joi.object({ title: joi.string().min(2).required() });

@Injectable()
export class Articles {
  /** It describes the table and is not connected: the application needs no server. */
  readonly source = new DataSource({ type: "postgres", entities: [Article] });

  list(): object[] {
    return [joi.attempt({ title: "Notes on the engine" }, shape)];
  }
}

@Controller("articles")
export class ArticlesController {
  readonly #articles: Articles;

  constructor(@Inject(Articles) articles: Articles) {
    this.#articles = articles;
  }

  @Get()
  list(): object[] {
    return this.#articles.list();
  }
}

@Module({
  imports: [WinstonModule.forRoot({ transports: [new winston.transports.Console()] })],
  controllers: [ArticlesController],
  providers: [Articles],
})
export class ApplicationModule {}
