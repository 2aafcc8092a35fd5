// Calls of Node-API with wrong arguments, in a wrong state or order. `statuses` returns the status of each by its name,
// with the exception where one is pending.
#include "node_api_declarations.h"

typedef struct napi_escapable_handle_scope__ *napi_escapable_handle_scope;
napi_status napi_open_escapable_handle_scope(napi_env, napi_escapable_handle_scope *);
napi_status napi_close_escapable_handle_scope(napi_env, napi_escapable_handle_scope);
napi_status napi_escape_handle(napi_env, napi_escapable_handle_scope, napi_value, napi_value *);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
napi_status napi_get_value_bool(napi_env, napi_value, bool *);
napi_status napi_get_value_int32(napi_env, napi_value, int32_t *);
napi_status napi_get_value_bigint_int64(napi_env, napi_value, int64_t *, bool *);
napi_status napi_get_value_external(napi_env, napi_value, void **);
napi_status napi_get_date_value(napi_env, napi_value, double *);
napi_status napi_get_buffer_info(napi_env, napi_value, void **, size_t *);
napi_status napi_get_arraybuffer_info(napi_env, napi_value, void **, size_t *);
napi_status napi_get_property_names(napi_env, napi_value, napi_value *);
napi_status napi_get_prototype(napi_env, napi_value, napi_value *);
napi_status napi_new_instance(napi_env, napi_value, size_t, const napi_value *, napi_value *);
napi_status napi_instanceof(napi_env, napi_value, napi_value, bool *);
napi_status napi_create_symbol(napi_env, napi_value, napi_value *);
napi_status napi_create_error(napi_env, napi_value, napi_value, napi_value *);
napi_status napi_create_bigint_words(napi_env, int, size_t, const uint64_t *, napi_value *);
napi_status napi_create_typedarray(napi_env, int, size_t, napi_value, size_t, napi_value *);
napi_status napi_create_arraybuffer(napi_env, size_t, void **, napi_value *);
napi_status napi_reference_ref(napi_env, napi_ref, uint32_t *);
napi_status napi_reference_unref(napi_env, napi_ref, uint32_t *);
napi_status napi_detach_arraybuffer(napi_env, napi_value);
napi_status napi_type_tag_object(napi_env, napi_value, const void *);
napi_status napi_check_object_type_tag(napi_env, napi_value, const void *, bool *);
napi_status napi_has_own_property(napi_env, napi_value, napi_value, bool *);
napi_status napi_cancel_async_work(napi_env, napi_async_work);
napi_status napi_object_freeze(napi_env, napi_value);
napi_status napi_strict_equals(napi_env, napi_value, napi_value, bool *);
napi_status napi_run_script(napi_env, napi_value, napi_value *);
napi_status napi_throw(napi_env, napi_value);
napi_status napi_coerce_to_number(napi_env, napi_value, napi_value *);
napi_status napi_coerce_to_string(napi_env, napi_value, napi_value *);
napi_status napi_coerce_to_object(napi_env, napi_value, napi_value *);
napi_status napi_async_init(napi_env, napi_value, napi_value, void **);
napi_status napi_make_callback(napi_env, void *, napi_value, napi_value, size_t, const napi_value *, napi_value *);
napi_status napi_create_buffer(napi_env, size_t, void **, napi_value *);
napi_status napi_is_detached_arraybuffer(napi_env, napi_value, bool *);
napi_status node_api_create_buffer_from_arraybuffer(napi_env, napi_value, size_t, size_t, napi_value *);
napi_status node_api_set_prototype(napi_env, napi_value, napi_value);

#ifdef VERSION
__attribute__((visibility("default"))) int node_api_module_get_api_version_v1(void) { return VERSION; }
#endif

static napi_value statuses_object;
static napi_value number(napi_env env, double value) {
  napi_value result = NULL;
  napi_create_double(env, value, &result);
  return result;
}
static void record(napi_env env, const char *name, int status) {
  bool is_pending = false;
  napi_value exception, result = NULL;
  napi_is_exception_pending(env, &is_pending);
  if (is_pending) {
    napi_get_and_clear_last_exception(env, &exception);
    napi_create_object(env, &result);
    napi_set_named_property(env, result, "status", number(env, status));
    napi_set_named_property(env, result, "exception", exception);
  }
  napi_set_named_property(env, statuses_object, name, is_pending ? result : number(env, status));
}
#define RECORD(name, call) record(env, name, call)

static void nothing(napi_env env, void *data) {}
static void nothing_more(napi_env env, napi_status status, void *data) {}
static napi_value return_nothing(napi_env env, napi_callback_info info) { return NULL; }

static void wrong_types(napi_env env, napi_value text, napi_value object, napi_value function) {
  napi_value result;
  double real;
  int32_t integer;
  int64_t big;
  bool flag;
  size_t length;
  uint32_t count;
  void *data;
  char characters[8];
  RECORD("number of a string", napi_get_value_double(env, text, &real));
  RECORD("integer of a string", napi_get_value_int32(env, text, &integer));
  RECORD("boolean of a string", napi_get_value_bool(env, text, &flag));
  RECORD("string of an object", napi_get_value_string_utf8(env, object, characters, sizeof characters, &length));
  RECORD("BigInt of a string", napi_get_value_bigint_int64(env, text, &big, &flag));
  RECORD("external of an object", napi_get_value_external(env, object, &data));
  RECORD("date of an object", napi_get_date_value(env, object, &real));
  RECORD("buffer of an object", napi_get_buffer_info(env, object, &data, &length));
  RECORD("ArrayBuffer of an object", napi_get_arraybuffer_info(env, object, &data, &length));
  RECORD("length of an object", napi_get_array_length(env, object, &count));
  RECORD("keys of a string", napi_get_property_names(env, text, &result));
  RECORD("call of an object", napi_call_function(env, object, object, 0, NULL, &result));
  RECORD("instance of an object", napi_new_instance(env, object, 0, NULL, &result));
  RECORD("instanceof an object", napi_instanceof(env, object, object, &flag));
  RECORD("symbol described by an object", napi_create_symbol(env, object, &result));
  RECORD("error with an object as message", napi_create_error(env, NULL, object, &result));
  RECORD("error with an object as code", napi_create_error(env, object, text, &result));
  RECORD("own property with an object as key", napi_has_own_property(env, object, object, &flag));
  RECORD("script of an object", napi_run_script(env, object, &result));
  RECORD("wrap of a string", napi_wrap(env, text, characters, NULL, NULL, NULL));
  RECORD("unwrap of an object without wrap", napi_unwrap(env, object, &data));
  RECORD("removal of a wrap that is not there", napi_remove_wrap(env, object, &data));
  RECORD("reference to a string", napi_create_reference(env, text, 1, (napi_ref *)&data));
  RECORD("detaching an object", napi_detach_arraybuffer(env, object));
  RECORD("thread-safe function without a function",
         napi_create_threadsafe_function(env, NULL, NULL, text, 0, 1, NULL, NULL, NULL, NULL,
                                         (napi_threadsafe_function *)&data));
  RECORD("thread-safe function without threads",
         napi_create_threadsafe_function(env, function, NULL, text, 0, 0, NULL, NULL, NULL, NULL,
                                         (napi_threadsafe_function *)&data));
}

// The value of an expression.
static napi_value value_of(napi_env env, const char *expression) {
  napi_value script, value = NULL;
  napi_create_string_utf8(env, expression, AUTO_LENGTH, &script);
  napi_run_script(env, script, &value);
  return value;
}

static void conversions(napi_env env, napi_value text, napi_value object, napi_value function) {
  static const uint64_t tag[2] = {1, 2};
  struct {
    const char *utf8_name;
    napi_value name;
    napi_callback method, getter, setter;
    napi_value value;
    uint32_t attributes;
    void *data;
  } empty = {"empty"};
  napi_value result, undefined, frozen = value_of(env, "Object.freeze({})");
  void *data;
  napi_get_undefined(env, &undefined);
  RECORD("number from a BigInt", napi_coerce_to_number(env, value_of(env, "1n"), &result));
  RECORD("number from a symbol", napi_coerce_to_number(env, value_of(env, "Symbol()"), &result));
  RECORD("string from a symbol", napi_coerce_to_string(env, value_of(env, "Symbol()"), &result));
  RECORD("object from undefined", napi_coerce_to_object(env, undefined, &result));
  RECORD("type tag of a string", napi_type_tag_object(env, text, tag));
  RECORD("type tag of undefined", napi_type_tag_object(env, undefined, tag));
  RECORD("properties of a string", napi_define_properties(env, text, 1, &empty));
  RECORD("properties of undefined", napi_define_properties(env, undefined, 1, &empty));
  RECORD("property without a value", napi_define_properties(env, object, 1, &empty));
  RECORD("callback on a string", napi_make_callback(env, NULL, text, function, 0, NULL, &result));
  RECORD("callback on undefined", napi_make_callback(env, NULL, undefined, function, 0, NULL, &result));
  RECORD("asynchronous context of undefined", napi_async_init(env, undefined, text, &data));
  RECORD("instance of an arrow function", napi_new_instance(env, value_of(env, "() => {}"), 0, NULL, &result));
  RECORD("prototype of a frozen object", node_api_set_prototype(env, frozen, object));
  RECORD("error with undefined as code", napi_create_error(env, undefined, text, &result));
  RECORD("script that throws", napi_run_script(env, value_of(env, "'null.a'"), &result));
}

static void buffers(napi_env env, napi_value object) {
  napi_value result, buffer = value_of(env, "new ArrayBuffer(8)");
  napi_value shared = value_of(env, "new SharedArrayBuffer(8)"), half = value_of(env, "new Float16Array(4)");
  bool is_detached = true;
  void *data;
  size_t length = 0;
  RECORD("Buffer over an object", node_api_create_buffer_from_arraybuffer(env, object, 0, 4, &result));
  RECORD("Buffer beyond its memory", node_api_create_buffer_from_arraybuffer(env, buffer, 6, 4, &result));
  RECORD("Buffer too large", napi_create_buffer(env, (size_t)1 << 60, &data, &result));
  RECORD("first detaching", napi_detach_arraybuffer(env, buffer));
  RECORD("second detaching", napi_detach_arraybuffer(env, buffer));
  RECORD("shared memory is detached", napi_is_detached_arraybuffer(env, shared, &is_detached) * 10 + is_detached);
  RECORD("bytes of a Float16Array", napi_get_buffer_info(env, half, &data, &length) * 10 + length);
  napi_create_buffer(env, 0, &data, &result);
  data = &length;
  RECORD("no address of an empty Buffer", napi_get_buffer_info(env, result, &data, &length) * 10 + (data == NULL));
}

static void missing_arguments(napi_env env, napi_value text, napi_value object, napi_value function) {
  napi_value result;
  void *data;
  RECORD("no environment", napi_create_object(NULL, &result));
  RECORD("no result", napi_create_object(env, NULL));
  RECORD("no value", napi_get_value_double(env, NULL, (double *)&data));
  RECORD("no object", napi_get_named_property(env, NULL, "name", &result));
  RECORD("no name", napi_get_named_property(env, object, NULL, &result));
  RECORD("no callback", napi_create_function(env, "name", AUTO_LENGTH, NULL, NULL, &result));
  RECORD("no arguments", napi_call_function(env, object, function, 2, NULL, &result));
  RECORD("no class name", napi_define_class(env, NULL, 3, return_nothing, NULL, 0, NULL, &result));
  RECORD("no properties", napi_define_properties(env, object, 1, NULL));
  RECORD("no string", napi_create_string_utf8(env, NULL, 3, &result));
  RECORD("length of a string too large", napi_create_string_utf8(env, "abc", (size_t)1 << 40, &result));
  RECORD("no message", napi_throw_error(env, "E_CODE", NULL));
  RECORD("no exception", napi_throw(env, NULL));
  RECORD("no work", napi_queue_async_work(env, NULL));
  RECORD("no scope", napi_close_handle_scope(env, NULL));
  RECORD("no type tag", napi_type_tag_object(env, object, NULL));
  RECORD("no hook", napi_add_env_cleanup_hook(env, NULL, NULL));
  RECORD("no callback of work", napi_create_async_work(env, NULL, text, NULL, NULL, NULL, (napi_async_work *)&data));
}

static void wrong_states(napi_env env, napi_value text, napi_value object, napi_value function) {
  static const uint64_t tag[2] = {1, 2}, word = 1;
  static int wrapped;
  napi_escapable_handle_scope scope;
  napi_value result, buffer;
  napi_ref reference;
  napi_async_work work;
  uint32_t count;
  void *data;
  napi_open_escapable_handle_scope(env, &scope);
  RECORD("first escape", napi_escape_handle(env, scope, object, &result));
  RECORD("second escape", napi_escape_handle(env, scope, object, &result));
  napi_close_escapable_handle_scope(env, scope);
  RECORD("first wrap", napi_wrap(env, object, &wrapped, NULL, NULL, NULL));
  RECORD("second wrap", napi_wrap(env, object, &wrapped, NULL, NULL, NULL));
  RECORD("first type tag", napi_type_tag_object(env, object, tag));
  RECORD("second type tag", napi_type_tag_object(env, object, tag));
  napi_create_reference(env, object, 0, &reference);
  RECORD("a count below zero", napi_reference_unref(env, reference, &count));
  napi_delete_reference(env, reference);
  RECORD("sign of a BigInt", napi_create_bigint_words(env, 2, 1, &word, &result));
  RECORD("words of a BigInt", napi_create_bigint_words(env, 0, (size_t)1 << 30, &word, &result));
  napi_create_arraybuffer(env, 16, &data, &buffer);
  RECORD("unknown type of array", napi_create_typedarray(env, 99, 1, buffer, 0, &result));
  RECORD("offset of an array", napi_create_typedarray(env, 5, 1, buffer, 3, &result));
  RECORD("length of an array", napi_create_typedarray(env, 5, 9, buffer, 0, &result));
  RECORD("buffer of an array", napi_create_typedarray(env, 1, 1, object, 0, &result));
  napi_create_async_work(env, NULL, text, nothing, nothing_more, NULL, &work);
  RECORD("work that is not queued", napi_cancel_async_work(env, work));
  napi_delete_async_work(env, work);
  napi_throw_error(env, NULL, "pending");
  RECORD("a call with a pending exception", napi_call_function(env, object, function, 0, NULL, &result));
}

static napi_value statuses(napi_env env, napi_callback_info info) {
  napi_value text, object, function;
  napi_create_object(env, &statuses_object);
  napi_create_string_utf8(env, "text", AUTO_LENGTH, &text);
  napi_create_object(env, &object);
  napi_create_function(env, "f", AUTO_LENGTH, return_nothing, NULL, &function);
  wrong_types(env, text, object, function);
  conversions(env, text, object, function);
  buffers(env, object);
  missing_arguments(env, text, object, function);
  wrong_states(env, text, object, function);
  return statuses_object;
}

// A finalizer that throws.
static void throw_error(napi_env env, void *data, void *hint) { napi_throw_error(env, "E_FINALIZER", "from a finalizer"); }
static napi_value throwing_external(napi_env env, napi_callback_info info) {
  napi_value external;
  napi_create_external(env, &statuses_object, throw_error, NULL, &external);
  return external;
}

// The argument is called by way of a thread-safe function.
static napi_value call_later(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value callee, name;
  napi_threadsafe_function function;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_create_string_utf8(env, "later", AUTO_LENGTH, &name);
  napi_create_threadsafe_function(env, callee, NULL, name, 0, 1, NULL, NULL, NULL, NULL, &function);
  napi_call_threadsafe_function(function, NULL, 0);
  napi_release_threadsafe_function(function, 0);
  return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"statuses", statuses}, {"throwingExternal", throwing_external}, {"callLater", call_later}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, AUTO_LENGTH, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}
