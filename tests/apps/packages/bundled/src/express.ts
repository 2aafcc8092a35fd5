// An application as it is written with Express: controllers whose methods are passed on as handlers, validation by joi and
// by a model of mongoose, which needs no connection for it.
import compression from "compression";
import express, { type NextFunction, type Request, type Response, Router } from "express";
import helmet from "helmet";
import Joi from "joi";
import { model, Schema } from "mongoose";
import { bound } from "./bound.ts";
import { logger } from "./logger.ts";
import { ready } from "./ready.ts";

interface Order {
  number: number;
  product: string;
  amount: number;
}

const orderSchema = Joi.object<Omit<Order, "number">>({
  product: Joi.string().min(2).required(),
  amount: Joi.number().integer().positive().default(1),
});

const OrderModel = model(
  "Order",
  new Schema<Order>({
    number: Number,
    product: { type: String, required: true, enum: ["tea", "coffee"] },
    amount: { type: Number, max: [100, "too much"] },
  }),
);

class OrderController {
  private readonly orders = new Map<number, Order>();
  private last = 0;

  @bound
  create(request: Request, response: Response, next: NextFunction): void {
    const { value, error } = orderSchema.validate(request.body, { abortEarly: false });
    if (error) return next(error);
    const invalid = new OrderModel(value).validateSync();
    if (invalid) return next(invalid);
    const order = { number: ++this.last, ...value };
    this.orders.set(order.number, order);
    logger.info("created", { order });
    response.status(201).location(`/orders/${order.number}`).json(order);
  }

  @bound
  find(request: Request, response: Response, next: NextFunction): void {
    const order = this.orders.get(Number(request.params.number));
    if (order === undefined) return next(Object.assign(new Error("no such order"), { status: 404 }));
    response.json(order);
  }

  @bound
  all(_request: Request, response: Response): void {
    response.json([...this.orders.values()]);
  }
}

function routes(): Router {
  const controller = new OrderController();
  const { create, find, all } = controller;
  return Router().post("/", create).get("/", all).get("/:number", find);
}

const app = express();
app.use(helmet());
app.use(compression({ threshold: 256 }));
app.use(express.json());
app.use("/orders", routes());
app.get("/text", (_request, response) => void response.type("text/plain").send("a line of text\n".repeat(100)));
app.use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
  // Each engine has its own words for what is no JSON.
  if (error instanceof SyntaxError) error.message = "invalid JSON";
  const status = error.status ?? (Joi.isError(error) || error.name === "ValidationError" ? 400 : 500);
  logger.error(error.message, { status, kind: error.name });
  response.status(status).json({ error: error.message });
});

const server = app.listen(0, "127.0.0.1", () => ready(server));
