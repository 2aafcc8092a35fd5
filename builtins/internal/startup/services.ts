// Makes the services of `internal:core/services`: what lower tiers call in higher ones. Evaluated with the first service
// that is used; each evaluates its module on its own first use.
import { isLoaded } from "internal:core/bootstrap";
import type { Services } from "internal:core/services";
import { home, type Home } from "internal:core/program";
import defer * as main from "internal:startup/main";
import defer * as permissionSets from "internal:startup/permission_sets";
import defer * as permissions from "internal:startup/permissions";
import defer * as testHost from "internal:startup/test_host";
import defer * as environments from "internal:core/process/environment";
import defer * as processModule from "internal:node/process";
import defer * as files from "internal:node/fs";
import defer * as timersPromises from "internal:node/timers/promises";
import defer * as consoles from "internal:node/console/console";
import defer * as warnings from "internal:node/process/warnings";
import defer * as fatal from "internal:node/process/fatal_exception";
import defer * as rejectionPolicy from "internal:node/process/rejection_policy";
import defer * as dynamicCode from "internal:loader/dynamic_code";
import defer * as servedDefault from "internal:bun/served_default";
import defer * as servedDefaultOfDeno from "internal:deno/served_default";
import defer * as dataFormats from "internal:bun/data_formats";
import defer * as bunSqlite from "internal:bun/sqlite";
import defer * as environmentFiles from "internal:bun/environment_files";
import defer * as bunInspect from "internal:bun/inspect";
import defer * as bunBuild from "internal:bun/build";
import defer * as buildMessages from "internal:bun/build/messages";
import defer * as bunTables from "internal:bun/inspect_table";
import defer * as bunErrors from "internal:bun/inspect_error";
import defer * as denoUncaught from "internal:deno/uncaught";
import defer * as denoInspect from "internal:deno/inspect";
import defer * as nodeExtensions from "internal:bun/node_extensions";
import defer * as webExtensions from "internal:bun/web_extensions";
import defer * as objects from "internal:bun/s3/fetch";
import defer * as denoFetchErrors from "internal:deno/fetch_errors";
import defer * as denoClients from "internal:deno/http_client";
import defer * as denoProcess from "internal:deno/process";
import defer * as denoErrors from "internal:deno/errors";
import defer * as channels from "internal:node/process/permission_channels";
import defer * as fileHandles from "internal:node/fs/file_handle";
import defer * as keyObjects from "internal:node/crypto/key_object";
import defer * as certificates from "internal:node/crypto/x509";
import defer * as blockLists from "internal:node/net/block_list";
import defer * as socketAddresses from "internal:node/net/socket_address";
import defer * as sockets from "internal:node/net/socket";
import defer * as fetchDispatcher from "internal:node/http/fetch_dispatcher";
import defer * as storageTables from "internal:node/sqlite/storage_table";
import defer * as urls from "web:url";
import defer * as threadRequests from "internal:node/worker/thread_requests";

function reviveNodeObject(kind: string, description: any): object | undefined {
  switch (kind) {
    case "SocketAddress":
      return new socketAddresses.SocketAddress(description.options);
    case "BlockList":
      return blockLists.reviveBlockList(description);
    case "FileHandle":
      return new fileHandles.FileHandle(description.handle);
    case "KeyObject":
      return keyObjects.reviveKeyObject(description);
    case "X509Certificate":
      return certificates.reviveCertificate(description);
  }
  return undefined;
}

function isConnectReplaced(): boolean {
  if (!isLoaded("internal:node/net/socket") || home() !== "node") return false;
  return (sockets.Socket as any).prototype.connect !== sockets.ownConnect;
}

/** The services of this thread. */
export const services: Services = {
  notCapable: (message) => new denoErrors.errors["NotCapable"](message),
  reportDenial: (permission, resource) => channels.publish(permission, resource),
  get variables() {
    const { environment, variables } = environments;
    // Without a policy this is whatever the program has put in its place.
    return variables === environment ? processModule.default.env : variables;
  },
  get commandLine() {
    return main.program;
  },
  get process() {
    return processModule.default;
  },
  get fs() {
    return files.default;
  },
  get timersPromises() {
    return timersPromises;
  },
  get console() {
    return consoles;
  },
  emitWarning: (warning, type, code, above) => warnings.emit(warning, type, code, above),
  emitWarningNow: (...args: Parameters<typeof warnings.emitNow>) => warnings.emitNow(...args),
  endByException: (error, origin) => fatal.end(error, origin),
  endByHook: (error) => fatal.endByHook(error),
  printException: (error) => fatal.print(error),
  get rejectionPolicy() {
    return rejectionPolicy;
  },
  lowerFunction: (head, parts) => dynamicCode.lowerFunction(head, parts),
  serveDefault: (value) => servedDefault.serveDefault(value),
  serveDefaultForDeno: (value) => servedDefaultOfDeno.serveDefault(value),
  parseData: (format, source) =>
    (dataFormats as unknown as Record<string, { parse(source: string): unknown }>)[format]!.parse(source),
  get BunDatabase() {
    return bunSqlite.Database;
  },
  installTestHost: () => testHost.install(),
  permissionSetOfTests: (name) => permissionSets.read({ file: null }, name, true),
  restrictTests: (program, home, files) => permissions.applyInTest(program, home as Home, files),
  readEnvironmentFiles: (values) => environmentFiles.readEnvironmentFiles(values),
  bundle: (config, writes) => bunBuild.buildWith(config as never, writes),
  formatForBun: (args, colors, indent) => bunInspect.formatArguments(args, colors, indent),
  inspectForBun: (value, options) => bunInspect.inspectForConsole(value, options),
  tableForBun: (data, columns) => bunTables.table(data, columns),
  describeUncaughtForBun: (error) => bunErrors.describeUncaught(error),
  describeUncaughtForDeno: (error, isInPromise) => denoUncaught.describeUncaught(error, isInPromise),
  get unresolvedInBun() {
    return buildMessages.unresolved;
  },
  membersForDeno: (value) => denoInspect.membersOf(value),
  extendForBun: (name, target) => webExtensions.extend(name, target),
  extendNodeModuleForBun: (name, exports) => nodeExtensions.extendNodeModule(name, exports),
  fetchObject: (request, options) => objects.fetchObject(request, options),
  get denoFetchErrors() {
    return denoFetchErrors;
  },
  routeOfDenoClient: (client) => denoClients.routeOfClient(client),
  exitDeno: (code) => denoProcess.exit(code),
  reviveNodeObject,
  isConnectReplaced,
  isURL: (value) => isLoaded("web:url") && value instanceof urls.URL,
  get socketDispatcher() {
    return fetchDispatcher.socketDispatcher;
  },
  openStorage: (path) => new storageTables.StorageTable(path),
  receiveThreadRequest: (source, what, detail) => threadRequests.receive(source, what, detail),
};
