// The same with `async`, `await`, `try` and `catch`.
const operation = () => {
  return new Promise((resolve) => {
    setTimeout(() => resolve("Operation abgeschlossen!"), 1000);
  });
};

const executeWait = async () => {
  try {
    const message = await operation();
    console.log(message);
  } catch (error) {
    console.error("Fehler:", error);
  }
};

executeWait();
