const { minify, minifySync, minifyFragmentSync } = require("@swc/html");
(async () => {
  console.log(
    (
      await minify(
        Buffer.from(
          "<!doctype html><html><head><title> a  b </title></head><body><p  class='a'>hello   <b> x</b></p><!-- c --></body></html>",
        ),
        {},
      )
    ).code,
  );
  console.log(minifySync("<p>a</p>  <p>b</p>", { collapseWhitespaces: "all" }).code);
  try {
    console.log(
      minifyFragmentSync("<li>a</li>", {
        context_element: {
          tagName: "ul",
          namespace: "http://www.w3.org/1999/xhtml",
          attributes: [],
          isSelfClosing: false,
        },
      }).code,
    );
  } catch (e) {
    console.log(e.name, String(e.message).slice(0, 80));
  }
})();
