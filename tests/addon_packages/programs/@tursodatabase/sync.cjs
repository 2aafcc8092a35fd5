const { connect } = require("@tursodatabase/sync");
(async () => {
  try {
    const db = await connect({ path: ":memory:", url: "http://127.0.0.1:9" });
    await db.exec("CREATE TABLE a (b)");
    console.log(await (await db.prepare("SELECT 1 AS one")).all());
  } catch (e) {
    console.log(e.name, e.message.split("\n")[0].slice(0, 60));
  }
  process.exit(0);
})();
