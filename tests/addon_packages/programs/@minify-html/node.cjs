const { minify } = require("@minify-html/node");

const source = Buffer.from("<p>  Hello,   world!  </p><!-- note --><style> a { color : red } </style>");
console.log(minify(source, { keep_comments: true }).toString());
console.log(minify(source, { minify_css: true }).toString());
try {
  minify("text", {});
} catch (error) {
  console.log(error.name, error.message);
}
