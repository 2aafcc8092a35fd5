// Promise jobs without a promise, which the C API has no function for.

#include "config.h"

#include "JSCInlines.h"
#include "Microtask.h"
#include "MicrotaskQueue.h"

using namespace JSC;

extern "C" {

// Queues a job that calls a function with one argument. What it throws is lost. The caller holds the lock.
void brio_queue_job(JSGlobalObject* global, EncodedJSValue function, EncodedJSValue argument)
{
    global->queueMicrotask(InternalMicrotask::PromiseReactionJob, 0, jsUndefined(), JSValue::decode(function), JSValue::decode(argument));
}
}
