// A callback scope that the loop's thread opens and closes, as zeromq does. `run(function)` calls the function within one, in
// a callback of libuv, and prints the status of closing it.
#include "node_api_declarations.h"
#include <stdio.h>

napi_status napi_get_uv_event_loop(napi_env, void **);
napi_status napi_async_init(napi_env, napi_value, napi_value, void **);
napi_status napi_open_handle_scope(napi_env, napi_handle_scope *);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
napi_status napi_open_callback_scope(napi_env, napi_value, void *, void **);
napi_status napi_close_callback_scope(napi_env, void *);
int uv_async_init(void *, void *, void (*)(void *));
int uv_async_send(void *);
void uv_close(void *, void (*)(void *));

// `uv_async_t`, of which only the size counts (128 bytes in libuv 1).
static uint64_t handle[64];
static napi_env its_env;
static napi_ref callee;
static void *context;

static void call(void *async) {
  napi_env env = its_env;
  napi_handle_scope handles;
  napi_value function, receiver, result;
  void *scope;
  uv_close(handle, NULL);
  napi_open_handle_scope(env, &handles);
  napi_get_reference_value(env, callee, &function);
  napi_delete_reference(env, callee);
  napi_get_undefined(env, &receiver);
  printf("opened %d\n", napi_open_callback_scope(env, NULL, context, &scope));
  napi_call_function(env, receiver, function, 0, NULL, &result);
  printf("closed %d\n", napi_close_callback_scope(env, scope));
  fflush(stdout);
  napi_close_handle_scope(env, handles);
}

static napi_value run(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value function, name;
  void *loop;
  its_env = env;
  napi_get_cb_info(env, info, &count, &function, NULL, NULL);
  napi_create_reference(env, function, 1, &callee);
  napi_create_string_utf8(env, "scope", AUTO_LENGTH, &name);
  napi_async_init(env, NULL, name, &context);
  napi_get_uv_event_loop(env, &loop);
  uv_async_init(loop, handle, call);
  uv_async_send(handle);
  return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "run", AUTO_LENGTH, run, NULL, &function);
  napi_set_named_property(env, exports, "run", function);
  return exports;
}
