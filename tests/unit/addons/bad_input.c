// What addons do wrong: the variant is chosen with -D as the file is compiled, and by the function that is called.
#include "node_api_declarations.h"

napi_status napi_open_handle_scope(napi_env, napi_handle_scope *);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
napi_status napi_get_instance_data(napi_env, void **);

#ifdef VERSION
__attribute__((visibility("default"))) int node_api_module_get_api_version_v1(void) { return VERSION; }
#endif

static napi_value number(napi_env env, int value) {
  napi_value result;
  napi_create_double(env, value, &result);
  return result;
}

// Closes two scopes in the order in which they were opened, and one that is not open. Returns the last status.
static napi_value close_scopes(napi_env env, napi_callback_info info) {
  napi_handle_scope outer, inner;
  napi_open_handle_scope(env, &outer);
  napi_open_handle_scope(env, &inner);
  int first = napi_close_handle_scope(env, outer);
  int second = napi_close_handle_scope(env, inner);
  int third = napi_close_handle_scope(env, inner);
  return number(env, first * 10000 + second * 100 + third);
}

// Work that completes with an exception.
static void nothing(napi_env env, void *data) {}
static void complete(napi_env env, napi_status status, void *data) {
  napi_throw_error(env, "E_COMPLETE", "thrown as the work completed");
}
static napi_value throw_later(napi_env env, napi_callback_info info) {
  napi_async_work work;
  napi_value name;
  napi_create_string_utf8(env, "work", AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, nothing, complete, NULL, &work);
  napi_queue_async_work(env, work);
  return NULL;
}

// An object whose finalizer makes an object, which those of the experimental version may not.
static void make_object(napi_env env, void *data, void *hint) {
  napi_value object;
  napi_create_object(env, &object);
}
static napi_value with_finalizer(napi_env env, napi_callback_info info) {
  napi_value external;
  napi_create_external(env, &external, make_object, NULL, &external);
  return external;
}

// Calls the argument, and goes on as if nothing had been thrown. Returns the status of the call after it.
static napi_value call_twice(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value function, undefined, ignored;
  napi_get_cb_info(env, info, &count, &function, NULL, NULL);
  napi_get_undefined(env, &undefined);
  napi_call_function(env, undefined, function, 0, NULL, NULL);
  if (napi_call_function(env, undefined, function, 0, NULL, NULL) != 10) return NULL;
  napi_get_and_clear_last_exception(env, &ignored);
  return number(env, 10);
}

static napi_value delete_twice(napi_env env, napi_callback_info info) {
  napi_value object;
  napi_ref reference;
  napi_create_object(env, &object);
  napi_create_reference(env, object, 1, &reference);
  napi_delete_reference(env, reference);
  return number(env, napi_delete_reference(env, reference));
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
#ifdef THROWS_ONCE
  static int count = 0;
  if (count++ == 0) {
    napi_throw_error(env, "E_INIT", "thrown by the entry point");
    return NULL;
  }
#endif
#ifdef RETURNS_NOTHING
  return NULL;
#endif
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"closeScopes", close_scopes},     {"throwLater", throw_later}, {"withFinalizer", with_finalizer},
                   {"callTwice", call_twice}, {"deleteTwice", delete_twice}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, AUTO_LENGTH, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}
