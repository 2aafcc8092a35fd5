const kuzu = require("kuzu");
(async () => {
  const db = new kuzu.Database(":memory:");
  const connection = new kuzu.Connection(db);
  await connection.query("CREATE NODE TABLE User(name STRING, age INT64, PRIMARY KEY (name))");
  await connection.query("CREATE REL TABLE Follows(FROM User TO User, since INT64)");
  for (const [name, age] of [
    ["Adam", 30],
    ["Karissa", 40],
    ["Zhang", 50],
  ]) {
    await connection.query(`CREATE (u:User {name: "${name}", age: ${age}})`);
  }
  await connection.query(
    'MATCH (a:User), (b:User) WHERE a.name = "Adam" AND b.age > 35 CREATE (a)-[:Follows {since: 2020}]->(b)',
  );
  const result = await connection.query(
    "MATCH (a:User)-[f:Follows]->(b:User) RETURN a.name, f.since, b.name, b.age ORDER BY b.name",
  );
  console.log(await result.getAll());
  const prepared = await connection.prepare("MATCH (u:User) WHERE u.age > $age RETURN u ORDER BY u.age");
  console.log(
    (await (await connection.execute(prepared, { age: 35 })).getAll()).map(({ u }) => [u.name, u.age, u._label]),
  );
  await connection.query("MATCH (").catch((error) => console.log(error.message.split("\n")[0]));
  console.log(kuzu.VERSION);
})();
