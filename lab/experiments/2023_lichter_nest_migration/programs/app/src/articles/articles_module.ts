// Everything about articles.
import { Module } from "@nestjs/common";
import { TypeOrmModule } from "@nestjs/typeorm";
import { Article } from "./article_entity.js";
import { ArticlesController } from "./articles_controller.js";
import { ArticlesService } from "./articles_service.js";

@Module({
  imports: [TypeOrmModule.forFeature([Article])],
  controllers: [ArticlesController],
  providers: [ArticlesService],
})
export class ArticlesModule {}
