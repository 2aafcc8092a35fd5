const odbc = require("odbc");

odbc.connect("DSN=none", (error) => {
  console.log(
    error.message,
    error.odbcErrors.map(({ state }) => state),
  );
});
