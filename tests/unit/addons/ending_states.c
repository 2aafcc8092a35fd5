// Calls of Node-API where something has ended: work that is complete, an environment whose cleanup hooks run.
#include <stdio.h>
#include "node_api_declarations.h"

napi_status napi_cancel_async_work(napi_env, napi_async_work);

typedef struct {
  napi_async_work work;
  napi_ref callback;
} job;

static void nothing(napi_env env, void *data) {}

// Passes the status of cancelling the work in its own completion.
static void complete(napi_env env, napi_status status, void *data) {
  job *own = data;
  napi_value undefined, callback, cancelled, result;
  napi_create_uint32(env, napi_cancel_async_work(env, own->work), &cancelled);
  napi_get_undefined(env, &undefined);
  napi_get_reference_value(env, own->callback, &callback);
  napi_delete_async_work(env, own->work);
  napi_delete_reference(env, own->callback);
  napi_call_function(env, undefined, callback, 1, &cancelled, &result);
}

static napi_value cancel_completed(napi_env env, napi_callback_info info) {
  static job only;
  size_t count = 1;
  napi_value callback, name;
  napi_get_cb_info(env, info, &count, &callback, NULL, NULL);
  napi_create_reference(env, callback, 1, &only.callback);
  napi_create_string_utf8(env, "work", AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, nothing, complete, &only, &only.work);
  napi_queue_async_work(env, only.work);
  return NULL;
}

static void throw_at_end(void *data) {
  napi_env env = data;
  printf("hook %d\n", napi_throw_error(env, "E_END", "at the end"));
}

static napi_value throw_in_hook(napi_env env, napi_callback_info info) {
  napi_add_env_cleanup_hook(env, throw_at_end, env);
  return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "cancelCompleted", AUTO_LENGTH, cancel_completed, NULL, &function);
  napi_set_named_property(env, exports, "cancelCompleted", function);
  napi_create_function(env, "throwInHook", AUTO_LENGTH, throw_in_hook, NULL, &function);
  napi_set_named_property(env, exports, "throwInHook", function);
  return exports;
}
