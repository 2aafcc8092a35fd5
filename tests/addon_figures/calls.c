// The addon of run.ts: one function for each kind of call that is measured.
#include "../unit/addons/node_api_declarations.h"
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES (1 << 20)

static napi_value add(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2], result;
  double a = 0, b = 0;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_value_double(env, arguments[0], &a);
  napi_get_value_double(env, arguments[1], &b);
  napi_create_double(env, a + b, &result);
  return result;
}

static napi_value echo(napi_env env, napi_callback_info info) {
  size_t count = 1, length = 0;
  napi_value argument, result;
  char text[64];
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_string_utf8(env, argument, text, sizeof text, &length);
  napi_create_string_utf8(env, text, length, &result);
  return result;
}

static napi_value object(napi_env env, napi_callback_info info) {
  static const char *names[] = {"id", "name", "width", "height", "depth"};
  napi_value result, number;
  napi_create_object(env, &result);
  for (int i = 0; i < 5; i++) {
    napi_create_double(env, i, &number);
    napi_set_named_property(env, result, names[i], number);
  }
  return result;
}

static void free_data(napi_env env, void *data, void *hint) { free(data); }

static napi_value construct(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument, this;
  double *counter = malloc(sizeof(double));
  *counter = 0;
  napi_get_cb_info(env, info, &count, &argument, &this, NULL);
  napi_get_value_double(env, argument, counter);
  napi_wrap(env, this, counter, free_data, NULL, NULL);
  return this;
}

static napi_value next(napi_env env, napi_callback_info info) {
  size_t count = 0;
  napi_value this, result;
  double *counter;
  napi_get_cb_info(env, info, &count, NULL, &this, NULL);
  if (napi_unwrap(env, this, (void **)&counter) != 0) return NULL;
  napi_create_double(env, ++*counter, &result);
  return result;
}

// A Buffer over 1 MB of this addon, which it fills.
static napi_value buffer(napi_env env, napi_callback_info info) {
  napi_value result;
  char *memory = malloc(BUFFER_BYTES);
  memset(memory, 'x', BUFFER_BYTES);
  napi_create_external_buffer(env, BUFFER_BYTES, memory, free_data, NULL, &result);
  return result;
}

typedef struct {
  const char *utf8name;
  napi_value name;
  napi_callback method, getter, setter;
  napi_value value;
  int attributes;
  void *data;
} property;

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"add", add}, {"echo", echo}, {"object", object}, {"buffer", buffer}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, AUTO_LENGTH, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  napi_value counter;
  property method = {"next", NULL, next, NULL, NULL, NULL, 0, NULL};
  napi_define_class(env, "Counter", AUTO_LENGTH, construct, NULL, 1, &method, &counter);
  napi_set_named_property(env, exports, "Counter", counter);
  return exports;
}
