// The NestJS program: an HTTP server over TypeORM, used with fetch.
import "reflect-metadata";
import {
  ArgumentsHost,
  Body,
  Catch,
  ClassSerializerInterceptor,
  ConflictException,
  Controller,
  Delete,
  type ExceptionFilter,
  Get,
  Global,
  HttpCode,
  Inject,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  Query,
  UseInterceptors,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory, Reflector } from "@nestjs/core";
import { InjectDataSource, InjectRepository, TypeOrmModule } from "@nestjs/typeorm";
import mongoose from "mongoose";
import { DataSource, type DataSourceOptions, ILike, QueryFailedError, Repository } from "typeorm";
import { Item, Kind, NewOwner, Owner, Visitor, VisitorSchema } from "./nest_entities.ts";
import report from "./report.cjs";

const { print, step } = report;
const life: string[] = [];

@Injectable()
class Settings {
  static options: DataSourceOptions;

  async load(): Promise<DataSourceOptions> {
    await null;
    life.push("settings");
    return Settings.options;
  }
}

@Global()
@Module({ providers: [Settings], exports: [Settings] })
class SettingsModule {}

@Injectable()
class Owners {
  constructor(
    @InjectRepository(Owner) private readonly owners: Repository<Owner>,
    @InjectRepository(Item) private readonly items: Repository<Item>,
    @InjectDataSource() private readonly source: DataSource,
    @Inject("PREFIX") private readonly prefix: string,
  ) {}

  onModuleInit(): void {
    life.push(`${this.prefix} ${this.source.isInitialized}`);
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    life.push(`before the shutdown by ${signal ?? "the program"}: ${this.source.isInitialized}`);
  }

  add(body: NewOwner): Promise<Owner> {
    return this.owners.save(this.owners.create(body));
  }

  async find(id: number): Promise<Owner> {
    const owner = await this.owners.findOne({
      where: { id },
      relations: { items: true },
      order: { items: { title: "ASC" } },
    });
    if (owner === null) throw new NotFoundException(`no owner ${id}`);
    return owner;
  }

  search(like: string, page: number): Promise<[Item[], number]> {
    return this.items.findAndCount({
      where: { title: ILike(`%${like}%`) },
      relations: { owner: true },
      order: { title: "ASC" },
      take: 2,
      skip: page * 2,
    });
  }

  /** All or nothing: every item of one becomes the other's. */
  give(from: number, to: number): Promise<number> {
    return this.source.transaction("REPEATABLE READ", async (manager) => {
      const receiver = await manager.findOneBy(Owner, { id: to });
      const { affected } = await manager
        .createQueryBuilder()
        .update(Item)
        .set({ owner: { id: to } })
        .where("ownerId = :from", { from })
        .execute();
      if (receiver === null) throw new ConflictException("nobody would have it");
      return affected ?? 0;
    });
  }

  async remove(id: string): Promise<number> {
    return (await this.items.softDelete({ id })).affected ?? 0;
  }

  async firstItem(): Promise<string> {
    return (await this.items.findOneByOrFail({ kind: Kind.Film })).id;
  }

  totals(): Promise<object[]> {
    return this.items
      .createQueryBuilder("item")
      .innerJoin("item.owner", "owner")
      .select("owner.mail", "mail")
      .addSelect("SUM(item.price)::int", "sum")
      .groupBy("owner.mail")
      .having("COUNT(*) > :n", { n: 0 })
      .orderBy("sum", "DESC")
      .getRawMany();
  }
}

@Catch(QueryFailedError)
class DatabaseErrors implements ExceptionFilter {
  catch(error: QueryFailedError & { code: string; constraint?: string }, host: ArgumentsHost): void {
    const status = error.code === "23505" ? 409 : error.code === "23503" ? 422 : 500;
    host
      .switchToHttp()
      .getResponse()
      .status(status)
      .json({ code: error.code, constraint: error.constraint?.replace(/^UQ_.*/, "generated") });
  }
}

@Controller("owners")
@UseInterceptors(ClassSerializerInterceptor)
class OwnersController {
  constructor(private readonly owners: Owners) {}

  @Post()
  add(@Body() body: NewOwner): Promise<Owner> {
    return this.owners.add(body);
  }

  @Get("items")
  async search(
    @Query("like") like = "",
    @Query("page", new ParseIntPipe({ optional: true })) page = 0,
  ): Promise<object> {
    const [items, count] = await this.owners.search(like, page);
    return { count, items };
  }

  @Get("totals")
  totals(): Promise<object[]> {
    return this.owners.totals();
  }

  @Post(":from/give/:to")
  @HttpCode(200)
  async give(@Param("from", ParseIntPipe) from: number, @Param("to", ParseIntPipe) to: number): Promise<object> {
    return { given: await this.owners.give(from, to) };
  }

  @Delete("items/:id")
  async remove(@Param("id", ParseUUIDPipe) id: string): Promise<object> {
    return { removed: await this.owners.remove(id) };
  }

  @Get(":id")
  find(@Param("id", ParseIntPipe) id: number): Promise<Owner> {
    return this.owners.find(id);
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Owner, Item])],
  controllers: [OwnersController],
  providers: [
    Owners,
    {
      provide: "PREFIX",
      useFactory: (settings: Settings) => `connected with ${settings.constructor.name}:`,
      inject: [Settings],
    },
  ],
})
class OwnersModule {}

@Module({
  imports: [
    SettingsModule,
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: async (settings: Settings) => ({
        ...(await settings.load()),
        autoLoadEntities: true,
        synchronize: true,
        retryAttempts: 0,
      }),
    }),
    OwnersModule,
  ],
})
class AppModule {}

/** Runs the program over a connection. */
export async function story(options: DataSourceOptions): Promise<void> {
  Settings.options = options;
  print(
    "what decorators left",
    Reflect.getMetadata("design:paramtypes", Owners).map((type: { name: string }) => type.name),
  );
  const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true, stopAtFirstError: true }));
  app.useGlobalFilters(new DatabaseErrors());
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
  app.enableShutdownHooks();
  await app.listen(0, "127.0.0.1");
  const { port } = app.getHttpServer().address();
  process.env["OWN_PORT"] = String(port);
  const ask = (method: string, path: string, body?: object) =>
    step(`${method} ${path}`, async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return [response.status, await response.json()];
    });
  await ask("POST", "/owners", {
    mail: "ada@a.example",
    password: "long enough",
    items: [
      { title: "Notes", kind: "book", price: 5 },
      { title: "Engine", kind: "film" },
    ],
  });
  await ask("POST", "/owners", { mail: "bob@a.example", password: "long enough", more: "dropped" });
  await ask("POST", "/owners", { mail: "ada@a.example", password: "long enough" });
  await ask("POST", "/owners", { mail: "none", password: "short", items: [{ title: "", kind: "song", price: -1 }] });
  await ask("GET", "/owners/1");
  await ask("GET", "/owners/99");
  await ask("GET", "/owners/x");
  await ask("GET", "/owners/items?like=N&page=0");
  await ask("POST", "/owners/1/give/99");
  await ask("GET", "/owners/totals");
  await ask("POST", "/owners/1/give/2");
  await ask("GET", "/owners/totals");
  await ask("DELETE", "/owners/items/not-an-id");
  const id = await app.get(Owners).firstItem();
  await step("removed", async () =>
    (await fetch(`http://127.0.0.1:${port}/owners/items/${id}`, { method: "DELETE" })).json(),
  );
  await ask("GET", "/owners/2");
  await step("thirty at once", async () =>
    (
      await Promise.all(
        Array.from({ length: 30 }, async () => (await fetch(`http://127.0.0.1:${port}/owners/totals`)).status),
      )
    ).every((status) => status === 200),
  );
  await app.close();
  await step("refused", () =>
    NestFactory.create(
      {
        module: AppModule,
        imports: [
          TypeOrmModule.forRoot({
            ...options,
            port: Number(process.env["REFUSED_PORT"]),
            name: "other",
            retryAttempts: 0,
          } as never),
        ],
      },
      { logger: false, abortOnError: false },
    ),
  );
  await documents();
  print("life", life);
}

/** Models in Mongoose's spelling, without a server: operations of the schema alone. */
async function documents(): Promise<void> {
  const Model = mongoose.model(Visitor.name, VisitorSchema);
  print(
    "paths",
    Object.entries(VisitorSchema.paths).map(([name, path]) => `${name}: ${path.instance}`),
  );
  await step("a document", async () => {
    const visitor = new Model({
      _id: "65a1b2c3d4e5f60718293a4b",
      name: "  Ada ",
      age: "36",
      address: { city: "paris", position: ["1", 2.5] },
      facts: { likes: "tea" },
      seen: "2024-02-29T00:00:00Z",
      unknown: true,
    });
    await visitor.validate();
    return [visitor.toObject({ virtuals: true, flattenMaps: true }), visitor.isNew, visitor.directModifiedPaths()];
  });
  await step("one that is wrong", () =>
    new Model({ name: "x", age: 200, address: {}, kind: "song" })
      .validate()
      .catch((error: { errors: Record<string, { kind: string; message: string }> }) =>
        Object.entries(error.errors)
          .map(([path, { kind, message }]) => `${path}: ${kind}, ${message}`)
          .sort(),
      ),
  );
  await mongoose.disconnect();
}
