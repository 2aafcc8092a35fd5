// Calls a function of Node-API by its name with arguments that JavaScript describes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "node_api_declarations.h"

typedef struct { const char *message; void *reserved; uint32_t engine_code; napi_status code; } error_info;
napi_status napi_get_last_error_info(napi_env, const error_info **);
napi_status napi_get_element(napi_env, napi_value, uint32_t, napi_value *);
napi_status napi_get_value_int64(napi_env, napi_value, int64_t *);
napi_status napi_create_int32(napi_env, int32_t, napi_value *);
napi_status napi_open_handle_scope(napi_env, void **);
napi_status napi_close_handle_scope(napi_env, void *);
napi_status napi_open_escapable_handle_scope(napi_env, void **);
napi_status napi_close_escapable_handle_scope(napi_env, void *);
napi_status napi_async_init(napi_env, napi_value, napi_value, void **);
napi_status napi_async_destroy(napi_env, void *);
napi_status napi_open_callback_scope(napi_env, napi_value, void *, void **);
napi_status napi_close_callback_scope(napi_env, void *);
napi_status napi_add_async_cleanup_hook(napi_env, void (*)(void *, void *), void *, void **);
napi_status napi_remove_async_cleanup_hook(void *);
napi_status napi_escape_handle(napi_env, void *, napi_value, napi_value *);
napi_status napi_get_boolean(napi_env, bool, napi_value *);
napi_status napi_unref_threadsafe_function(napi_env, napi_threadsafe_function);

typedef uintptr_t word;
typedef int (*any_function)(word, word, word, word, word, word, word, word, word, word, word);
typedef int (*double_function)(word, double, word);
enum { WORDS_MAX = 11, SLOT_BYTES = 64 };
static const unsigned char UNSET = 0xaa;

static napi_value callback(napi_env env, napi_callback_info info) { return NULL; }
static void finalize(napi_env env, void *data, void *hint) {}
static void finalize_without_env(void *data, void *hint) {}
static void execute(napi_env env, void *data) {}
static void complete(napi_env env, napi_status status, void *data) {}
static void call_js(napi_env env, napi_value function, void *context, void *data) {}
static void hook(void *data) {}
static void async_hook(void *handle, void *data) { napi_remove_async_cleanup_hook(handle); }

typedef struct {
  const char *utf8_name;
  napi_value name;
  napi_callback method, getter, setter;
  napi_value value;
  int attributes;
  void *data;
} descriptor;

// What one call uses.
static struct {
  unsigned char slots[WORDS_MAX][SLOT_BYTES] __attribute__((aligned(16)));
  char texts[WORDS_MAX][256] __attribute__((aligned(16)));
  napi_value values[WORDS_MAX][4];
  descriptor descriptors[2];
  void *handles[WORDS_MAX];
  char kinds[WORDS_MAX][32];
} call;

static const char TEXT[] = "abcdefgh";
static const uint16_t WIDE_TEXT[] = {'a', 'b', 'c', 0xd83d, 0xde00, 0};
static const uint64_t TAG[2] = {1, 2};
static uint64_t bytes[8];

static napi_value element(napi_env env, napi_value array, uint32_t index) {
  napi_value value = NULL;
  napi_get_element(env, array, index, &value);
  return value;
}
static void set(napi_env env, napi_value object, const char *name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}
static napi_value number(napi_env env, double value) {
  napi_value result;
  napi_create_double(env, value, &result);
  return result;
}
static napi_value text(napi_env env, const char *value) {
  napi_value result;
  napi_create_string_utf8(env, value, AUTO_LENGTH, &result);
  return result;
}

// One argument: [kind, payload].
static word argument(napi_env env, napi_callback_info info, napi_value given, int index) {
  char *kind = call.kinds[index];
  size_t length;
  napi_value payload = element(env, given, 1), name = text(env, "name"), object;
  void **handle = &call.handles[index];
  napi_get_value_string_utf8(env, element(env, given, 0), kind, sizeof call.kinds[0], &length);
  *handle = NULL;
  memset(call.slots[index], UNSET, SLOT_BYTES);
#define IS(text) (strcmp(kind, text) == 0)
  if (IS("null")) return 0;
  if (IS("env")) return (word)env;
  if (IS("info")) return (word)info;
  if (IS("value")) return (word)payload;
  if (IS("number")) {
    int64_t value = 0;
    napi_get_value_int64(env, payload, &value);
    return (word)value;
  }
  if (IS("size")) {
    double value = 0;
    napi_get_value_double(env, payload, &value);
    return value < 0 ? (word)-1 : (word)value;
  }
  if (IS("text")) {
    napi_get_value_string_utf8(env, payload, call.texts[index], sizeof call.texts[0], &length);
    return (word)call.texts[index];
  }
  if (IS("static text")) return (word)TEXT;
  if (IS("wide text")) return (word)WIDE_TEXT;
  if (IS("tag")) return (word)TAG;
  if (IS("words")) return (word)TAG;
  if (IS("memory")) return (word)bytes;
  if (IS("callback")) return (word)callback;
  if (IS("finalize")) return (word)finalize;
  if (IS("finalize without env")) return (word)finalize_without_env;
  if (IS("execute")) return (word)execute;
  if (IS("complete")) return (word)complete;
  if (IS("call_js")) return (word)call_js;
  if (IS("hook")) return (word)hook;
  if (IS("async hook")) return (word)async_hook;
  if (IS("count")) {
    int64_t value = 0;
    napi_get_value_int64(env, payload, &value);
    memcpy(call.slots[index], &value, sizeof value);
    return (word)call.slots[index];
  }
  if (strncmp(kind, "out", 3) == 0) return (word)call.slots[index];
  if (IS("values")) {
    uint32_t count = 0;
    napi_get_array_length(env, payload, &count);
    for (uint32_t at = 0; at < count && at < 4; at++) call.values[index][at] = element(env, payload, at);
    return (word)call.values[index];
  }
  if (IS("values with null")) {
    memset(call.values[index], 0, sizeof call.values[0]);
    return (word)call.values[index];
  }
  if (IS("descriptors")) {
    // [name or undefined, key or undefined, what, value]
    descriptor *one = &call.descriptors[0];
    char what[16] = "";
    memset(call.descriptors, 0, sizeof call.descriptors);
    napi_get_value_string_utf8(env, element(env, payload, 2), what, sizeof what, &length);
    napi_value given_name = element(env, payload, 0);
    if (napi_get_value_string_utf8(env, given_name, call.texts[index], sizeof call.texts[0], &length) == 0)
      one->utf8_name = call.texts[index];
    else
      one->name = element(env, payload, 1);
    if (strcmp(what, "no name") == 0) one->name = NULL;
    if (strcmp(what, "method") == 0) one->method = callback;
    if (strcmp(what, "getter") == 0) one->getter = callback;
    if (strcmp(what, "setter") == 0) one->setter = callback;
    if (strcmp(what, "value") == 0) one->value = element(env, payload, 3);
    if (strcmp(what, "static") == 0) one->value = element(env, payload, 3), one->attributes = 1024;
    return (word)one;
  }
  if (IS("reference")) napi_create_reference(env, payload, 1, (napi_ref *)handle);
  if (IS("weak reference")) napi_create_reference(env, payload, 0, (napi_ref *)handle);
  if (IS("deferred")) napi_create_promise(env, (napi_deferred *)handle, &object);
  if (IS("scope")) napi_open_handle_scope(env, handle);
  if (IS("escapable scope")) napi_open_escapable_handle_scope(env, handle);
  if (IS("escaped scope")) {
    napi_open_escapable_handle_scope(env, handle);
    napi_escape_handle(env, *handle, name, &object);
  }
  if (IS("work")) napi_create_async_work(env, NULL, name, execute, complete, NULL, (napi_async_work *)handle);
  if (IS("context")) napi_async_init(env, NULL, name, handle);
  if (IS("callback scope")) {
    void *context;
    napi_async_init(env, NULL, name, &context);
    napi_create_object(env, &object);
    napi_open_callback_scope(env, object, context, handle);
  }
  if (IS("function for threads")) {
    napi_threadsafe_function *function = (napi_threadsafe_function *)handle;
    napi_create_threadsafe_function(env, payload, NULL, name, 0, 1, NULL, NULL, NULL, NULL, function);
    // One that stays does not keep the process.
    napi_unref_threadsafe_function(env, *function);
  }
  if (IS("async hook handle")) napi_add_async_cleanup_hook(env, async_hook, NULL, handle);
  return (word)*handle;
}

// What a function wrote, where that has a meaning.
static void results(napi_env env, napi_value made, int status, int count, word *words) {
  napi_value list;
  napi_create_array(env, &list);
  for (int index = 0; index < count; index++) {
    unsigned char *slot = call.slots[index];
    const char *kind = call.kinds[index];
    napi_value value = NULL;
    if (words[index] != (word)slot || strcmp(kind, "count") == 0) continue;
    bool is_unset = true;
    for (int at = 0; at < 8; at++) is_unset = is_unset && slot[at] == UNSET;
    uint32_t small;
    int32_t signed_small;
    int64_t large;
    double real;
    void *pointer;
    memcpy(&small, slot, sizeof small);
    memcpy(&signed_small, slot, sizeof signed_small);
    memcpy(&large, slot, sizeof large);
    memcpy(&real, slot, sizeof real);
    memcpy(&pointer, slot, sizeof pointer);
    if (is_unset) value = text(env, "unset");
    else if (IS("out value")) value = pointer == NULL ? text(env, "NULL") : pointer;
    else if (IS("out bool")) napi_get_boolean(env, slot[0] != 0, &value);
    else if (IS("out uint32")) value = number(env, small);
    else if (IS("out int32")) value = number(env, signed_small);
    else if (IS("out int64") || IS("out size")) value = number(env, (double)large);
    else if (IS("out double")) value = number(env, real);
    else if (IS("out text")) value = text(env, (char *)slot);
    else value = text(env, pointer == NULL ? "NULL" : "set");
    if (status != 0 && !is_unset) {
      napi_value pair;
      napi_create_array(env, &pair);
      napi_set_element(env, pair, 0, text(env, "despite the failure"));
      napi_set_element(env, pair, 1, value);
      value = pair;
    }
    uint32_t length;
    napi_get_array_length(env, list, &length);
    napi_set_element(env, list, length, value);
  }
  set(env, made, "results", list);
}

// Ends what `argument` made, as far as the call left it there.
static void clean(napi_env env, const char *function, int status, int index, word *words) {
  void *handle = call.handles[index];
  const char *kind = call.kinds[index];
  if (strncmp(kind, "out:", 4) == 0 && status == 0) {
    kind += 4;
    memcpy(&handle, call.slots[index], sizeof handle);
    function = "";
  }
  static const char *const ENDING[] = {"delete", "close", "resolve", "reject", "destroy", "remove"};
  bool is_ended = false;
  for (int at = 0; at < 6; at++) is_ended = is_ended || (status == 0 && strstr(function, ENDING[at]) != NULL);
  if (handle == NULL || is_ended) return;
  if (IS("reference") || IS("weak reference")) napi_delete_reference(env, handle);
  if (IS("scope")) napi_close_handle_scope(env, handle);
  if (IS("escapable scope") || IS("escaped scope")) napi_close_escapable_handle_scope(env, handle);
  if (IS("work") && !strstr(function, "queue")) napi_delete_async_work(env, handle);
  if (IS("context")) napi_async_destroy(env, handle);
  if (IS("callback scope")) napi_close_callback_scope(env, handle);
  if (IS("function for threads") && !strstr(function, "release")) napi_release_threadsafe_function(handle, 0);
  if (IS("async hook handle")) napi_remove_async_cleanup_hook(handle);
}

// call(name, arguments, state, double): with state 1 an exception is pending.
static napi_value call_by_name(napi_env env, napi_callback_info info) {
  size_t count = 4, length;
  napi_value given[4], made, exception = NULL;
  char name[80];
  word words[WORDS_MAX] = {0};
  uint32_t arguments = 0;
  double state = 0, real = 0;
  bool is_pending = false;
  const error_info *last = NULL;
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  napi_get_value_string_utf8(env, given[0], name, sizeof name, &length);
  void *function = dlsym(RTLD_DEFAULT, name);
  napi_get_array_length(env, given[1], &arguments);
  napi_get_value_double(env, given[2], &state);
  napi_create_object(env, &made);
  for (uint32_t index = 0; index < arguments; index++)
    words[index] = argument(env, info, element(env, given[1], index), index);
  if (function == NULL) {
    napi_throw_error(env, "E_NO_FUNCTION", name);
    return NULL;
  }
  bool is_double = napi_get_value_double(env, given[3], &real) == 0;
  if (state == 1) napi_throw_error(env, "E_BEFORE", "before");
  word *w = words;
  int status = is_double ? ((double_function)function)(w[0], real, w[2])
                         : ((any_function)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10]);
  napi_get_last_error_info(env, &last);
  int last_code = last == NULL ? -1 : last->code;
  const char *message = last == NULL ? NULL : last->message;
  napi_is_exception_pending(env, &is_pending);
  if (is_pending) napi_get_and_clear_last_exception(env, &exception);
  set(env, made, "status", number(env, status));
  set(env, made, "last", number(env, last_code));
  if (message != NULL) set(env, made, "message", text(env, message));
  if (exception != NULL) set(env, made, "exception", exception);
  results(env, made, status, arguments, words);
  for (uint32_t index = arguments; index > 0; index--) clean(env, name, status, index - 1, words);
  return made;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "call", AUTO_LENGTH, call_by_name, NULL, &function);
  napi_set_named_property(env, exports, "call", function);
  return exports;
}
