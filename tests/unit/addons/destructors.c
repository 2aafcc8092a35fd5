// Prints what runs as the process ends: a destructor, and functions that `atexit` got.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <pthread.h>
#include "node_api_declarations.h"

static void first(void) { puts("atexit, first"); }
static void second(void) { puts("atexit, second"); }
__attribute__((destructor)) static void at_end(void) { puts("destructor"); }
static void hook(void *data) { puts("cleanup hook"); }

static void *wait_forever(void *data) {
  for (;;) pause();
}
static napi_value start_thread(napi_env env, napi_callback_info info) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_forever, NULL);
  return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  static bool is_loaded;
  if (!is_loaded) {
    atexit(first);
    atexit(second);
  }
  is_loaded = true;
  napi_add_env_cleanup_hook(env, hook, NULL);
  napi_create_function(env, "startThread", AUTO_LENGTH, start_thread, NULL, &function);
  napi_set_named_property(env, exports, "startThread", function);
  return exports;
}
