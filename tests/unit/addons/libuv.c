// An addon that calls each function of libuv that this runtime exports, for the test beside it. The types are those of
// uv.h (libuv 1.x), of which addons use the first members only; the rest is as large as any of them.
#include "node_api_declarations.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct uv_loop uv_loop_t;
typedef struct handle {
  void *data;
  uv_loop_t *loop;
  int type;
  char rest[300];
} handle;
typedef void (*callback)(handle *);
typedef void (*poll_callback)(handle *, int, int);
typedef struct {
  char *base;
  size_t len;
} uv_buf_t;
typedef pthread_mutex_t uv_mutex_t;
typedef pthread_cond_t uv_cond_t;
typedef pthread_rwlock_t uv_rwlock_t;
typedef pthread_t uv_thread_t;
typedef pthread_key_t uv_key_t;
typedef pthread_once_t uv_once_t;
typedef sem_t uv_sem_t;
typedef union {
  pthread_barrier_t system;
  char rest[64];
} uv_barrier_t;

napi_status napi_get_uv_event_loop(napi_env, uv_loop_t **);
napi_status napi_open_handle_scope(napi_env, napi_handle_scope *);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
int uv_async_init(uv_loop_t *, handle *, callback);
int uv_async_send(handle *);
unsigned uv_available_parallelism(void);
void uv_barrier_destroy(uv_barrier_t *);
int uv_barrier_init(uv_barrier_t *, unsigned);
int uv_barrier_wait(uv_barrier_t *);
int uv_cancel(handle *);
int uv_check_init(uv_loop_t *, handle *);
int uv_check_start(handle *, callback);
int uv_check_stop(handle *);
void uv_close(handle *, callback);
void uv_cond_broadcast(uv_cond_t *);
void uv_cond_destroy(uv_cond_t *);
int uv_cond_init(uv_cond_t *);
void uv_cond_signal(uv_cond_t *);
int uv_cond_timedwait(uv_cond_t *, uv_mutex_t *, uint64_t);
void uv_cond_wait(uv_cond_t *, uv_mutex_t *);
uv_loop_t *uv_default_loop(void);
uv_buf_t uv_buf_init(char *, unsigned);
const char *uv_err_name(int);
char *uv_err_name_r(int, char *, size_t);
int uv_get_osfhandle(int);
void *uv_handle_get_data(const handle *);
uv_loop_t *uv_handle_get_loop(const handle *);
int uv_handle_get_type(const handle *);
void uv_handle_set_data(handle *, void *);
size_t uv_handle_size(int);
const char *uv_handle_type_name(int);
int uv_has_ref(const handle *);
uint64_t uv_hrtime(void);
int uv_idle_init(uv_loop_t *, handle *);
int uv_idle_start(handle *, callback);
int uv_idle_stop(handle *);
int uv_is_active(const handle *);
int uv_is_closing(const handle *);
int uv_key_create(uv_key_t *);
void uv_key_delete(uv_key_t *);
void *uv_key_get(uv_key_t *);
void uv_key_set(uv_key_t *, void *);
int uv_loop_alive(const uv_loop_t *);
void *uv_loop_get_data(const uv_loop_t *);
void uv_loop_set_data(uv_loop_t *, void *);
size_t uv_loop_size(void);
void uv_mutex_destroy(uv_mutex_t *);
int uv_mutex_init(uv_mutex_t *);
int uv_mutex_init_recursive(uv_mutex_t *);
void uv_mutex_lock(uv_mutex_t *);
int uv_mutex_trylock(uv_mutex_t *);
void uv_mutex_unlock(uv_mutex_t *);
uint64_t uv_now(const uv_loop_t *);
void uv_once(uv_once_t *, void (*)(void));
int uv_open_osfhandle(int);
int uv_os_getpid(void);
int uv_poll_init(uv_loop_t *, handle *, int);
int uv_poll_init_socket(uv_loop_t *, handle *, int);
int uv_poll_start(handle *, int, poll_callback);
int uv_poll_stop(handle *);
int uv_prepare_init(uv_loop_t *, handle *);
int uv_prepare_start(handle *, callback);
int uv_prepare_stop(handle *);
int uv_queue_work(uv_loop_t *, handle *, callback, void (*)(handle *, int));
void uv_ref(handle *);
void uv_rwlock_destroy(uv_rwlock_t *);
int uv_rwlock_init(uv_rwlock_t *);
void uv_rwlock_rdlock(uv_rwlock_t *);
void uv_rwlock_rdunlock(uv_rwlock_t *);
int uv_rwlock_tryrdlock(uv_rwlock_t *);
int uv_rwlock_trywrlock(uv_rwlock_t *);
void uv_rwlock_wrlock(uv_rwlock_t *);
void uv_rwlock_wrunlock(uv_rwlock_t *);
void uv_sem_destroy(uv_sem_t *);
int uv_sem_init(uv_sem_t *, unsigned);
void uv_sem_post(uv_sem_t *);
int uv_sem_trywait(uv_sem_t *);
void uv_sem_wait(uv_sem_t *);
void uv_sleep(unsigned);
const char *uv_strerror(int);
char *uv_strerror_r(int, char *, size_t);
int uv_thread_create(uv_thread_t *, void (*)(void *), void *);
int uv_thread_equal(const uv_thread_t *, const uv_thread_t *);
int uv_thread_join(uv_thread_t *);
uv_thread_t uv_thread_self(void);
int uv_timer_again(handle *);
uint64_t uv_timer_get_due_in(const handle *);
uint64_t uv_timer_get_repeat(const handle *);
int uv_timer_init(uv_loop_t *, handle *);
void uv_timer_set_repeat(handle *, uint64_t);
int uv_timer_start(handle *, callback, uint64_t, uint64_t);
int uv_timer_stop(handle *);
int uv_translate_sys_error(int);
void uv_unref(handle *);
void uv_update_time(uv_loop_t *);
unsigned uv_version(void);
const char *uv_version_string(void);

// What was seen, a line for each. Only the thread of the environment writes here.
static char report[8192];
static size_t report_length;

static void note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_length += vsnprintf(report + report_length, sizeof report - report_length, format, arguments);
  va_end(arguments);
}

static uv_loop_t *loop_of(napi_env env) {
  uv_loop_t *loop = NULL;
  napi_get_uv_event_loop(env, &loop);
  return loop;
}

static napi_value take_report(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_string_utf8(env, report, report_length, &result);
  report_length = 0;
  return result;
}

static void errors(void) {
  char name[32], message[64];
  note("uv_err_name %s %s\n", uv_err_name(-EAGAIN), uv_err_name(-12345));
  note("uv_err_name_r %s\n", uv_err_name_r(-4095, name, sizeof name));
  note("uv_strerror %s, %s\n", uv_strerror(-ENOENT), uv_strerror(-12345));
  note("uv_strerror_r %s\n", uv_strerror_r(-ECANCELED, message, sizeof message));
  note("uv_translate_sys_error %d %d\n", uv_translate_sys_error(EBUSY), uv_translate_sys_error(-EBUSY));
  note("uv_version %u, %d\n", uv_version() >> 16, uv_version_string()[0] == '1' && uv_version_string()[1] == '.');
}

static void clocks(uv_loop_t *loop) {
  uint64_t before = uv_hrtime(), now = uv_now(loop);
  uv_sleep(12);
  note("uv_hrtime and uv_sleep %d\n", uv_hrtime() - before >= 12000000 && uv_hrtime() - before < 5000000000);
  note("uv_now is that of the turn %d\n", uv_now(loop) == now);
  uv_update_time(loop);
  note("uv_update_time %d\n", uv_now(loop) - now >= 10);
  note("uv_os_getpid %d\n", uv_os_getpid() == getpid());
  uv_buf_t buffer = uv_buf_init("text", 3);
  note("uv_buf_init %.*s\n", (int)buffer.len, buffer.base);
  note("uv_get_osfhandle %d %d\n", uv_get_osfhandle(2), uv_open_osfhandle(3));
  note("uv_available_parallelism %d\n", uv_available_parallelism() >= 1);
}

static int once_count;
static void count_once(void) { once_count++; }

static void locks(void) {
  uv_mutex_t mutex, recursive;
  uv_rwlock_t lock;
  uv_sem_t semaphore;
  uv_key_t key;
  static uv_once_t once = PTHREAD_ONCE_INIT;
  note("uv_mutex_init %d %d\n", uv_mutex_init(&mutex), uv_mutex_init_recursive(&recursive));
  uv_mutex_lock(&mutex);
  note("uv_mutex_trylock %d", uv_mutex_trylock(&mutex) == -EBUSY);
  uv_mutex_unlock(&mutex);
  note(" %d\n", uv_mutex_trylock(&mutex));
  uv_mutex_unlock(&mutex);
  uv_mutex_lock(&recursive);
  note("recursive uv_mutex_trylock %d\n", uv_mutex_trylock(&recursive));
  uv_mutex_unlock(&recursive);
  uv_mutex_unlock(&recursive);
  uv_mutex_destroy(&mutex);
  uv_mutex_destroy(&recursive);
  note("uv_rwlock_init %d\n", uv_rwlock_init(&lock));
  uv_rwlock_rdlock(&lock);
  note("reading: %d %d\n", uv_rwlock_tryrdlock(&lock), uv_rwlock_trywrlock(&lock) == -EBUSY);
  uv_rwlock_rdunlock(&lock);
  uv_rwlock_rdunlock(&lock);
  uv_rwlock_wrlock(&lock);
  note("writing: %d %d", uv_rwlock_tryrdlock(&lock) == -EBUSY, uv_rwlock_trywrlock(&lock) == -EBUSY);
  uv_rwlock_wrunlock(&lock);
  note(" %d\n", uv_rwlock_trywrlock(&lock));
  uv_rwlock_wrunlock(&lock);
  uv_rwlock_destroy(&lock);
  note("uv_sem_init %d\n", uv_sem_init(&semaphore, 1));
  uv_sem_wait(&semaphore);
  note("uv_sem_trywait %d", uv_sem_trywait(&semaphore) == -EAGAIN);
  uv_sem_post(&semaphore);
  note(" %d\n", uv_sem_trywait(&semaphore));
  uv_sem_destroy(&semaphore);
  note("uv_key_create %d\n", uv_key_create(&key));
  note("uv_key_get %d\n", uv_key_get(&key) == NULL);
  uv_key_set(&key, &semaphore);
  note("uv_key_get %d\n", uv_key_get(&key) == &semaphore);
  uv_key_delete(&key);
  uv_once(&once, count_once);
  uv_once(&once, count_once);
  note("uv_once %d\n", once_count);
}

static uv_mutex_t shared_mutex;
static uv_cond_t shared_condition;
static uv_barrier_t barrier;
static int state, thread_serial;
static uv_thread_t thread_itself;

static void in_thread(void *data) {
  thread_itself = uv_thread_self();
  uv_mutex_lock(&shared_mutex);
  state = *(int *)data;
  uv_cond_signal(&shared_condition);
  while (state != 2) uv_cond_wait(&shared_condition, &shared_mutex);
  uv_mutex_unlock(&shared_mutex);
  thread_serial = uv_barrier_wait(&barrier);
}

static void threads(void) {
  uv_thread_t thread, self = uv_thread_self();
  int one = 1;
  uv_mutex_init(&shared_mutex);
  note("uv_cond_init %d\n", uv_cond_init(&shared_condition));
  note("uv_barrier_init %d\n", uv_barrier_init(&barrier, 2));
  uv_mutex_lock(&shared_mutex);
  note("uv_cond_timedwait %d\n", uv_cond_timedwait(&shared_condition, &shared_mutex, 2000000) == -ETIMEDOUT);
  note("uv_thread_create %d\n", uv_thread_create(&thread, in_thread, &one));
  while (state != 1) uv_cond_wait(&shared_condition, &shared_mutex);
  state = 2;
  uv_cond_broadcast(&shared_condition);
  uv_mutex_unlock(&shared_mutex);
  // One of the threads at a barrier is the serial one.
  int serial = uv_barrier_wait(&barrier);
  note("uv_thread_join %d\n", uv_thread_join(&thread));
  note("uv_barrier_wait %d\n", (serial > 0) + (thread_serial > 0));
  note("uv_thread_equal %d %d\n", uv_thread_equal(&thread, &thread_itself) != 0, uv_thread_equal(&self, &thread) != 0);
  uv_barrier_destroy(&barrier);
  uv_cond_destroy(&shared_condition);
  uv_mutex_destroy(&shared_mutex);
}

static void handles(uv_loop_t *loop) {
  static handle timer;
  int data, old;
  note("uv_default_loop %d\n", uv_default_loop() == loop);
  note("uv_loop_size %d\n", uv_loop_size() >= 200);
  void *loop_data = uv_loop_get_data(loop);
  uv_loop_set_data(loop, &data);
  note("uv_loop_get_data %d\n", uv_loop_get_data(loop) == &data);
  uv_loop_set_data(loop, loop_data);
  for (int type = 1; type < 18; type++) note("%s%s", uv_handle_type_name(type), type == 17 ? "\n" : " ");
  for (int type = 1; type < 17; type++) note("%zu%s", uv_handle_size(type), type == 16 ? "\n" : " ");
  note("uv_timer_init %d\n", uv_timer_init(loop, &timer));
  uv_handle_set_data(&timer, &old);
  note("uv_handle_get_data %d %d\n", uv_handle_get_data(&timer) == &old, timer.data == &old);
  note("uv_handle_get_loop %d %d\n", uv_handle_get_loop(&timer) == loop, timer.loop == loop);
  note("uv_handle_get_type %s\n", uv_handle_type_name(uv_handle_get_type(&timer)));
  note("uv_is_active %d, uv_is_closing %d\n", uv_is_active(&timer), uv_is_closing(&timer));
  note("uv_has_ref %d", uv_has_ref(&timer));
  uv_unref(&timer);
  uv_unref(&timer);
  note(" %d", uv_has_ref(&timer));
  uv_ref(&timer);
  note(" %d\n", uv_has_ref(&timer));
  note("uv_timer_again %d\n", uv_timer_again(&timer) == -EINVAL);
  note("without a callback %d\n", uv_timer_start(&timer, NULL, 1, 0) == -EINVAL);
  uv_close(&timer, NULL);
  note("uv_close %d %d\n", uv_is_active(&timer), uv_is_closing(&timer));
}

static napi_value synchronous(napi_env env, napi_callback_info info) {
  uv_loop_t *loop = loop_of(env);
  errors();
  clocks(loop);
  locks();
  threads();
  handles(loop);
  return take_report(env, info);
}

// Events of the loop. `done` is called when all handles are closed.
static struct {
  napi_env env;
  napi_ref done;
  handle async, poll, socket_poll, idle, prepare, check, timer, work, cancelled[8];
  int pipe[2];
  int polled, idled, prepared, checked, ticks, open, async_calls, queued;
  uv_thread_t worker_thread;
} events;

static void closed(handle *one) {
  if (--events.open != 0) return;
  napi_handle_scope scope;
  napi_value done, receiver;
  note("all closed: %d %d\n", uv_is_closing(one), uv_is_active(one));
  napi_open_handle_scope(events.env, &scope);
  napi_get_reference_value(events.env, events.done, &done);
  napi_get_undefined(events.env, &receiver);
  napi_call_function(events.env, receiver, done, 0, NULL, NULL);
  napi_delete_reference(events.env, events.done);
  napi_close_handle_scope(events.env, scope);
}

static void on_tick(handle *timer) {
  events.ticks++;
  if (events.ticks == 1) note("repeat %d\n", (int)uv_timer_get_repeat(timer));
  if (events.ticks == 2) uv_timer_set_repeat(timer, 1);
  if (events.ticks < 4) return;
  note("uv_timer_stop %d", uv_timer_stop(timer));
  note(", then %d\n", uv_is_active(timer));
  note("phases ran: %d %d %d\n", events.idled > 0, events.prepared > 0, events.checked > 0);
  note("uv_idle_stop %d\n", uv_idle_stop(&events.idle));
  note("uv_prepare_stop %d\n", uv_prepare_stop(&events.prepare));
  note("uv_check_stop %d\n", uv_check_stop(&events.check));
  note("uv_poll_stop %d\n", uv_poll_stop(&events.poll));
  handle *all[] = {&events.async, &events.poll, &events.socket_poll, &events.idle, &events.prepare, &events.check, timer};
  events.open = sizeof all / sizeof *all;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) uv_close(all[i], closed);
  close(events.pipe[0]);
  close(events.pipe[1]);
}

static void after_cancelled(handle *work, int status) {
  if (status == -ECANCELED) events.queued += 100;
  else if (status == 0) events.queued += 1;
}

static void after_work(handle *work, int status) {
  uv_thread_t self = uv_thread_self();
  note("uv_queue_work %d, on another thread %d\n", status, !uv_thread_equal(&self, &events.worker_thread));
  note("uv_timer_start %d\n", uv_timer_start(&events.timer, on_tick, 1, 2));
  note("uv_timer_get_due_in %d\n", uv_timer_get_due_in(&events.timer) <= 1);
}

static void do_work(handle *work) { events.worker_thread = uv_thread_self(); }
static void do_nothing(handle *work) { uv_sleep(5); }

static void on_async(handle *async) {
  note("uv_async_send %d\n", async == &events.async && ++events.async_calls == 1);
  note("uv_queue_work %d\n", uv_queue_work(async->loop, &events.work, do_work, after_work));
}

static void send_often(void *data) {
  for (int i = 0; i < 50; i++) uv_async_send(data);
}

static void on_poll(handle *poll, int status, int ready) {
  char byte = 0;
  if (events.polled++ > 0) return;
  ssize_t count = read(events.pipe[0], &byte, 1);
  note("uv_poll_start %d %d %d %c\n", status, ready & 1, (int)count, byte);
  // Sent many times before the loop turns: called once.
  uv_thread_t thread;
  uv_thread_create(&thread, send_often, &events.async);
  uv_thread_join(&thread);
}

static void on_idle(handle *idle) { events.idled++; }
static void on_prepare(handle *prepare) { events.prepared++; }
static void on_check(handle *check) { events.checked++; }

static napi_value asynchronous(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value done;
  uv_loop_t *loop = loop_of(env);
  napi_get_cb_info(env, info, &count, &done, NULL, NULL);
  memset(&events, 0, sizeof events);
  events.env = env;
  napi_create_reference(env, done, 1, &events.done);
  if (pipe(events.pipe) != 0) return NULL;
  note("uv_async_init %d\n", uv_async_init(loop, &events.async, on_async));
  note("uv_poll_init %d\n", uv_poll_init(loop, &events.poll, events.pipe[0]));
  note("uv_poll_init_socket %d\n", uv_poll_init_socket(loop, &events.socket_poll, events.pipe[1]));
  note("uv_idle_init %d\n", uv_idle_init(loop, &events.idle));
  note("uv_idle_start %d\n", uv_idle_start(&events.idle, on_idle));
  note("uv_prepare_init %d\n", uv_prepare_init(loop, &events.prepare));
  note("uv_prepare_start %d\n", uv_prepare_start(&events.prepare, on_prepare));
  note("uv_check_init %d\n", uv_check_init(loop, &events.check));
  note("uv_check_start %d\n", uv_check_start(&events.check, on_check));
  note("uv_timer_init %d\n", uv_timer_init(loop, &events.timer));
  note("uv_poll_start %d\n", uv_poll_start(&events.poll, 1, on_poll));
  note("uv_loop_alive %d\n", uv_loop_alive(loop) != 0);
  if (write(events.pipe[1], "x", 1) != 1) return NULL;
  return NULL;
}

// Eight jobs for the four threads of the pool, of which the last is cancelled before a thread takes it.
static napi_value cancel(napi_env env, napi_callback_info info) {
  uv_loop_t *loop = loop_of(env);
  events.queued = 0;
  for (int i = 0; i < 8; i++) uv_queue_work(loop, &events.cancelled[i], do_nothing, after_cancelled);
  note("uv_cancel %d\n", uv_cancel(&events.cancelled[7]));
  return NULL;
}

static napi_value cancelled(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_uint32(env, events.queued, &result);
  return result;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"synchronous", synchronous}, {"asynchronous", asynchronous}, {"report", take_report},
                   {"cancel", cancel},           {"cancelled", cancelled}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, AUTO_LENGTH, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}
