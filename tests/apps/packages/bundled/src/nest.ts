// An application as it is written with Nest: a guard of roles, validation by joi in a pipe, winston as its logger.
import "reflect-metadata";
import {
  BadRequestException,
  Body,
  Controller,
  Delete,
  Get,
  Inject,
  Injectable,
  type LoggerService,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  type PipeTransform,
  Post,
  UseGuards,
  UsePipes,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import Joi, { type ObjectSchema } from "joi";
import { logger } from "./logger.ts";
import { ready } from "./ready.ts";
import { Role, Roles, RolesGuard } from "./roles.ts";

class Product {
  number: number;
  name: string;
  price: number;
}

const productSchema = Joi.object({
  name: Joi.string().alphanum().required(),
  price: Joi.number().precision(2).positive().required(),
});

class JoiPipe implements PipeTransform {
  constructor(private readonly schema: ObjectSchema) {}

  transform(value: unknown): unknown {
    const { value: read, error } = this.schema.validate(value, { abortEarly: false });
    if (error) throw new BadRequestException(error.details.map((detail) => detail.message));
    return read;
  }
}

const CURRENCY = "CURRENCY";

@Injectable()
class ProductService {
  private readonly products = new Map<number, Product>();

  constructor(@Inject(CURRENCY) private readonly currency: string) {}

  add(product: Omit<Product, "number">): Product {
    const added = { number: this.products.size + 1, ...product };
    this.products.set(added.number, added);
    logger.info("added", { name: added.name });
    return added;
  }

  find(number: number): Product & { currency: string } {
    const found = this.products.get(number);
    if (found === undefined) throw new NotFoundException(`no product ${number}`);
    return { ...found, currency: this.currency };
  }

  remove(number: number): void {
    this.products.delete(number);
  }
}

@Controller("products")
@UseGuards(RolesGuard)
class ProductController {
  constructor(private readonly products: ProductService) {}

  @Post()
  @Roles(Role.Admin)
  @UsePipes(new JoiPipe(productSchema))
  add(@Body() product: Product): Product {
    return this.products.add(product);
  }

  @Get(":number")
  find(@Param("number", ParseIntPipe) number: number): Product {
    return this.products.find(number);
  }

  @Delete(":number")
  @Roles(Role.Admin, Role.User)
  remove(@Param("number", ParseIntPipe) number: number): void {
    this.products.remove(number);
  }
}

@Module({
  controllers: [ProductController],
  providers: [ProductService, RolesGuard, { provide: CURRENCY, useFactory: async () => "EUR" }],
})
class AppModule {}

class Log implements LoggerService {
  log(message: unknown, context?: string): void {
    logger.info(`${message}`, { context });
  }
  error(message: unknown): void {
    logger.error(`${message}`);
  }
  warn(message: unknown): void {
    logger.warn(`${message}`);
  }
}

async function start(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: new Log() });
  await app.listen(0, "127.0.0.1");
  console.log(
    Reflect.getMetadata("design:paramtypes", ProductController.prototype, "find")
      .map((type: Function) => type.name)
      .join(),
  );
  ready(app.getHttpServer());
}

void start();
