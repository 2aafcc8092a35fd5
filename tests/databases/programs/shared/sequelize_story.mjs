// One story for sequelize over any of its drivers: models, relations, hooks, validations, transactions and errors.
import { AsyncLocalStorage } from "node:async_hooks";
import { DataTypes, Model, Op, Sequelize } from "sequelize";
import { fails, print, step } from "./report.cjs";

const FIELDS = ["fields", "sql"];
const plain = (rows) => rows.map((row) => row.get({ plain: true }));

/** Runs the story; `options` are those of Sequelize. */
export async function story(options) {
  const db = new Sequelize({
    logging: false,
    define: { timestamps: false },
    pool: { max: 3, min: 0, idle: 500 },
    ...options,
  });
  await step("authenticate", () => db.authenticate());

  class Author extends Model {
    get shout() {
      return this.name.toUpperCase();
    }
  }
  Author.init(
    {
      name: { type: DataTypes.STRING, allowNull: false, unique: true, validate: { len: [2, 20] } },
      born: DataTypes.DATEONLY,
      seen: DataTypes.DATE,
      data: DataTypes.JSON,
      picture: DataTypes.BLOB,
      active: { type: DataTypes.BOOLEAN, defaultValue: true },
    },
    { sequelize: db, modelName: "author" },
  );
  const Book = db.define("book", {
    title: DataTypes.STRING(80),
    price: DataTypes.DECIMAL(8, 2),
    sold: DataTypes.BIGINT,
    kind: DataTypes.ENUM("novel", "paper"),
  });
  Author.hasMany(Book, { onDelete: "CASCADE" });
  Book.belongsTo(Author);
  const hooked = [];
  Author.addHook("beforeCreate", ({ name }) => {
    hooked.push(name);
  });

  await step("sync", async () => {
    await db.sync({ force: true });
    return (await db.getQueryInterface().showAllTables()).map((table) => table.tableName ?? table).sort();
  });
  await step("create", async () => {
    const ada = await Author.create(
      {
        name: "Ada",
        born: "1815-12-10",
        seen: new Date(Date.UTC(2024, 5, 1, 12, 0, 0)),
        data: { a: [1, "ü"] },
        picture: Buffer.from([1, 2, 255]),
        books: [{ title: "Notes", price: 12.5, sold: "9007199254740993", kind: "paper" }],
      },
      { include: Book },
    );
    return [ada.id, ada.shout, ada.books.length];
  });
  await step("bulk", async () =>
    plain(await Author.bulkCreate([{ name: "Grace" }, { name: "Edsger", active: false }])).map(({ name, active }) => [
      name,
      active,
    ]),
  );
  await Book.bulkCreate([
    { title: "COBOL", price: "9.99", authorId: 2, kind: "novel" },
    { title: "Goto", price: "1.00", authorId: 3 },
  ]);
  await step("find", async () =>
    plain(await Author.findAll({ order: ["id"], include: { model: Book, separate: true, order: ["id"] } })),
  );
  await step("find with a condition", async () =>
    plain(
      await Book.findAll({
        where: { price: { [Op.gt]: 5 }, title: { [Op.like]: "%o%" } },
        order: [["price", "DESC"]],
        raw: false,
      }),
    ),
  );
  await step("find and count", async () => {
    const { count, rows } = await Author.findAndCountAll({ limit: 1, order: ["id"] });
    return [count, rows.length];
  });
  await step("find or create", async () => {
    const [author, created] = await Author.findOrCreate({ where: { name: "Alan" }, defaults: { born: "1912-06-23" } });
    return [author.name, author.born, created];
  });
  await step("update", async () => {
    await Author.update({ active: false }, { where: { name: "Alan" } });
    return (await Author.findOne({ where: { name: "Alan" } })).active;
  });
  await step("increment and reload", async () => {
    const book = await Book.findOne({ where: { title: "Goto" } });
    await book.increment("price", { by: 2 });
    await book.reload();
    return book.price;
  });
  await step("aggregates", async () => [
    await Book.sum("price"),
    await Book.max("price"),
    await Author.count({ where: { active: true } }),
  ]);
  await step("grouped", async () =>
    plain(
      await Book.findAll({
        attributes: ["authorId", [db.fn("COUNT", db.col("id")), "many"]],
        group: ["authorId"],
        order: ["authorId"],
      }),
    ),
  );
  await step("destroy cascades", async () => {
    await (await Author.findOne({ where: { name: "Edsger" } })).destroy();
    return Book.count();
  });
  await step("hooks", () => hooked);
  await step("a query", () =>
    db.query("select :a as a, :b as b", { replacements: { a: 1, b: "it's" }, type: "SELECT" }),
  );
  await step("a bound query", () =>
    db.query(db.getDialect() === "postgres" ? "select $1::int + $2::int as a" : "select $1 + $2 as a", {
      bind: [1, 2],
      type: "SELECT",
    }),
  );

  await fails("validation", () => Author.create({ name: "x" }));
  await fails("not null", () => Author.create({}));
  await fails("unique violation", () => Author.create({ name: "Ada" }), FIELDS);
  await fails("foreign key", () => Book.create({ title: "Nobody's", authorId: 99 }), ["fields", "table"]);
  await fails("syntax error", () => db.query("selec 1"), FIELDS);
  await fails("a transaction that fails", () =>
    db.transaction(async (transaction) => {
      await Author.create({ name: "Never" }, { transaction });
      throw new RangeError("changed my mind");
    }),
  );
  await step("a transaction", () =>
    db.transaction(async (transaction) => {
      await Author.create({ name: "Kept" }, { transaction });
      return Author.count({ transaction });
    }),
  );
  await step("transactions by context", async () => {
    const storage = new AsyncLocalStorage();
    Sequelize.useCLS({
      bind() {},
      get: (key) => storage.getStore()?.get(key),
      set: (key, value) => storage.getStore().set(key, value),
      run: (body) =>
        storage.run(new Map(storage.getStore()), () => {
          body();
        }),
    });
    const inside = new Sequelize({ logging: false, define: { timestamps: false }, ...options });
    const Thing = inside.define("thing", { n: DataTypes.INTEGER });
    await Thing.sync({ force: true });
    await inside
      .transaction(async () => {
        await Thing.create({ n: 1 });
        await Thing.create({ n: 2 });
        throw new Error("back");
      })
      .catch(() => {});
    await inside.transaction(() => Thing.create({ n: 3 }));
    const rows = plain(await Thing.findAll({ attributes: ["n"] }));
    await inside.close();
    return rows;
  });
  await step(
    "30 in parallel",
    async () =>
      (await Promise.all(Array.from({ length: 30 }, (_, index) => Author.count().then((count) => count + index))))
        .length,
  );
  await fails("refused", () =>
    new Sequelize({ ...options, port: process.env.REFUSED_PORT, logging: false }).authenticate(),
  );
  await fails("wrong password", () => new Sequelize({ ...options, password: "wrong", logging: false }).authenticate());
  await db.close();
  await fails("after the end", () => db.query("select 1"));
  print("ended", "yes");
}
