// Lets other threads ask running code whether it must end. The C API only has a timer, each of whose checks stops the
// thread and discards its optimized code.

#include "config.h"

#include "APICast.h"
#include "JSCConfig.h"
#include "JSCInlines.h"
#include "VMTrapsInlines.h"

using namespace JSC;

namespace {

bool (*mustEnd)() = nullptr;

// Called on the thread of the virtual machine, by its running code.
void answerCheck(VM& vm)
{
    if (mustEnd())
        vm.notifyNeedTermination();
}

} // namespace

extern "C" {

// Sets what running code calls after `brio_request_termination_check`: true ends it with an uncatchable exception. Call it
// before the first virtual machine; the engine's settings are read-only afterwards.
void brio_set_termination_check(bool (*check)())
{
    mustEnd = check;
    // The engine's shell uses this for its time limit; nothing else does.
    g_jscConfig.shellTimeoutCheckCallback = answerCheck;
}

// Makes the virtual machine call the function above, at once where its code runs, else when it is entered next. For any
// thread.
void brio_request_termination_check(JSContextGroupRef group)
{
    toJS(group)->notifyNeedShellTimeoutCheck();
}
}
