// The engine's inspector, which the C API does not reach: a session exchanges messages of WebKit's inspector protocol with
// the agents of a realm (debugger, runtime, console). Messages go to all sessions of a realm.

#include "config.h"

#include "APICast.h"
#include "InspectorFrontendChannel.h"
#include "JSGlobalObject.h"
#include "JSLock.h"

namespace Inspector {

// The engine installs no header of this class, and makes no instance of it itself. The size is an upper bound.
class JSGlobalObjectInspectorController {
public:
    explicit JSGlobalObjectInspectorController(JSC::JSGlobalObject&);
    void connectFrontend(FrontendChannel&, bool isAutomaticInspection, bool immediatelyPause);
    void disconnectFrontend(FrontendChannel&);
    void dispatchMessageFromFrontend(const WTF::String&);
    void globalObjectDestroyed();

private:
    alignas(16) unsigned char m_members[2048];
};

} // namespace Inspector

namespace {

using Controller = Inspector::JSGlobalObjectInspectorController;
using Receive = void (*)(void* receiver, const char* text, size_t length);

// Of the realm of this thread. It outlives its sessions: one can end while the debugger that belongs to it is on the stack.
// A pointer, so that nothing is destroyed by a thread that ends without its realm.
thread_local Controller* controllerOfThread { nullptr };

class Session final : public Inspector::FrontendChannel {
    WTF_DEPRECATED_MAKE_FAST_ALLOCATED(Session);
public:
    Session(JSC::VM& vm, Receive receive, void* receiver)
        : m_vm(vm)
        , m_receive(receive)
        , m_receiver(receiver)
    {
        controllerOfThread->connectFrontend(*this, false, false);
    }
    ~Session() final { controllerOfThread->disconnectFrontend(*this); }

    JSC::VM& vm() { return m_vm; }

private:
    ConnectionType connectionType() const final { return ConnectionType::Local; }
    void sendMessageToFrontend(const WTF::String& message) final
    {
        auto text = message.utf8(WTF::StrictConversionReplacingUnpairedSurrogatesWithFFFD);
        m_receive(m_receiver, text.data(), text.length());
    }

    JSC::VM& m_vm;
    Receive m_receive;
    void* m_receiver;
};

} // namespace

extern "C" {

// Connects a session to the inspector of a realm, on its thread. `receive` gets the messages of the engine as UTF-8, on
// that thread.
void* brio_inspector_connect(JSContextRef context, Receive receive, void* receiver)
{
    auto* global = toJS(context);
    JSC::JSLockHolder lock(global);
    if (!controllerOfThread)
        controllerOfThread = new Controller(*global);
    return new Session(global->vm(), receive, receiver);
}

// Gives a message to the agents. Runs code of the program when the message asks for it.
void brio_inspector_dispatch(void* session, const char* text, size_t length)
{
    auto& connected = *static_cast<Session*>(session);
    JSC::JSLockHolder lock(connected.vm());
    controllerOfThread->dispatchMessageFromFrontend(WTF::String::fromUTF8(std::span { text, length }));
}

// Ends a session; the program continues if it is paused.
void brio_inspector_disconnect(void* session)
{
    auto* connected = static_cast<Session*>(session);
    JSC::JSLockHolder lock(connected->vm());
    delete connected;
}

// Ends the inspector of the realm of this thread, which has no session any more. The controller's memory stays, some hundred
// bytes for each realm that was debugged: its destructor (2.52) checks an agent that `globalObjectDestroyed` has deleted,
// and aborts.
void brio_inspector_end()
{
    if (controllerOfThread)
        std::exchange(controllerOfThread, nullptr)->globalObjectDestroyed();
}
}
