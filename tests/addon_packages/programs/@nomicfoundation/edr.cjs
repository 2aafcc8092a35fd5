const edr = require("@nomicfoundation/edr");

(async () => {
  console.log(edr.latestSupportedSolidityVersion(), edr.l1HardforkToString(edr.l1HardforkLatest()));
  console.log(edr.linkHexStringBytecode("0x" + "00".repeat(40), "0x" + "11".repeat(20), 3));
  try {
    edr.l1HardforkFromString("none");
  } catch (error) {
    console.log(error.name, error.message);
  }
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  console.log(edr.L1_CHAIN_TYPE, edr.l1GenesisState(edr.l1HardforkLatest()).length);
  process.exit();
})();
