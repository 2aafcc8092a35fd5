// A feature of the application: its data, its service, its controller with guards, pipes, interceptors and filters.
import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  createParamDecorator,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  Header,
  Headers,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Ip,
  Module,
  type NestInterceptor,
  NotFoundException,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  Param,
  ParseIntPipe,
  type PipeTransform,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  Scope,
  SetMetadata,
  StreamableFile,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { Type } from "class-transformer";
import { IsArray, IsEmail, IsInt, IsOptional, IsString, Max, Min, MinLength, ValidateNested } from "class-validator";
import type { Request, Response } from "express";
import { map, type Observable, of, tap } from "rxjs";

export const events: string[] = [];

export class Address {
  @IsString()
  city: string;
}

export class NewPerson {
  @IsString()
  @MinLength(2, { message: "name is too short" })
  name: string;

  @IsInt()
  @Min(0)
  @Max(150)
  @Type(() => Number)
  age: number;

  @IsOptional()
  @IsEmail()
  mail?: string;

  @ValidateNested({ each: true })
  @Type(() => Address)
  @IsArray()
  @IsOptional()
  addresses?: Address[];
}

class Clock {
  now(): number {
    return 42;
  }
}

@Injectable()
export class PeopleService implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private readonly people = new Map<number, NewPerson>();

  // The types of the parameters alone say what to inject: this needs emitDecoratorMetadata.
  constructor(
    private readonly clock: Clock,
    @Inject("SETTINGS") private readonly settings: { first: number },
  ) {}

  onModuleInit(): void {
    events.push(`init at ${this.clock.now()}`);
  }

  onModuleDestroy(): void {
    events.push("destroy");
  }

  onApplicationShutdown(signal?: string): void {
    events.push(`shutdown ${signal ?? "without a signal"}`);
  }

  add(person: NewPerson): number {
    const id = this.settings.first + this.people.size;
    this.people.set(id, person);
    return id;
  }

  find(id: number): NewPerson {
    const person = this.people.get(id);
    if (person === undefined) throw new NotFoundException(`nobody has number ${id}`);
    return person;
  }

  all(): NewPerson[] {
    return [...this.people.values()];
  }
}

let made = 0;

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  readonly number = ++made;
}

const Roles = (...roles: string[]) => SetMetadata("roles", roles);
const User = createParamDecorator((data: string | undefined, context: ExecutionContext) => {
  const user = { name: context.switchToHttp().getRequest<Request>().headers["x-user"] };
  return data === undefined ? user : user[data as "name"];
});

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[] | undefined>("roles", [
      context.getHandler(),
      context.getClass(),
    ]);
    const user = context.switchToHttp().getRequest<Request>().headers["x-user"];
    if (roles !== undefined && user === undefined) throw new UnauthorizedException();
    return roles === undefined || roles.includes(String(user));
  }
}

@Injectable()
class Envelope implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    events.push(`before ${context.getHandler().name}`);
    return next.handle().pipe(
      map((data) => ({ data })),
      tap(() => events.push(`after ${context.getHandler().name}`)),
    );
  }
}

class Unusual extends Error {}

@Catch(Unusual)
class UnusualFilter implements ExceptionFilter {
  catch(error: Unusual, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(418).json({ filtered: error.message });
  }
}

class Upper implements PipeTransform<string, string> {
  transform(value: string): string {
    if (value === "bad") throw new BadRequestException("the pipe says no");
    return value.toUpperCase();
  }
}

@Controller("people")
@UseGuards(RolesGuard)
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly perRequest: PerRequest,
  ) {}

  @Post()
  add(@Body() person: NewPerson): object {
    return {
      id: this.people.add(person),
      isPerson: person instanceof NewPerson,
      age: typeof person.age,
      addresses: person.addresses?.every((address) => address instanceof Address),
    };
  }

  @Get()
  @UseInterceptors(Envelope)
  all(@Query("limit", new ParseIntPipe({ optional: true })) limit?: number): NewPerson[] {
    return this.people.all().slice(0, limit);
  }

  @Get("requests")
  requests(): number {
    return this.perRequest.number;
  }

  @Get("later")
  later(): Observable<string> {
    return of("from an observable");
  }

  @Get("unusual")
  @UseFilters(UnusualFilter)
  unusual(): never {
    throw new Unusual("out of the ordinary");
  }

  @Get("broken")
  broken(): never {
    throw new Error("a secret");
  }

  @Get("http")
  http(): never {
    throw new HttpException({ own: "body" }, 409);
  }

  @Get("file")
  @Header("Content-Type", "text/plain")
  file(): StreamableFile {
    return new StreamableFile(Buffer.from("a file"), { disposition: 'attachment; filename="a.txt"' });
  }

  @Get("moved")
  @Redirect("/people", 301)
  moved(): void {}

  @Get("response")
  response(
    @Res({ passthrough: true }) response: Response,
    @Req() request: Request,
    @Headers("x-own") own: string,
    @Ip() ip: string,
  ): object {
    response.setHeader("X-Passed", "through");
    return { url: request.url, own, ip };
  }

  @Get("upper/:text")
  upper(@Param("text", Upper) text: string, @User() user: object, @User("name") name: string): object {
    return { text, user, name };
  }

  @Delete(":id")
  @Roles("admin")
  @HttpCode(204)
  remove(@Param("id", ParseIntPipe) id: number): void {
    this.people.find(id);
  }

  @Get(":id")
  find(@Param("id", ParseIntPipe) id: number): NewPerson {
    return this.people.find(id);
  }
}

@Module({
  controllers: [PeopleController],
  providers: [
    PeopleService,
    PerRequest,
    Clock,
    { provide: "SETTINGS", useFactory: async (clock: Clock) => ({ first: clock.now() }), inject: [Clock] },
  ],
  exports: [PeopleService],
})
export class PeopleModule {}
