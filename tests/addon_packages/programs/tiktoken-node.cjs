const { getEncoding, encodingForModel } = require("tiktoken-node");
const encoding = getEncoding("gpt2");
console.log(encoding.encode("hello world"), encoding.decode(encoding.encode("hello wörld 😀")));
console.log(encodingForModel("text-davinci-003").encode("one two").length);
try {
  getEncoding("none");
} catch (e) {
  console.log(e.name, e.code, e.message);
}
