const { encoding_for_model, get_encoding } = require("tiktoken");
const encoder = encoding_for_model("gpt-4o");
const tokens = encoder.encode("hello wörld, 日本語 and 👍");
console.log(tokens, new TextDecoder().decode(encoder.decode(tokens)), encoder.name);
const gpt2 = get_encoding("gpt2");
console.log(gpt2.encode("hello <|endoftext|>", "all"), gpt2.decode_single_token_bytes(31373), gpt2.n_vocab);
try {
  gpt2.encode("<|endoftext|>");
} catch (error) {
  console.log(error.message);
}
encoder.free();
gpt2.free();
