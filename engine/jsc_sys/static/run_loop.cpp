// The engine's run loops, driven by Brio's event loop. JavaScriptCore asks each of its platforms for the members of
// `WTF::RunLoop` that are defined here; linked before the engine's library, they take the place of its generic ones,
// which a foreign loop cannot ask when their next timer is due.
//
// A thread of Brio's calls `brio_loop_begin` once, waits for the descriptor and for `brio_loop_due_ms`, and calls
// `brio_loop_run`. Threads of the engine's own (work queues) call `RunLoop::run`, which blocks.

#include "config.h"
#include <wtf/RunLoop.h>

#include <limits>
#include <sys/eventfd.h>
#include <unistd.h>
#include <wtf/MainThread.h>
#include <wtf/Threading.h>

namespace {

// What the event loop of this thread is told. Work that the thread itself adds only changes `due`; work of other
// threads makes the descriptor readable.
struct LoopOfThread {
    WTF::RunLoop* loop { nullptr };
    int descriptor { -1 };
    MonotonicTime due { MonotonicTime::infinity() };
    // Brio's event loop runs it, and not a debugger that has paused the program.
    bool isDriven { false };
};
thread_local LoopOfThread ofThisThread;

// What a paused program waits with: it returns when the debugger may have said to continue.
std::atomic<void (*)()> pauseWait { nullptr };

// The engine starts timers of ten years for what has nothing to do.
constexpr Seconds never { 365.0 * 24 * 60 * 60 };

void noteDue(MonotonicTime due)
{
    if (due < ofThisThread.due && due < MonotonicTime::now() + never)
        ofThisThread.due = due;
}

// The descriptor belongs to the run loop, which other threads may outlive this one with.
class Descriptor {
    WTF_MAKE_NONCOPYABLE(Descriptor);
public:
    explicit Descriptor(int descriptor) : m_descriptor(descriptor) { }
    Descriptor(Descriptor&& other) : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    ~Descriptor()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }
    void wake() const
    {
        uint64_t one = 1;
        [[maybe_unused]] auto written = write(m_descriptor, &one, sizeof(one));
    }

private:
    int m_descriptor;
};

} // namespace

namespace WTF {

// A timer's place in the order of its loop.
class RunLoop::TimerBase::ScheduledTask final : public ThreadSafeRefCounted<ScheduledTask>, public RedBlackTree<ScheduledTask, MonotonicTime>::ThreadSafeNode {
    WTF_DEPRECATED_MAKE_FAST_ALLOCATED(ScheduledTask);
    WTF_OVERRIDE_DELETE_FOR_CHECKED_PTR(ScheduledTask);
public:
    static Ref<ScheduledTask> create(TimerBase& timer) { return adoptRef(*new ScheduledTask(timer)); }

    MonotonicTime key() const { return due; }

    TimerBase& timer;
    MonotonicTime due;
    Seconds interval;
    std::atomic<bool> isActive { false };
    bool isRepeating { false };
    bool isScheduled { false };

private:
    explicit ScheduledTask(TimerBase& owner) : timer(owner) { }
};

RunLoop::RunLoop() = default;

RunLoop::~RunLoop()
{
    Locker locker { m_loopLock };
    m_shutdown = true;
    m_readyToRun.notifyAll();
    while (!m_mainLoops.isEmpty())
        m_stopCondition.wait(m_loopLock);
}

void RunLoop::scheduleWithLock(TimerBase::ScheduledTask& task)
{
    if (std::exchange(task.isScheduled, true))
        return;
    m_schedules.insert(&task);
    if (ofThisThread.loop == this)
        noteDue(task.due);
}

void RunLoop::unscheduleWithLock(TimerBase::ScheduledTask& task)
{
    if (std::exchange(task.isScheduled, false))
        m_schedules.remove(&task);
}

// Takes the timers that are due. False when this invocation of the loop has to return.
bool RunLoop::populateTasks(RunMode mode, Status& status, Deque<Ref<TimerBase::ScheduledTask>>& dueTasks)
{
    Locker locker { m_loopLock };
    if (mode == RunMode::Drain) {
        auto* first = m_schedules.first();
        m_readyToRun.waitUntil(m_loopLock, first ? first->due : MonotonicTime::infinity(), [&] {
            return m_shutdown || m_pendingTasks || status == Status::Stopping;
        });
    }
    if (m_shutdown || status == Status::Stopping) {
        m_mainLoops.removeLast();
        m_stopCondition.notifyAll();
        return false;
    }
    m_pendingTasks = false;
    auto now = MonotonicTime::now();
    while (auto* first = m_schedules.first()) {
        if (first->due > now)
            break;
        unscheduleWithLock(*first);
        dueTasks.append(Ref { *first });
    }
    return true;
}

void RunLoop::runImpl(RunMode mode)
{
    Status status = Status::Clear;
    {
        Locker locker { m_loopLock };
        m_mainLoops.append(&status);
    }
    Deque<Ref<TimerBase::ScheduledTask>> dueTasks;
    while (populateTasks(mode, status, dueTasks)) {
        while (!dueTasks.isEmpty()) {
            auto task = dueTasks.takeFirst();
            // An earlier one may have stopped it, or started it again.
            if (!task->isActive.load() || task->isScheduled)
                continue;
            if (!task->isRepeating)
                task->isActive.store(false);
            task->timer.fired();
            Locker locker { m_loopLock };
            if (task->isRepeating && task->isActive.load() && !task->isScheduled) {
                task->due = MonotonicTime::now() + task->interval;
                scheduleWithLock(task.get());
            }
        }
        performWork();
        if (mode == RunMode::Iterate) {
            Locker locker { m_loopLock };
            m_mainLoops.removeLast();
            m_stopCondition.notifyAll();
            return;
        }
    }
}

void RunLoop::run()
{
    currentSingleton().runImpl(RunMode::Drain);
}

RunLoop::CycleResult RunLoop::cycle(RunLoopMode)
{
    auto& loop = currentSingleton();
    if (auto* wait = pauseWait.load(); wait && !ofThisThread.isDriven)
        wait();
    if (ofThisThread.loop != &loop) {
        loop.runImpl(RunMode::Iterate);
        return CycleResult::Continue;
    }
    ofThisThread.due = MonotonicTime::infinity();
    loop.runImpl(RunMode::Iterate);
    Locker locker { loop.m_loopLock };
    if (auto* first = loop.m_schedules.first())
        noteDue(first->due);
    return CycleResult::Continue;
}

void RunLoop::setWakeUpCallback(Function<void()>&& callback)
{
    auto& loop = currentSingleton();
    Locker locker { loop.m_loopLock };
    loop.m_wakeUpCallback = WTF::move(callback);
}

void RunLoop::stop()
{
    Locker locker { m_loopLock };
    if (m_mainLoops.isEmpty())
        return;
    *m_mainLoops.last() = Status::Stopping;
    m_readyToRun.notifyAll();
}

void RunLoop::wakeUpWithLock()
{
    m_pendingTasks = true;
    m_readyToRun.notifyOne();
    if (ofThisThread.loop != this && m_wakeUpCallback)
        m_wakeUpCallback();
}

void RunLoop::wakeUp()
{
    Locker locker { m_loopLock };
    // Functions were queued.
    if (ofThisThread.loop == this)
        noteDue(MonotonicTime::fromRawSeconds(0));
    wakeUpWithLock();
}

RunLoop::TimerBase::TimerBase(Ref<RunLoop>&& loop, ASCIILiteral description)
    : m_runLoop(WTF::move(loop))
    , m_description(description)
    , m_scheduledTask(ScheduledTask::create(*this))
{
}

RunLoop::TimerBase::~TimerBase()
{
    Locker locker { m_runLoop->m_loopLock };
    stopWithLock();
}

void RunLoop::TimerBase::start(Seconds interval, bool isRepeating)
{
    Locker locker { m_runLoop->m_loopLock };
    stopWithLock();
    auto& task = const_cast<ScheduledTask&>(m_scheduledTask.get());
    task.interval = interval;
    task.isRepeating = isRepeating;
    task.due = MonotonicTime::now() + interval;
    task.isActive.store(true);
    m_runLoop->scheduleWithLock(task);
    m_runLoop->wakeUpWithLock();
}

void RunLoop::TimerBase::stopWithLock()
{
    auto& task = const_cast<ScheduledTask&>(m_scheduledTask.get());
    m_runLoop->unscheduleWithLock(task);
    task.isActive.store(false);
}

void RunLoop::TimerBase::stop()
{
    Locker locker { m_runLoop->m_loopLock };
    stopWithLock();
}

bool RunLoop::TimerBase::isActiveWithLock() const
{
    return m_scheduledTask->isActive.load();
}

bool RunLoop::TimerBase::isActive() const
{
    Locker locker { m_runLoop->m_loopLock };
    return isActiveWithLock();
}

Seconds RunLoop::TimerBase::secondsUntilFire() const
{
    Locker locker { m_runLoop->m_loopLock };
    return isActiveWithLock() ? std::max(m_scheduledTask->due - MonotonicTime::now(), 0_s) : 0_s;
}

} // namespace WTF

extern "C" {

// Makes the run loop of this thread one that Brio drives. Returns a descriptor that is readable when another thread has
// added work; -1 when the system has none left. It stays open as long as the run loop.
int brio_loop_begin()
{
    WTF::initialize();
    auto& state = ofThisThread;
    if (state.loop)
        return state.descriptor;
    state.descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (state.descriptor < 0)
        return -1;
    state.loop = &RunLoop::currentSingleton();
    RunLoop::setWakeUpCallback([descriptor = Descriptor { state.descriptor }] {
        descriptor.wake();
    });
    return state.descriptor;
}

// When the run loop of this thread has something to do: milliseconds on the monotonic clock, infinite for nothing.
double brio_loop_due_ms()
{
    return ofThisThread.due.secondsSinceEpoch().milliseconds();
}

// Runs the timers that are due and the functions that are queued.
void brio_loop_run()
{
    if (!ofThisThread.loop)
        return;
    uint64_t count;
    [[maybe_unused]] auto got = read(ofThisThread.descriptor, &count, sizeof(count));
    auto wasDriven = std::exchange(ofThisThread.isDriven, true);
    RunLoop::cycle();
    ofThisThread.isDriven = wasDriven;
}

// Sets what a paused program waits with: the engine's debugger calls it again and again until the program continues.
void brio_set_pause_wait(void (*wait)())
{
    pauseWait.store(wait);
}
}
