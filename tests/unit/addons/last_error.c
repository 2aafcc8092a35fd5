// What napi_get_last_error_info has after calls. `run(function)` returns an object with two numbers for each call, its status and the
// code then, where "a number was expected" (6) was the last error before the call; `runLater(callback)` passes one to a
// callback, which is called where no scope is open.
#include "node_api_declarations.h"

typedef struct {
  const char *message;
  void *reserved;
  uint32_t engine_code;
  napi_status code;
} error_info;
typedef struct napi_escapable_handle_scope__ *napi_escapable_handle_scope;
napi_status napi_get_last_error_info(napi_env, const error_info **);
napi_status napi_open_handle_scope(napi_env, napi_handle_scope *);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
napi_status napi_open_escapable_handle_scope(napi_env, napi_escapable_handle_scope *);
napi_status napi_close_escapable_handle_scope(napi_env, napi_escapable_handle_scope);
napi_status napi_escape_handle(napi_env, napi_escapable_handle_scope, napi_value, napi_value *);
napi_status napi_async_init(napi_env, napi_value, napi_value, void **);
napi_status napi_async_destroy(napi_env, void *);
napi_status napi_open_callback_scope(napi_env, napi_value, void *, void **);
napi_status napi_close_callback_scope(napi_env, void *);
napi_status napi_ref_threadsafe_function(napi_env, napi_threadsafe_function);
napi_status napi_unref_threadsafe_function(napi_env, napi_threadsafe_function);
napi_status napi_remove_env_cleanup_hook(napi_env, void (*)(void *), void *);
napi_status napi_get_version(napi_env, uint32_t *);
napi_status napi_set_instance_data(napi_env, void *, napi_finalize, void *);
napi_status napi_get_instance_data(napi_env, void **);
napi_status napi_reference_unref(napi_env, napi_ref, uint32_t *);
napi_status napi_cancel_async_work(napi_env, napi_async_work);
napi_status napi_type_tag_object(napi_env, napi_value, const void *);

static void set_error(napi_env env, napi_value object) {
  double number;
  napi_get_value_double(env, object, &number);
}

static void record(napi_env env, napi_value results, const char *name, napi_status status) {
  const error_info *info;
  napi_get_last_error_info(env, &info);
  uint32_t numbers[] = {status, info->code};
  napi_value pair, number;
  napi_create_array(env, &pair);
  for (int i = 0; i < 2; i++) {
    napi_create_uint32(env, numbers[i], &number);
    napi_set_element(env, pair, i, number);
  }
  napi_set_named_property(env, results, name, pair);
}

#define RECORD(name, call) (set_error(env, results), record(env, results, name, call))

static void hook(void *data) {}
static void execute(napi_env env, void *data) {}
static void complete(napi_env env, napi_status status, void *data) {}

static void scopes(napi_env env, napi_value results, napi_value name) {
  napi_handle_scope scope;
  napi_escapable_handle_scope escapable;
  napi_value result;
  void *context, *callbacks;
  RECORD("a scope opened", napi_open_handle_scope(env, &scope));
  RECORD("a scope closed", napi_close_handle_scope(env, scope));
  RECORD("no scope closed", napi_close_handle_scope(env, NULL));
  RECORD("an escapable scope opened", napi_open_escapable_handle_scope(env, &escapable));
  RECORD("a first escape", napi_escape_handle(env, escapable, name, &result));
  RECORD("a second escape", napi_escape_handle(env, escapable, name, &result));
  RECORD("an escapable scope closed", napi_close_escapable_handle_scope(env, escapable));
  RECORD("a context made", napi_async_init(env, NULL, name, &context));
  RECORD("a callback scope opened", napi_open_callback_scope(env, NULL, context, &callbacks));
  RECORD("a callback scope closed", napi_close_callback_scope(env, callbacks));
  RECORD("a context destroyed", napi_async_destroy(env, context));
}

static void functions(napi_env env, napi_value results, napi_value name, napi_value callee) {
  napi_threadsafe_function function;
  RECORD("a thread-safe function without a callee",
         napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, NULL, NULL, &function));
  RECORD("a thread-safe function made",
         napi_create_threadsafe_function(env, callee, NULL, name, 0, 1, NULL, NULL, NULL, NULL, &function));
  RECORD("a thread-safe function unreferenced", napi_unref_threadsafe_function(env, function));
  RECORD("a thread-safe function referenced", napi_ref_threadsafe_function(env, function));
  napi_release_threadsafe_function(function, 1);
}

static napi_value run(napi_env env, napi_callback_info info) {
  static const uint64_t tag[] = {1, 2};
  size_t count = 1;
  napi_value results, name, callee, value;
  napi_async_work work;
  napi_ref reference;
  uint32_t number;
  bool is_pending;
  void *data;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_create_object(env, &results);
  napi_create_string_utf8(env, "name", AUTO_LENGTH, &name);
  scopes(env, results, name);
  functions(env, results, name, callee);
  RECORD("a hook added", napi_add_env_cleanup_hook(env, hook, hook));
  RECORD("a hook removed", napi_remove_env_cleanup_hook(env, hook, hook));
  RECORD("the version", napi_get_version(env, &number));
  RECORD("whether an exception is pending", napi_is_exception_pending(env, &is_pending));
  RECORD("data of the instance set", napi_set_instance_data(env, NULL, NULL, NULL));
  RECORD("data of the instance", napi_get_instance_data(env, &data));
  RECORD("work made", napi_create_async_work(env, NULL, name, execute, complete, NULL, &work));
  RECORD("work cancelled that was not queued", napi_cancel_async_work(env, work));
  RECORD("work deleted", napi_delete_async_work(env, work));
  RECORD("no work queued", napi_queue_async_work(env, NULL));
  RECORD("a reference made", napi_create_reference(env, results, 0, &reference));
  RECORD("a count below zero", napi_reference_unref(env, reference, &number));
  RECORD("a reference deleted", napi_delete_reference(env, reference));
  RECORD("a tag", napi_type_tag_object(env, results, tag));
  RECORD("a second tag", napi_type_tag_object(env, results, tag));
  RECORD("an exception thrown", napi_throw_error(env, NULL, "thrown"));
  RECORD("a call with a pending exception", napi_call_function(env, results, callee, 0, NULL, &value));
  napi_get_and_clear_last_exception(env, &value);
  return results;
}

static napi_async_work later_work;
static napi_ref later_callback;

static void complete_later(napi_env env, napi_status status, void *data) {
  napi_value results, callee, result;
  napi_create_object(env, &results);
  RECORD("a scope that is not open", napi_close_handle_scope(env, data));
  RECORD("an escapable scope that is not open", napi_close_escapable_handle_scope(env, data));
  RECORD("a callback scope that is not open", napi_close_callback_scope(env, data));
  napi_get_reference_value(env, later_callback, &callee);
  napi_call_function(env, results, callee, 1, &results, &result);
  napi_delete_reference(env, later_callback);
  napi_delete_async_work(env, later_work);
}

static napi_value run_later(napi_env env, napi_callback_info info) {
  static uint64_t memory[8];
  size_t count = 1;
  napi_value callee, name;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_create_reference(env, callee, 1, &later_callback);
  napi_create_string_utf8(env, "later", AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, execute, complete_later, memory, &later_work);
  napi_queue_async_work(env, later_work);
  return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "run", AUTO_LENGTH, run, NULL, &function);
  napi_set_named_property(env, exports, "run", function);
  napi_create_function(env, "runLater", AUTO_LENGTH, run_later, NULL, &function);
  napi_set_named_property(env, exports, "runLater", function);
  return exports;
}
