// An addon whose work on the thread pool outlives the program that queued it, for the test beside it. What ends is
// printed in its order.
#include "node_api_declarations.h"
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

napi_status napi_reference_ref(napi_env, napi_ref, uint32_t *);
napi_status napi_get_buffer_info(napi_env, napi_value, void **, size_t *);
napi_status napi_get_arraybuffer_info(napi_env, napi_value, void **, size_t *);

static void print(const char *text) {
  if (write(1, text, strlen(text)) < 0) _exit(3);
}
static void finalized(napi_env env, void *data, void *hint) { print("finalized\n"); }
static void at_cleanup(void *data) { print("cleanup hook\n"); }
static void work(napi_env env, void *data) { usleep(300000); }
static void completed(napi_env env, napi_status status, void *data) { print("completed\n"); }

// start(object): wraps the object, adds a cleanup hook and queues work.
static napi_value start(napi_env env, napi_callback_info info) {
  napi_value object, name;
  size_t count = 1;
  napi_async_work queued;
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_wrap(env, object, env, finalized, NULL, NULL);
  napi_add_env_cleanup_hook(env, at_cleanup, NULL);
  napi_create_string_utf8(env, "late", AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, work, completed, NULL, &queued);
  napi_queue_async_work(env, queued);
  return NULL;
}

// offsetOf(view, buffer): where the view's memory begins in that of the buffer; -1 when it has none.
static napi_value offset_of(napi_env env, napi_callback_info info) {
  napi_value arguments[2], result;
  size_t count = 2, length;
  void *start_of_view = NULL, *start_of_buffer = NULL;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_buffer_info(env, arguments[0], &start_of_view, &length);
  napi_get_arraybuffer_info(env, arguments[1], &start_of_buffer, &length);
  napi_create_double(env, start_of_view == NULL ? -1 : (double)((char *)start_of_view - (char *)start_of_buffer), &result);
  return result;
}

static napi_env counting_env;
static napi_ref counted;

static void *count_elsewhere(void *data) {
  uint32_t count;
  napi_reference_ref(counting_env, counted, &count);
  return NULL;
}

// keep(object): a weak reference whose count another thread makes 1.
static napi_value keep(napi_env env, napi_callback_info info) {
  napi_value object;
  size_t count = 1;
  pthread_t thread;
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_create_reference(env, object, 0, &counted);
  counting_env = env;
  pthread_create(&thread, NULL, count_elsewhere, NULL);
  pthread_join(thread, NULL);
  return NULL;
}

// kept(): the object of the reference.
static napi_value kept(napi_env env, napi_callback_info info) {
  napi_value object = NULL;
  napi_get_reference_value(env, counted, &object);
  return object;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "start", AUTO_LENGTH, start, NULL, &function);
  napi_set_named_property(env, exports, "start", function);
  napi_create_function(env, "offsetOf", AUTO_LENGTH, offset_of, NULL, &function);
  napi_set_named_property(env, exports, "offsetOf", function);
  napi_create_function(env, "keep", AUTO_LENGTH, keep, NULL, &function);
  napi_set_named_property(env, exports, "keep", function);
  napi_create_function(env, "kept", AUTO_LENGTH, kept, NULL, &function);
  napi_set_named_property(env, exports, "kept", function);
  return exports;
}
