// The application: what every request passes through, the routes, and the error handler at the end.
import compression from "compression";
import express, { Express, Request, Response } from "express";
import helmet from "helmet";
import morgan from "morgan";
import { Logger } from "winston";
import { AuthorController } from "./controllers/author_controller";
import { BookController } from "./controllers/book_controller";
import { handleErrors, handleUnknownRoute } from "./middleware/error_handler";

export function createApplication(logger: Logger): Express {
  const app = express();
  app.use(helmet());
  app.use(compression({ threshold: 512 }));
  app.use(
    morgan(":method :url :status :res[content-length] :user-agent", {
      stream: { write: (message: string) => logger.http(message.trim()) },
    }),
  );
  app.use(express.json({ limit: "10kb" }));

  app.get("/health", (_request: Request, response: Response) => {
    response.json({ status: "ok" });
  });
  app.use("/authors", new AuthorController().router);
  app.use("/books", new BookController(logger).router);

  app.use(handleUnknownRoute);
  app.use(handleErrors(logger));
  return app;
}
