// The functions of the engine that `brio_jsc` replaces to word the errors of assignments. With `--wrap` (`cli/build.rs`) the
// linker redirects calls of them to those here; without it, in tests of single crates, nothing calls these.

#include "config.h"

#include "JSObject.h"
#include "ThrowScope.h"
#include <atomic>

#define PUT(prefix) prefix##_ZN3JSC8JSObject13putInlineSlowEPNS_14JSGlobalObjectENS_12PropertyNameENS_7JSValueERNS_15PutPropertySlotE
#define THROW_LITERAL(prefix) prefix##_ZN3JSC14throwTypeErrorEPNS_14JSGlobalObjectERNS_10ThrowScopeEN3WTF12ASCIILiteralE
#define CREATE_ERROR(prefix) prefix##_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_22ErrorTypeWithExtensionERKN3WTF6StringE

extern "C" {

// As their callers pass the parameters: a name is one pointer, a value 64 bits, a literal two words.
using Put = bool(void*, void*, void*, uint64_t, void*);
using ThrowLiteral = void*(void*, void*, const char*, size_t);
using CreateError = void*(void*, uint8_t, const WTF::String*);

Put PUT(__real_) __attribute__((weak));
ThrowLiteral THROW_LITERAL(__real_) __attribute__((weak));
CreateError CREATE_ERROR(__real_) __attribute__((weak));

static std::atomic<Put*> replacedPut;
static std::atomic<ThrowLiteral*> replacedThrow;
static std::atomic<CreateError*> replacedCreate;

void brio_replace_assignments(Put* put, ThrowLiteral* throwLiteral, CreateError* createError)
{
    replacedPut.store(put, std::memory_order_relaxed);
    replacedThrow.store(throwLiteral, std::memory_order_relaxed);
    replacedCreate.store(createError, std::memory_order_relaxed);
}

Put* brio_original_put() { return PUT(__real_); }
ThrowLiteral* brio_original_throw_literal() { return THROW_LITERAL(__real_); }
CreateError* brio_original_create_error() { return CREATE_ERROR(__real_); }

static void* throwText(JSC::JSGlobalObject* global, JSC::ThrowScope* scope, const WTF::String* message)
{
    return JSC::throwTypeError(global, *scope, *message);
}
void* brio_throw_text() { return reinterpret_cast<void*>(throwText); }

bool PUT(__wrap_)(void* object, void* global, void* name, uint64_t value, void* slot)
{
    auto* put = replacedPut.load(std::memory_order_relaxed);
    return (put ? put : PUT(__real_))(object, global, name, value, slot);
}

void* THROW_LITERAL(__wrap_)(void* global, void* scope, const char* text, size_t length)
{
    auto* throwLiteral = replacedThrow.load(std::memory_order_relaxed);
    return (throwLiteral ? throwLiteral : THROW_LITERAL(__real_))(global, scope, text, length);
}

void* CREATE_ERROR(__wrap_)(void* global, uint8_t type, const WTF::String* message)
{
    auto* createError = replacedCreate.load(std::memory_order_relaxed);
    return (createError ? createError : CREATE_ERROR(__real_))(global, type, message);
}
}
