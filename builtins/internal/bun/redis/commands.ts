// The methods of Bun's Redis client that send one command each.
import type { Argument } from "internal:bun/redis/protocol";
import { checkInteger } from "internal:bun/redis/address";
import * as given from "internal:bun/redis/arguments";

/** How a method makes its command. */
export interface Method {
  name: string;
  /** `length` of the function. */
  length: number;
  command: string;
  read: (values: unknown[], method: string) => Argument[];
  /** Whether the integer of the reply is given as a boolean. */
  isBoolean: boolean;
  /** Whether strings are given as bytes. */
  isBytes: boolean;
  /** Whether it can be used on a connection with subscriptions. */
  isForSubscribers: boolean;
}

/** Methods with a fixed list of arguments, by the names of these in messages. */
const FIXED: Record<string, string> = {
  "": "dbsize lastsave randomkey time",
  key:
    "bitcount decr dump exists expiretime get getdel hgetall hkeys hlen hvals incr keys llen persist pexpiretime pttl scard " +
    "smembers strlen ttl type xlen zcard",
  "key,value": "append getset pfadd setnx sismember zscore",
  "key,decrement": "decrby",
  "key,increment": "incrby incrbyfloat",
  "key,timestamp": "expireat",
  "key,milliseconds": "pexpire",
  "key,milliseconds-timestamp": "pexpireat",
  "key,offset": "getbit",
  "key,index": "lindex",
  "key,field": "hexists hget hstrlen",
  "key,newkey": "rename renamenx",
  "key,start,end": "getrange substr",
  "key,start,stop": "lrange ltrim zremrangebyrank",
  "key,min,max": "zcount zlexcount zremrangebylex zremrangebyscore",
  "key,field,value": "hsetnx",
  "key,count,element": "lrem",
  "key,index,element": "lset",
  "key,offset,value": "setbit setrange",
  "key,seconds,value": "setex",
  "key,milliseconds,value": "psetex",
  "key,increment,member": "zincrby",
  "source,destination": "rpoplpush",
  "source,destination,member": "smove",
  "source,destination,timeout": "brpoplpush",
  "channel,message": "spublish",
  "numreplicas,timeout": "wait",
  message: "echo",
};

/** Methods that pass on whatever they get. */
const ANY =
  "bitfield bitop bitpos blmove blmpop blpop brpop bzmpop bzpopmax bzpopmin client command config copy debug eval evalsha fcall " +
  "flushall flushdb function geoadd geodist geohash geopos geosearch geosearchstore getex hexpire hexpireat hexpiretime hgetdel " +
  "hgetex hpersist hpexpire hpexpireat hpexpiretime hpttl hsetex httl info lcs linsert lmove lmpop lpos mset msetnx object " +
  "pfcount pfmerge psubscribe pubsub punsubscribe scan script sdiff sdiffstore select sinter sintercard sinterstore smismember " +
  "sort sscan sunion sunionstore xack xadd xautoclaim xclaim xdel xgroup xinfo xpending xrange xread xreadgroup xrevrange xsetid " +
  "xtrim zadd zdiff zdiffstore zinter zintercard zinterstore zmpop zrange zrangebyscore zrangestore zrevrange zrevrangebyscore " +
  "zscan zunion zunionstore";
const ANY_BUT_NOTHING = "lpush lpushx rpush rpushx zmscore";
const KEY_AND_MORE =
  "del hdel hrandfield hscan lpop mget rpop touch unlink zpopmax zpopmin zrandmember zrangebylex zrank zrem zrevrangebylex zrevrank";

const BOOLEANS = "exists hexists hsetnx sismember smove".split(" ");
const FOR_SUBSCRIBERS = "ping psubscribe pubsub punsubscribe".split(" ");

/** `length` of the methods, where it is not 0. */
const LENGTHS: Record<number, string> = {
  1:
    "bitfield client config debug decr del echo exists function get getBuffer hrandfield incr pfcount pfmerge sdiff sinter " +
    "sintercard smembers sort spop srandmember sunion ttl type xlen zdiff zintercard",
  2:
    "bitpos blpop brpop bzpopmax bzpopmin decrby eval evalsha expire expireat fcall geohash geopos getbit hdel hexists " +
    "hexpiretime hget hgetdel hgetex hmget hmset hpersist hpexpiretime hpttl hscan hset httl incrby incrbyfloat lcs lindex lmpop " +
    "lpos object pexpire pexpireat rename renamenx rpoplpush sadd sdiffstore set sinterstore sismember smismember srem sscan " +
    "sunionstore wait xdel xgroup xinfo xpending xsetid zdiffstore zinter zmpop zrem zscan zunion",
  3:
    "bitop blmpop brpoplpush bzmpop geodist geosearch getrange hexpire hexpireat hincrby hincrbyfloat hpexpire hpexpireat hsetex " +
    "hsetnx lrange lrem lset ltrim psetex setbit setex setrange xack xadd xrange xread xrevrange xtrim zadd zcount zincrby " +
    "zinterstore zlexcount zrange zrangebylex zrangebyscore zremrangebylex zremrangebyrank zremrangebyscore zrevrange " +
    "zrevrangebylex zrevrangebyscore zunionstore",
  4: "geoadd geosearchstore linsert lmove zrangestore",
  5: "blmove xautoclaim xclaim",
  6: "xreadgroup",
};

type Read = Method["read"];

const optional =
  (name: string, expected: string): Read =>
  (values, method) => {
    const key = given.need(values[0], "key", method);
    const extra = values[1];
    return extra === undefined || extra === null ? [key] : [key, given.need(extra, name, method, expected)];
  };

const texts = (values: unknown[]): Argument[] =>
  Array.from({ length: 3 }, (_, index) => String(values[index] as string));

const SPECIAL: Record<string, Read> = {
  expire: (values, method) => [
    given.need(values[0], "key", method),
    String(checkInteger("seconds", values[1], 2 ** 31 - 1)),
  ],
  getBuffer: (values, method) => [given.need(values[0], "key", method)],
  hincrby: texts,
  hincrbyfloat: texts,
  hmget: given.keyAndFields,
  hmset: given.keyAndPairs,
  hset: given.keyAndPairs,
  ping: ([message], method) =>
    message === undefined || message === null ? [] : [given.need(message, "message", method)],
  publish: ([channel, message], method) => [
    given.needString(channel, "channel", method),
    given.needString(message, "message", method),
  ],
  sadd: given.keyAndMembers,
  set: ([key, value, ...rest], method) => [
    given.need(key, "key", method),
    given.need(value, "value", method, "a string or buffer or number"),
    ...rest.filter((one) => one !== undefined).map((one) => given.need(one, "arguments", method)),
  ],
  spop: optional("count", "a number or string"),
  srandmember: optional("count", "a number or string"),
  srem: given.keyAndMembers,
};

const names = (list: string): string[] => list.split(" ");

/** All methods, in no particular order. */
export function methods(): Method[] {
  const found: Method[] = [];
  const lengths = new Map<string, number>();
  for (const [length, list] of Object.entries(LENGTHS))
    for (const name of names(list)) lengths.set(name, Number(length));
  const add = (name: string, read: Read): void => {
    found.push({
      name,
      length: lengths.get(name) ?? 0,
      command: name === "getBuffer" ? "GET" : name.toUpperCase(),
      read,
      isBoolean: BOOLEANS.includes(name),
      isBytes: name === "getBuffer",
      isForSubscribers: FOR_SUBSCRIBERS.includes(name),
    });
  };
  for (const [parameters, list] of Object.entries(FIXED)) {
    const expected = parameters === "" ? [] : parameters.split(",");
    for (const name of names(list))
      add(name, (values, method) => expected.map((one, index) => given.need(values[index], one, method)));
  }
  for (const name of names(ANY)) add(name, (values, method) => given.needAll(values, method, false));
  for (const name of names(ANY_BUT_NOTHING)) add(name, (values, method) => given.needAll(values, method, true));
  for (const name of names(KEY_AND_MORE)) add(name, given.keyAndMore);
  for (const name of Object.keys(SPECIAL)) add(name, SPECIAL[name]!);
  return found;
}
