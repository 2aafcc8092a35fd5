// The other entry points: a WebSocket gateway, and message and event patterns of a microservice.
import { Controller, Inject, Injectable, Module } from "@nestjs/common";
import {
  type ClientProxy,
  ClientsModule,
  Ctx,
  EventPattern,
  MessagePattern,
  Payload,
  RpcException,
  TcpContext,
  Transport,
} from "@nestjs/microservices";
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from "@nestjs/websockets";
import { from, lastValueFrom, type Observable, toArray } from "rxjs";
import type { Server, WebSocket } from "ws";
import { events, PeopleModule, PeopleService } from "./people.ts";

@WebSocketGateway({ path: "/socket" })
export class Gateway implements OnGatewayConnection, OnGatewayDisconnect {
  @WebSocketServer()
  server: Server;

  constructor(private readonly people: PeopleService) {}

  handleConnection(): void {
    events.push(`connected ${this.server.clients.size}`);
  }

  handleDisconnect(): void {
    events.push("disconnected");
  }

  @SubscribeMessage("echo")
  echo(@MessageBody() data: unknown, @ConnectedSocket() client: WebSocket): object {
    return { event: "echo", data: { data, open: client.readyState === 1, people: this.people.all().length } };
  }

  @SubscribeMessage("many")
  many(): Observable<object> {
    return from([1, 2].map((data) => ({ event: "many", data })));
  }
}

@Controller()
export class Patterns {
  @MessagePattern({ command: "sum" })
  sum(@Payload() numbers: number[], @Ctx() context: TcpContext): object {
    return { sum: numbers.reduce((left, right) => left + right), pattern: context.getPattern() };
  }

  @MessagePattern("stream")
  stream(@Payload() to: number): Observable<number> {
    return from(Array.from({ length: to }, (_, index) => index));
  }

  @MessagePattern("fail")
  fail(): never {
    throw new RpcException("refused");
  }

  @EventPattern("happened")
  happened(@Payload() what: string): void {
    events.push(`happened: ${what}`);
  }
}

@Module({ controllers: [Patterns] })
export class PatternsModule {}

@Injectable()
export class Caller {
  constructor(@Inject("REMOTE") private readonly remote: ClientProxy) {}

  async call(): Promise<unknown[]> {
    await this.remote.connect();
    const sum = await lastValueFrom(this.remote.send({ command: "sum" }, [1, 2, 3]));
    const stream = await lastValueFrom(this.remote.send("stream", 3).pipe(toArray()));
    const failed = await lastValueFrom(this.remote.send("fail", null)).catch((error: unknown) => error);
    const nobody = await lastValueFrom(this.remote.send("nobody", null)).catch((error: unknown) => error);
    await lastValueFrom(this.remote.emit("happened", "something"), { defaultValue: undefined });
    this.remote.close();
    return [sum, stream, failed, nobody];
  }
}

/** A module that calls the microservice on this port. */
export function callerModule(port: number) {
  @Module({
    imports: [
      ClientsModule.register([{ name: "REMOTE", transport: Transport.TCP, options: { host: "127.0.0.1", port } }]),
    ],
    providers: [Caller],
  })
  class CallerModule {}
  return CallerModule;
}

@Module({ imports: [PeopleModule], providers: [Gateway] })
export class GatewayModule {}
