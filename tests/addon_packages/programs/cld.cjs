const cld = require("cld");
(async () => {
  const english = await cld.detect("This is a language recognition example, and it is long enough.");
  console.log(JSON.stringify(english));
  const french = await cld.detect("Ceci est un exemple de reconnaissance de langue, assez long.");
  console.log(french.languages[0].code);
  await cld.detect("x").catch((e) => console.log(e.name, e.message));
})();
