// An addon with a function for `onBeforeParse` of a plugin: it counts the sources that it sees, replaces the word "foo" by
// "bar", and reports an error for a source with the word "broken".
#include "node_api_declarations.h"
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Report {
  size_t size;
  const uint8_t *message;
  size_t message_length;
  const uint8_t *path;
  size_t path_length;
  const uint8_t *line_text;
  size_t line_text_length;
  int8_t level;
  int line, line_end, column, column_end;
};

struct Arguments {
  size_t size;
  void *bundler;
  const uint8_t *path;
  size_t path_length;
  const uint8_t *namespace_name;
  size_t namespace_length;
  uint8_t default_loader;
  void *external;
};

struct Result {
  size_t size;
  uint8_t *source;
  size_t source_length;
  uint8_t loader;
  int (*fetch)(const struct Arguments *, struct Result *);
  void *context;
  void (*free_context)(void *);
  void (*log)(const struct Arguments *, struct Report *);
};

static atomic_uint count;
static atomic_uint freed;

const char *BUN_PLUGIN_NAME = "before_parse";

static void free_source(void *source) {
  freed++;
  free(source);
}

void replace_words(const struct Arguments *arguments, struct Result *result) {
  if (arguments->external != NULL) ++*(atomic_uint *)arguments->external;
  if (result->fetch(arguments, result) != 0) return;
  size_t length = result->source_length;
  char *copy = malloc(length + 1);
  memcpy(copy, result->source, length);
  copy[length] = 0;
  if (strstr(copy, "broken") != NULL) {
    static const char message[] = "a broken source";
    struct Report report = {.size = sizeof report,
                            .message = (const uint8_t *)message,
                            .message_length = sizeof message - 1,
                            .path = arguments->path,
                            .path_length = arguments->path_length,
                            .level = 4};
    result->log(arguments, &report);
    free(copy);
    return;
  }
  for (char *found = strstr(copy, "foo"); found != NULL; found = strstr(found, "foo")) memcpy(found, "bar", 3);
  result->source = (uint8_t *)copy;
  result->source_length = length;
  result->context = copy;
  result->free_context = free_source;
}

static napi_value read_count(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_uint32(env, count, &result);
  return result;
}

static napi_value read_freed(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_uint32(env, freed, &result);
  return result;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value value;
  napi_create_external(env, &count, NULL, NULL, &value);
  napi_set_named_property(env, exports, "external", value);
  napi_create_function(env, "count", 5, read_count, NULL, &value);
  napi_set_named_property(env, exports, "count", value);
  napi_create_function(env, "freed", 5, read_freed, NULL, &value);
  napi_set_named_property(env, exports, "freed", value);
  return exports;
}
