// What several virtual machines share: the contents of SharedArrayBuffers and of shared WebAssembly.Memory objects, and
// compiled WebAssembly modules; and the contents of ArrayBuffers, which move from one to another. The C API has no
// functions for them.

#include "config.h"

#include "ArrayBuffer.h"
#include "JSArrayBuffer.h"
#include "JSCInlines.h"
#include "JSWebAssemblyMemory.h"
#include "JSWebAssemblyModule.h"
#include "WasmMemory.h"
#include "WasmModule.h"

using namespace JSC;

namespace {

// The numbers of `SharedKind` in the crate brio_jsc.
enum Kind : int { Memory = 0, Module = 1, WasmMemory = 2 };

// The engine has no accessor for this member. Explicit instantiation may name private members.
struct SharedMember {
    using Type = RefPtr<SharedArrayBufferContents> ArrayBufferContents::*;
    friend Type get(SharedMember);
};
template<typename Member, typename Member::Type pointer> struct Accessor {
    friend typename Member::Type get(Member) { return pointer; }
};
template struct Accessor<SharedMember, &ArrayBufferContents::m_shared>;

struct DestructorMember {
    using Type = ArrayBufferDestructorFunction ArrayBufferContents::*;
    friend Type get(DestructorMember);
};
template struct Accessor<DestructorMember, &ArrayBufferContents::m_destructor>;

struct ContentsMember {
    using Type = ArrayBufferContents ArrayBuffer::*;
    friend Type get(ContentsMember);
};
template struct Accessor<ContentsMember, &ArrayBuffer::m_contents>;

SharedArrayBufferContents* contentsOf(JSValue value)
{
    auto* cell = value.isCell() ? jsDynamicCast<JSArrayBuffer*>(value.asCell()) : nullptr;
    if (!cell || !cell->impl()->isShared())
        return nullptr;
    ArrayBufferContents contents;
    if (!cell->impl()->shareWith(contents))
        return nullptr;
    return (contents.*get(SharedMember { })).leakRef();
}

} // namespace

extern "C" {

// A reference to what the value shares; null for a value of another kind. `WasmMemory` is passed by its buffer.
void* brio_share(EncodedJSValue encoded, int kind)
{
    auto value = JSValue::decode(encoded);
    if (kind == Module) {
        auto* cell = value.isCell() ? jsDynamicCast<JSWebAssemblyModule*>(value.asCell()) : nullptr;
        return cell ? &Ref<Wasm::Module> { cell->module() }.leakRef() : nullptr;
    }
    auto* contents = contentsOf(value);
    if (contents && kind == WasmMemory && contents->mode() != SharedArrayBufferContents::Mode::WebAssembly) {
        contents->deref();
        return nullptr;
    }
    return contents;
}

// Contents over memory of others, with one reference. `giveBack` is called as the last one ends, on any thread.
void* brio_share_memory(void* data, size_t length, void (*giveBack)(void*, void*), void* owner)
{
    ArrayBufferDestructorFunction destructor = createSharedTask<void(void*)>([giveBack, owner](void* memory) {
        giveBack(memory, owner);
    });
    std::span bytes { static_cast<uint8_t*>(data), length };
    auto contents = SharedArrayBufferContents::create(bytes, std::nullopt, nullptr, WTF::move(destructor), SharedArrayBufferContents::Mode::Default);
    return &contents.leakRef();
}

void brio_shared_ref(void* shared, int kind)
{
    if (kind == Module)
        static_cast<Wasm::Module*>(shared)->ref();
    else
        static_cast<SharedArrayBufferContents*>(shared)->ref();
}

void brio_shared_deref(void* shared, int kind)
{
    if (kind == Module)
        static_cast<Wasm::Module*>(shared)->deref();
    else
        static_cast<SharedArrayBufferContents*>(shared)->deref();
}

// An object of the realm over what is shared; it takes over the reference. The caller holds the lock.
EncodedJSValue brio_adopt(JSGlobalObject* global, void* shared, int kind)
{
    auto& vm = global->vm();
    if (kind == Module) {
        auto module = adoptRef(*static_cast<Wasm::Module*>(shared));
        return JSValue::encode(JSWebAssemblyModule::create(vm, global->webAssemblyModuleStructure(), WTF::move(module)));
    }
    auto contents = adoptRef(*static_cast<SharedArrayBufferContents*>(shared));
    if (kind == Memory) {
        auto buffer = ArrayBuffer::createShared(WTF::move(contents));
        return JSValue::encode(JSArrayBuffer::create(vm, global->arrayBufferStructure(ArrayBufferSharingMode::Shared), WTF::move(buffer)));
    }
    auto* memory = JSWebAssemblyMemory::create(vm, global->webAssemblyMemoryStructure());
    memory->adopt(Wasm::Memory::create(WTF::move(contents), [&vm, memory](Wasm::Memory::GrowSuccess, PageCount before, PageCount after) {
        memory->growSuccessCallback(vm, before, after);
    }));
    return JSValue::encode(memory);
}

// Takes the contents of a detachable ArrayBuffer of a fixed length, which is detached, without a copy. Null for another
// value, and for memory that the engine did not allocate: that may have to be freed on its own thread. The caller holds
// the lock.
void* brio_take_buffer(JSGlobalObject* global, EncodedJSValue encoded)
{
    auto value = JSValue::decode(encoded);
    auto* cell = value.isCell() ? jsDynamicCast<JSArrayBuffer*>(value.asCell()) : nullptr;
    if (!cell)
        return nullptr;
    auto* buffer = cell->impl();
    auto& destructor = (buffer->*get(ContentsMember { })).*get(DestructorMember { });
    if (buffer->isShared() || buffer->isResizableNonShared() || !buffer->isDetachable() || !buffer->data()
        || destructor.get() != ArrayBuffer::primitiveGigacageDestructor().ptr())
        return nullptr;
    auto contents = std::make_unique<ArrayBufferContents>();
    return buffer->transferTo(global->vm(), *contents) ? contents.release() : nullptr;
}

// Frees what `brio_take_buffer` returned, on any thread.
void brio_free_buffer(void* contents)
{
    delete static_cast<ArrayBufferContents*>(contents);
}

// An ArrayBuffer of the realm with the contents, which it takes over. The caller holds the lock.
EncodedJSValue brio_adopt_buffer(JSGlobalObject* global, void* taken)
{
    std::unique_ptr<ArrayBufferContents> contents { static_cast<ArrayBufferContents*>(taken) };
    auto buffer = ArrayBuffer::create(WTF::move(*contents));
    return JSValue::encode(JSArrayBuffer::create(global->vm(), global->arrayBufferStructure(ArrayBufferSharingMode::Default), WTF::move(buffer)));
}
}
