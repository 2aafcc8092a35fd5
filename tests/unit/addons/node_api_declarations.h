// The part of Node-API (https://nodejs.org/api/n-api.html) that the addons of these tests use, so that they build without headers of Node.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_ref__ *napi_ref;
typedef struct napi_callback_info__ *napi_callback_info;
typedef struct napi_deferred__ *napi_deferred;
typedef struct napi_async_work__ *napi_async_work;
typedef struct napi_threadsafe_function__ *napi_threadsafe_function;
typedef struct napi_handle_scope__ *napi_handle_scope;
typedef int napi_status;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
typedef void (*napi_finalize)(napi_env, void *, void *);

#define AUTO_LENGTH ((size_t)-1)

napi_status napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
napi_status napi_set_named_property(napi_env, napi_value, const char *, napi_value);
napi_status napi_get_named_property(napi_env, napi_value, const char *, napi_value *);
napi_status napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
napi_status napi_create_object(napi_env, napi_value *);
napi_status napi_create_double(napi_env, double, napi_value *);
napi_status napi_create_uint32(napi_env, uint32_t, napi_value *);
napi_status napi_get_value_double(napi_env, napi_value, double *);
napi_status napi_create_string_utf8(napi_env, const char *, size_t, napi_value *);
napi_status napi_get_value_string_utf8(napi_env, napi_value, char *, size_t, size_t *);
napi_status napi_get_undefined(napi_env, napi_value *);
napi_status napi_call_function(napi_env, napi_value, napi_value, size_t, const napi_value *, napi_value *);
napi_status napi_make_callback(napi_env, void *, napi_value, napi_value, size_t, const napi_value *, napi_value *);
napi_status napi_adjust_external_memory(napi_env, int64_t, int64_t *);
napi_status napi_throw_error(napi_env, const char *, const char *);
napi_status napi_is_exception_pending(napi_env, bool *);
napi_status napi_get_and_clear_last_exception(napi_env, napi_value *);
napi_status napi_define_class(napi_env, const char *, size_t, napi_callback, void *, size_t, const void *, napi_value *);
napi_status napi_define_properties(napi_env, napi_value, size_t, const void *);
napi_status napi_wrap(napi_env, napi_value, void *, napi_finalize, void *, napi_ref *);
napi_status napi_unwrap(napi_env, napi_value, void **);
napi_status napi_remove_wrap(napi_env, napi_value, void **);
napi_status napi_create_reference(napi_env, napi_value, uint32_t, napi_ref *);
napi_status napi_get_reference_value(napi_env, napi_ref, napi_value *);
napi_status napi_delete_reference(napi_env, napi_ref);
napi_status napi_create_external(napi_env, void *, napi_finalize, void *, napi_value *);
napi_status napi_create_external_buffer(napi_env, size_t, void *, napi_finalize, void *, napi_value *);
napi_status node_api_create_external_sharedarraybuffer(napi_env, void *, size_t, void (*)(void *, void *), void *,
                                                       napi_value *);
napi_status napi_create_promise(napi_env, napi_deferred *, napi_value *);
napi_status napi_resolve_deferred(napi_env, napi_deferred, napi_value);
napi_status napi_create_async_work(napi_env, napi_value, napi_value, void (*)(napi_env, void *),
                                   void (*)(napi_env, napi_status, void *), void *, napi_async_work *);
napi_status napi_queue_async_work(napi_env, napi_async_work);
napi_status napi_delete_async_work(napi_env, napi_async_work);
napi_status napi_create_threadsafe_function(napi_env, napi_value, napi_value, napi_value, size_t, size_t, void *,
                                            napi_finalize, void *, void (*)(napi_env, napi_value, void *, void *),
                                            napi_threadsafe_function *);
napi_status napi_call_threadsafe_function(napi_threadsafe_function, void *, int);
napi_status napi_release_threadsafe_function(napi_threadsafe_function, int);
napi_status napi_add_env_cleanup_hook(napi_env, void (*)(void *), void *);
napi_status napi_get_array_length(napi_env, napi_value, uint32_t *);
napi_status napi_create_array(napi_env, napi_value *);
napi_status napi_set_element(napi_env, napi_value, uint32_t, napi_value);
