// Native code that prints, and that ends the process: as functions of an addon, and under their own names for FFI.
#include "node_api_declarations.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// Through C's stream, without flushing it.
void say(void) { printf("from C\n"); }
void quit(void) { exit(5); }
void crash(void) { abort(); }

static napi_value call_say(napi_env env, napi_callback_info info) {
  say();
  return NULL;
}
static napi_value call_quit(napi_env env, napi_callback_info info) {
  quit();
  return NULL;
}
static napi_value call_crash(napi_env env, napi_callback_info info) {
  crash();
  return NULL;
}

static void add(napi_env env, napi_value exports, const char *name, napi_callback callback) {
  napi_value function;
  napi_create_function(env, name, AUTO_LENGTH, callback, NULL, &function);
  napi_set_named_property(env, exports, name, function);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  add(env, exports, "say", call_say);
  add(env, exports, "quit", call_quit);
  add(env, exports, "crash", call_crash);
  return exports;
}
