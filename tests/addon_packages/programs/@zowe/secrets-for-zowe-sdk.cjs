// Without a keyring: every call rejects.
const { keyring } = require("@zowe/secrets-for-zowe-sdk");

(async () => {
  for (const [name, ...values] of [
    ["setPassword", "service", "account", "password"],
    ["getPassword", "service", "account"],
    ["deletePassword", "service", "account"],
    ["findPassword", "service/account"],
    ["findCredentials", "service"],
  ]) {
    await keyring[name](...values).then(
      (value) => console.log(name, value),
      (error) => console.log(name, error.name, error.code, error.message),
    );
  }
})();
