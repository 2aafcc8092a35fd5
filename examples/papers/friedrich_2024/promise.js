// A promise with `then` and `catch`.
const operation = () => {
  return new Promise((resolve) => {
    setTimeout(() => resolve("Operation abgeschlossen!"), 1000);
  });
};

operation()
  .then((message) => console.log(message))
  .catch((error) => console.error("Fehler:", error));
