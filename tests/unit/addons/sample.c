// An addon for the tests beside it.
#include "node_api_declarations.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int finalized = 0;

static napi_value add(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2], result;
  double a, b;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  if (napi_get_value_double(env, arguments[0], &a) != 0 || napi_get_value_double(env, arguments[1], &b) != 0) {
    napi_throw_error(env, "ERR_SAMPLE", "two numbers are needed");
    return NULL;
  }
  napi_create_double(env, a + b, &result);
  return result;
}

static napi_value echo(napi_env env, napi_callback_info info) {
  size_t count = 1, length;
  napi_value argument, result;
  char text[256];
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_string_utf8(env, argument, text, sizeof text, &length);
  napi_create_string_utf8(env, text, length, &result);
  return result;
}

// Calls the argument, and returns what it throws, or undefined.
static napi_value catching(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value callee, receiver, result = NULL;
  bool pending;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_get_undefined(env, &receiver);
  napi_call_function(env, receiver, callee, 0, NULL, NULL);
  napi_is_exception_pending(env, &pending);
  if (pending) napi_get_and_clear_last_exception(env, &result);
  return result;
}

// An array of so many strings, held in memory that the collector does not know until it is filled.
static napi_value many(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument, array, *values;
  double wanted;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_double(env, argument, &wanted);
  values = malloc(sizeof(napi_value) * (size_t)wanted);
  for (uint32_t i = 0; i < wanted; i++) {
    char text[32];
    snprintf(text, sizeof text, "value number %u", i);
    napi_create_string_utf8(env, text, AUTO_LENGTH, &values[i]);
  }
  napi_create_array(env, &array);
  for (uint32_t i = 0; i < wanted; i++) napi_set_element(env, array, i, values[i]);
  free(values);
  return array;
}

static void count_finalized(napi_env env, void *data, void *hint) {
  finalized++;
  free(data);
}

static napi_value finalized_count(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_uint32(env, (uint32_t)finalized, &result);
  return result;
}

static napi_value construct_counter(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument, this;
  double start = 0;
  napi_get_cb_info(env, info, &count, &argument, &this, NULL);
  napi_get_value_double(env, argument, &start);
  double *counter = malloc(sizeof(double));
  *counter = start;
  napi_wrap(env, this, counter, count_finalized, NULL, NULL);
  return this;
}

static napi_value next_count(napi_env env, napi_callback_info info) {
  size_t count = 0;
  napi_value this, result;
  double *counter;
  napi_get_cb_info(env, info, &count, NULL, &this, NULL);
  if (napi_unwrap(env, this, (void **)&counter) != 0) {
    napi_throw_error(env, NULL, "not a counter");
    return NULL;
  }
  napi_create_double(env, ++*counter, &result);
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

static napi_value one(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_double(env, 1, &result);
  return result;
}

static napi_value two(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_double(env, 2, &result);
  return result;
}

// Defines a method, a value and an accessor on the argument. Returns the three statuses as one number.
static napi_value define_on(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value object, number, result;
  int status = 0;
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_create_double(env, 3, &number);
  property properties[] = {{"method", NULL, one, NULL, NULL, NULL, 0, NULL},
                           {"value", NULL, NULL, NULL, NULL, number, 0, NULL},
                           {"accessor", NULL, NULL, two, NULL, NULL, 0, NULL}};
  for (int i = 0; i < 3; i++) status = status * 100 + napi_define_properties(env, object, 1, &properties[i]);
  napi_create_double(env, status, &result);
  return result;
}

typedef struct {
  napi_async_work work;
  napi_deferred deferred;
  double number;
} job;

static void execute(napi_env env, void *data) { ((job *)data)->number *= 2; }

static void complete(napi_env env, napi_status status, void *data) {
  job *done = data;
  napi_value result;
  napi_create_double(env, done->number, &result);
  napi_resolve_deferred(env, done->deferred, result);
  napi_delete_async_work(env, done->work);
  free(done);
}

// With a second argument the name of the work is a C string where a value belongs, as old versions of napi-rs pass it.
static napi_value twice_later(napi_env env, napi_callback_info info) {
  static const char names[] __attribute__((aligned(16))) = "nameless napi_work";
  size_t count = 2;
  napi_value arguments[2], argument, name, promise;
  job *made = calloc(1, sizeof(job));
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  argument = arguments[0];
  napi_get_value_double(env, argument, &made->number);
  napi_create_promise(env, &made->deferred, &promise);
  napi_create_string_utf8(env, "twice", AUTO_LENGTH, &name);
  double offset;
  if (count == 2 && napi_get_value_double(env, arguments[1], &offset) == 0) name = (napi_value)(names + (int)offset);
  napi_create_async_work(env, NULL, name, execute, complete, made, &made->work);
  napi_queue_async_work(env, made->work);
  return promise;
}

// Work that keeps a thread of the pool for as many milliseconds.
static void execute_slowly(napi_env env, void *data) { usleep((unsigned)(((job *)data)->number * 1000)); }

static napi_value sleep_later(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument, name, promise;
  job *made = calloc(1, sizeof(job));
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_double(env, argument, &made->number);
  napi_create_promise(env, &made->deferred, &promise);
  napi_create_string_utf8(env, "sleep", AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, execute_slowly, complete, made, &made->work);
  napi_queue_async_work(env, made->work);
  return promise;
}

// napi_make_callback(receiver, callee), without an asynchronous context.
static napi_value make_callback(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2], result = NULL;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_make_callback(env, NULL, arguments[0], arguments[1], 0, NULL, &result);
  return result;
}

static napi_value adjust_memory(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument, result;
  double change;
  int64_t sum = 0;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_double(env, argument, &change);
  napi_adjust_external_memory(env, (int64_t)change, &sum);
  napi_create_double(env, (double)sum, &result);
  return result;
}

#define CALLS 25
#define CLOSING 16 // napi_closing

static void *call_often(void *data) {
  for (long i = 0; i < CALLS; i++) {
    // A thread that learns that the function is closing counts as released, and may not use it again.
    if (napi_call_threadsafe_function(data, (void *)i, 1) == CLOSING) return NULL;
  }
  napi_release_threadsafe_function(data, 0);
  return NULL;
}

static void call_js(napi_env env, napi_value callee, void *context, void *data) {
  if (env == NULL) return;
  napi_value receiver, argument;
  napi_get_undefined(env, &receiver);
  napi_create_double(env, (double)(long)data, &argument);
  napi_call_function(env, receiver, callee, 1, &argument, NULL);
}

// Calls the argument from four threads, 25 times each; the queue holds three.
static napi_value from_threads(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value callee, name;
  napi_threadsafe_function function;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_create_string_utf8(env, "threads", AUTO_LENGTH, &name);
  napi_create_threadsafe_function(env, callee, NULL, name, 3, 4, NULL, NULL, NULL, call_js, &function);
  for (int i = 0; i < 4; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, call_often, function);
    pthread_detach(thread);
  }
  return NULL;
}

static void free_memory(napi_env env, void *data, void *hint) {
  finalized++;
  free(data);
}

static napi_value external_buffer(napi_env env, napi_callback_info info) {
  napi_value result;
  char *memory = malloc(64);
  memset(memory, 'x', 64);
  napi_create_external_buffer(env, 64, memory, free_memory, NULL, &result);
  return result;
}

static napi_value external(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_external(env, malloc(1), free_memory, NULL, &result);
  return result;
}

static napi_env env_of_thread;

static void *make_object(void *data) {
  napi_value object;
  napi_create_object(env_of_thread, &object);
  return NULL;
}

// Calls a function of Node-API on another thread, which is not allowed.
static napi_value on_other_thread(napi_env env, napi_callback_info info) {
  pthread_t thread;
  env_of_thread = env;
  pthread_create(&thread, NULL, make_object, NULL);
  pthread_join(thread, NULL);
  return NULL;
}

// Reads a property of the argument, and does not look at the status.
static napi_value property_of(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value object, result = NULL;
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_get_named_property(env, object, "name", &result);
  return result;
}

// The receiver of the call.
static napi_value receiver_of(napi_env env, napi_callback_info info) {
  size_t count = 0;
  napi_value this;
  napi_get_cb_info(env, info, &count, NULL, &this, NULL);
  return this;
}

// Ends the wrap of the argument.
static napi_value remove_wrap(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value object;
  void *data = NULL;
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_remove_wrap(env, object, &data);
  free(data);
  return object;
}

// The status of a call without a receiver.
static napi_value call_without_receiver(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value callee, result;
  napi_get_cb_info(env, info, &count, &callee, NULL, NULL);
  napi_create_double(env, napi_call_function(env, NULL, callee, 0, NULL, NULL), &result);
  return result;
}

static void at_end(void *data) { printf("cleanup %s\n", (const char *)data); }

static napi_value print_at_end(napi_env env, napi_callback_info info) {
  napi_add_env_cleanup_hook(env, at_end, "first");
  napi_add_env_cleanup_hook(env, at_end, "second");
  return NULL;
}

// A SharedArrayBuffer over memory of this addon, the first byte of that memory, and how often it was given back.
#define SHARED_BYTES 64
static _Atomic int shared_given_back = 0;
static unsigned char *shared_memory = NULL;
static void give_back_shared(void *data, void *hint) {
  if (data == shared_memory && hint == &shared_given_back) shared_given_back++;
}
static napi_value external_shared(napi_env env, napi_callback_info info) {
  napi_value result = NULL;
  if (shared_memory == NULL) shared_memory = calloc(1, SHARED_BYTES);
  node_api_create_external_sharedarraybuffer(env, shared_memory, SHARED_BYTES, give_back_shared,
                                             (void *)&shared_given_back, &result);
  return result;
}
static napi_value shared_byte(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_double(env, *(volatile unsigned char *)shared_memory, &result);
  return result;
}
static napi_value shared_given_back_count(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_double(env, shared_given_back, &result);
  return result;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"add", add},
                   {"echo", echo},
                   {"catching", catching},
                   {"many", many},
                   {"finalizedCount", finalized_count},
                   {"twiceLater", twice_later},
                   {"sleepLater", sleep_later},
                   {"makeCallback", make_callback},
                   {"adjustMemory", adjust_memory},
                   {"fromThreads", from_threads},
                   {"externalBuffer", external_buffer},
                   {"external", external},
                   {"defineOn", define_on},
                   {"onOtherThread", on_other_thread},
                   {"propertyOf", property_of},
                   {"callWithoutReceiver", call_without_receiver},
                   {"receiverOf", receiver_of},
                   {"removeWrap", remove_wrap},
                   {"externalShared", external_shared},
                   {"sharedByte", shared_byte},
                   {"sharedGivenBack", shared_given_back_count},
                   {"printAtEnd", print_at_end}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, AUTO_LENGTH, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  napi_value counter;
  property next = {"next", NULL, next_count, NULL, NULL, NULL, 0, NULL};
  napi_define_class(env, "Counter", AUTO_LENGTH, construct_counter, NULL, 1, &next, &counter);
  napi_set_named_property(env, exports, "Counter", counter);
  napi_value other, unwrapped;
  napi_define_class(env, "Other", AUTO_LENGTH, construct_counter, NULL, 1, &next, &other);
  napi_set_named_property(env, exports, "Other", other);
  property self[] = {{"self", NULL, receiver_of, NULL, NULL, NULL, 0, NULL},
                     {"accessor", NULL, NULL, receiver_of, NULL, NULL, 0, NULL},
                     {"static", NULL, receiver_of, NULL, NULL, NULL, 1024, NULL}};
  napi_define_class(env, "Unwrapped", AUTO_LENGTH, receiver_of, NULL, 3, self, &unwrapped);
  napi_set_named_property(env, exports, "Unwrapped", unwrapped);
  napi_value repeated;
  property values[] = {{"value", NULL, NULL, one, NULL, NULL, 0, NULL},
                       {"other", NULL, NULL, one, NULL, NULL, 0, NULL},
                       {"value", NULL, NULL, two, NULL, NULL, 2, NULL}};
  napi_define_class(env, "Repeated", AUTO_LENGTH, construct_counter, NULL, 3, values, &repeated);
  napi_set_named_property(env, exports, "Repeated", repeated);
  return exports;
}
