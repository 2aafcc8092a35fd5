// V8's message for a variable that is not declared, where messages are those of V8. With `--wrap` (`cli/build.rs`) the linker
// redirects calls of the engine's function to the one here; without it, in tests of single crates, nothing calls this one.

#include "config.h"

#include "Error.h"
#include "Identifier.h"
#include "JSGlobalObject.h"
#include <atomic>
#include <wtf/text/MakeString.h>

#define CREATE(prefix) prefix##_ZN3JSC28createUndefinedVariableErrorEPNS_14JSGlobalObjectERKNS_10IdentifierE

extern "C" {

using Create = JSC::JSObject*(JSC::JSGlobalObject*, const JSC::Identifier*);
using AreMessagesOfV8 = bool();

Create CREATE(__real_) __attribute__((weak));

static std::atomic<AreMessagesOfV8*> areMessagesOfV8;

void brio_word_unknown_variables(AreMessagesOfV8* are) { areMessagesOfV8.store(are, std::memory_order_relaxed); }

JSC::JSObject* CREATE(__wrap_)(JSC::JSGlobalObject* global, const JSC::Identifier* name)
{
    auto* are = areMessagesOfV8.load(std::memory_order_relaxed);
    if (!are || !are() || name->isPrivateName())
        return CREATE(__real_)(global, name);
    return JSC::createReferenceError(global, makeString(name->string(), " is not defined"_s));
}
}
