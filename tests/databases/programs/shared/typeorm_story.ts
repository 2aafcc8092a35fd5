// One story for TypeORM over any of its drivers.
import {
  DataSource,
  type DataSourceOptions,
  EntitySubscriberInterface,
  EventSubscriber,
  type InsertEvent,
  MoreThan,
  QueryFailedError,
} from "typeorm";
import { Article, Base, Person, Role, Tag } from "./typeorm_entities.ts";
import report from "./report.cjs";

const { fails, print, step } = report;
const inserted: string[] = [];

@EventSubscriber()
class Observer implements EntitySubscriberInterface<Person> {
  listenTo(): typeof Person {
    return Person;
  }

  afterInsert(event: InsertEvent<Person>): void {
    inserted.push(event.entity.name);
  }
}

/** Runs the story over a connection. */
export async function story(options: DataSourceOptions): Promise<void> {
  print("metadata", [
    Reflect.getMetadata("design:type", Person.prototype, "name") === String,
    Reflect.getMetadata("design:type", Person.prototype, "age") === Number,
    Reflect.getMetadata("design:type", Person.prototype, "seen") === Date,
    Reflect.getMetadata("design:type", Article.prototype, "author") === Person,
    Reflect.getMetadata("design:type", Person.prototype, "articles") === Array,
    Reflect.getMetadata("design:returntype", Person.prototype, "secret"),
  ]);
  const source = new DataSource({
    ...options,
    entities: [Person, Article, Tag],
    subscribers: [Observer],
    synchronize: true,
  } as DataSourceOptions);
  await source.initialize();
  const people = source.getRepository(Person);
  const articles = source.getRepository(Article);
  print(
    "columns",
    people.metadata.columns.map(({ propertyName, isNullable }) => [propertyName, isNullable]),
  );

  await step("save", async () => {
    const ada = people.create({
      name: "  Ada ",
      age: 36,
      seen: new Date(Date.UTC(2024, 6, 1, 10)),
      role: Role.Writer,
      settings: { theme: "dark", sizes: [1, 2] },
      articles: [{ title: "Notes", price: "12.50", tags: [{ label: "math" }, { label: "engine" }] }],
    });
    await people.save(ada);
    return [
      ada instanceof Person,
      ada instanceof Base,
      ada.id,
      ada.version,
      ada.name,
      ada.secret(),
      ada.created instanceof Date,
    ];
  });
  await step("save many", async () =>
    (await people.save([people.create({ name: "Grace", age: 85 }), people.create({ name: "Edsger" })])).map(
      ({ id, name }) => [id, name],
    ),
  );
  await step("find", async () => {
    const [ada] = await people.find({ where: { name: "Ada" }, relations: { articles: { tags: true } } });
    return {
      ...ada,
      created: undefined,
      articles: ada!.articles.map((article) => ({ ...article, tags: article.tags.map(({ label }) => label).sort() })),
    };
  });
  await step("find by a condition", async () =>
    (await people.find({ where: { age: MoreThan(40) }, select: { id: true, name: true } })).map((person) => ({
      ...person,
    })),
  );
  await step("update", async () => {
    const person = await people.findOneByOrFail({ name: "Grace" });
    person.active = false;
    await people.save(person);
    const again = await people.findOneByOrFail({ name: "Grace" });
    return [again.version, again.active];
  });
  await step("a query builder", () =>
    people
      .createQueryBuilder("person")
      .leftJoin("person.articles", "article")
      .select("person.name", "name")
      .addSelect("COUNT(article.id)", "many")
      .groupBy("person.name")
      .orderBy("person.name")
      .getRawMany(),
  );
  await step("its text", () =>
    people
      .createQueryBuilder("p")
      .where("p.age > :age", { age: 3 })
      .andWhere("p.name IN (:...names)", { names: ["a", "b"] })
      .getQueryAndParameters(),
  );
  await fails("not found", () => people.findOneByOrFail({ name: "Nobody" }));
  await fails("unique violation", () => people.insert({ name: "Ada" }), ["driverError"].slice(1));
  await step("its kind", () =>
    people
      .insert({ name: "Ada" })
      .catch((error: unknown) => [error instanceof QueryFailedError, (error as QueryFailedError).query.slice(0, 11)]),
  );
  await fails("a transaction that fails", () =>
    source.transaction(async (manager) => {
      await manager.save(manager.create(Person, { name: "Never" }));
      throw new RangeError("changed my mind");
    }),
  );
  await step("a transaction", () =>
    source.transaction("SERIALIZABLE", async (manager) => {
      await manager.save(manager.create(Person, { name: "Kept" }));
      return manager.count(Person);
    }),
  );
  await step("a query runner", async () => {
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.delete(Person, { name: "Kept" });
    await runner.rollbackTransaction();
    await runner.release();
    return people.count();
  });
  await step("remove cascades", async () => {
    await people.remove(await people.findOneByOrFail({ name: "Ada" }));
    return [await articles.count(), await source.getRepository(Tag).count()];
  });
  await step("the subscriber", () => inserted);
  await step("in parallel", async () =>
    (await Promise.all(Array.from({ length: 30 }, () => people.count()))).every((count) => count === 3),
  );
  await fails("a bad query", () => source.query("selec 1"));
  await fails("refused", () =>
    new DataSource({ ...options, port: Number(process.env["REFUSED_PORT"]) } as DataSourceOptions).initialize(),
  );
  await source.destroy();
  print("ended", source.isInitialized);
}
