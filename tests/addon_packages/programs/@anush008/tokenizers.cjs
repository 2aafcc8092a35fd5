const { Tokenizer } = require("@anush008/tokenizers");

const model = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: { type: "Lowercase" },
  pre_tokenizer: { type: "Whitespace" },
  post_processor: null,
  decoder: null,
  model: { type: "WordLevel", vocab: { hello: 0, world: 1, "[UNK]": 2 }, unk_token: "[UNK]" },
};
const tokenizer = Tokenizer.fromString(JSON.stringify(model));
tokenizer.encode("Hello there world").then((encoding) => {
  console.log(encoding.getIds(), encoding.getTokens());
  console.log(tokenizer.getVocabSize(), tokenizer.tokenToId("world"), tokenizer.idToToken(0));
});
