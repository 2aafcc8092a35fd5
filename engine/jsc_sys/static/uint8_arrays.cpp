// Uint8Arrays of native code: with memory of their own that is not cleared, and over a part of a buffer as an instance of
// a program's class. The C API makes each with a buffer object, and a class's constructor looks its structure up.

#include "config.h"

#include "JSArrayBuffer.h"
#include "JSCInlines.h"
#include "JSGenericTypedArrayViewInlines.h"
#include "JSTypedArrays.h"

using namespace JSC;

extern "C" {

// An array of `length` bytes, whose place comes through `data`. The empty value when the memory is missing. The caller
// holds the lock.
EncodedJSValue brio_uint8_array(JSGlobalObject* global, size_t length, uint8_t** data)
{
    auto scope = DECLARE_CATCH_SCOPE(global->vm());
    auto* structure = global->typedArrayStructureWithTypedArrayType<TypeUint8>();
    auto* array = JSUint8Array::createUninitialized(global, structure, length);
    if (!array) [[unlikely]] {
        scope.clearException();
        return JSValue::encode(JSValue());
    }
    *data = array->typedVector();
    return JSValue::encode(array);
}

// `length` bytes from `offset` of a Uint8Array or an ArrayBuffer, as an array of the class of `sample`. The empty value
// for other arguments, buffers that can change their size, a range out of bounds, and a sample with properties of its own.
// The caller holds the lock.
EncodedJSValue brio_view_like(JSGlobalObject* global, EncodedJSValue sample, EncodedJSValue source, size_t offset, size_t length)
{
    auto none = JSValue::encode(JSValue());
    auto* model = jsDynamicCast<JSUint8Array*>(JSValue::decode(sample));
    if (!model || model->isResizableOrGrowableShared()) [[unlikely]]
        return none;
    auto* structure = model->structure();
    if (structure->maxOffset() != invalidOffset) [[unlikely]]
        return none;
    RefPtr<ArrayBuffer> buffer;
    auto value = JSValue::decode(source);
    if (auto* view = jsDynamicCast<JSUint8Array*>(value)) {
        if (view->isDetached() || view->isResizableOrGrowableShared()) [[unlikely]]
            return none;
        auto available = view->length();
        if (offset > available || length > available - offset) [[unlikely]]
            return none;
        offset += view->byteOffset();
        buffer = view->possiblySharedBuffer();
    } else if (auto* object = jsDynamicCast<JSArrayBuffer*>(value))
        buffer = object->impl();
    if (!buffer || buffer->isDetached() || buffer->isResizableOrGrowableShared()) [[unlikely]]
        return none;
    auto available = buffer->byteLength();
    if (offset > available || length > available - offset) [[unlikely]]
        return none;
    auto scope = DECLARE_CATCH_SCOPE(global->vm());
    auto* array = JSUint8Array::create(global, structure, WTF::move(buffer), offset, length);
    if (!array) [[unlikely]] {
        scope.clearException();
        return none;
    }
    return JSValue::encode(array);
}
}
