// A snapshot of the heap in the form of Web Inspector, which the C API has no function for.

#include "config.h"

#include "HeapSnapshotBuilder.h"
#include "VM.h"

namespace JSC {

// The engine installs no header of this class.
class HeapProfiler {
public:
    void clearSnapshots();
};

} // namespace JSC

extern "C" {

// `with_details` adds labels and addresses, and why nodes are roots. The caller holds the lock of the machine. Returns
// a reference to the string that it owns, or null when the snapshot is too long for one.
WTF::StringImpl* brio_heap_snapshot(JSC::VM* vm, bool with_details)
{
    using namespace JSC;
    auto& profiler = vm->ensureHeapProfiler();
    auto type = with_details ? HeapSnapshotBuilder::SnapshotType::GCDebuggingSnapshot : HeapSnapshotBuilder::SnapshotType::InspectorSnapshot;
    WTF::String json;
    {
        HeapSnapshotBuilder builder(profiler, type);
        builder.buildSnapshot();
        json = builder.json();
    }
    profiler.clearSnapshots();
    return json.releaseImpl().leakRef();
}
}
