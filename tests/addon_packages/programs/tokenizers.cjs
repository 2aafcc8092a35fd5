const t = require("tokenizers");
(async () => {
  console.log(t.byteLevelAlphabet().length);
  const { Tokenizer } = t;
  const json = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "Whitespace" },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab: { who: 0, is: 1, john: 2, "?": 3, "[UNK]": 4 }, unk_token: "[UNK]" },
  };
  const tokenizer = Tokenizer.fromString(JSON.stringify(json));
  const encoded = await tokenizer.encode("Who is John Smith?");
  console.log(encoded.getLength(), encoded.getTokens(), encoded.getIds(), encoded.getOffsets());
  console.log(await tokenizer.decode([0, 1, 2], true), tokenizer.getVocabSize());
  try {
    Tokenizer.fromString("{");
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
})();
