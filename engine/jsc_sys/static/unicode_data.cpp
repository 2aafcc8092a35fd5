// ICU's data, of which most files are compressed until something asks for them: as they are, they are the largest part
// of the binary. `./x engine build` writes them (`xtask/src/engine/icu_package.rs` describes the format). Linked before
// ICU's library, what is defined here takes the place of its readers of packages; it has two, for packages with
// offsets and with pointers, and neither is in the binary.
//
// A file stays in memory once it is decompressed, because ICU keeps pointers into it.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unicode/udata.h>
#include <unicode/utypes.h>

// zstd's functions, which the crate zstd-sys links.
extern "C" {
struct ZSTD_DCtx_s;
struct ZSTD_DDict_s;
ZSTD_DCtx_s* ZSTD_createDCtx(void);
size_t ZSTD_freeDCtx(ZSTD_DCtx_s*);
ZSTD_DDict_s* ZSTD_createDDict_byReference(const void* dictionary, size_t length);
size_t ZSTD_decompress_usingDDict(ZSTD_DCtx_s*, void* target, size_t capacity, const void* source, size_t length, const ZSTD_DDict_s*);
}

// How ICU 72 to 78 describe data, in headers that are not installed.
struct DataHeader {
    uint16_t headerSize;
    uint8_t magic1;
    uint8_t magic2;
    UDataInfo info;
};

struct PackageFunctions {
    const DataHeader* (*find)(const UDataMemory*, const char* name, int32_t* length, UErrorCode*);
    uint32_t (*count)(const UDataMemory*);
};

struct UDataMemory {
    const PackageFunctions* functions;
    const DataHeader* header;
    const void* contents;
    UBool isAllocated;
    void* mappedAddress;
    void* map;
    int32_t length;
};

namespace {

// Offsets count from the contents' first byte.
struct File {
    uint32_t name;
    uint32_t data;
    uint32_t compressedLength;
    uint32_t length;
};

struct Contents {
    uint32_t count;
    uint32_t dictionary;
    uint32_t dictionaryLength;
    uint32_t reserved;
    File files[];

    const char* at(uint32_t offset) const { return reinterpret_cast<const char*>(this) + offset; }
};

constexpr uint8_t format[4] = { 'Z', 's', 't', 'd' };
constexpr uint8_t formatVersion = 1;

// What was decompressed, by the index of its file. There is one package in a process.
std::atomic<std::atomic<const DataHeader*>*> decompressed { nullptr };
std::mutex lock;

int32_t indexOf(const Contents& contents, const char* name)
{
    uint32_t low = 0;
    uint32_t high = contents.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = std::strcmp(name, contents.at(contents.files[middle].name));
        if (!order)
            return static_cast<int32_t>(middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

// The bytes of a file, or null when there is no memory for them. The lock is held.
const DataHeader* decompress(const Contents& contents, const File& file)
{
    static const ZSTD_DDict_s* dictionary = ZSTD_createDDict_byReference(contents.at(contents.dictionary), contents.dictionaryLength);
    void* bytes = std::malloc(file.length);
    ZSTD_DCtx_s* context = ZSTD_createDCtx();
    size_t length = bytes && context && dictionary
        ? ZSTD_decompress_usingDDict(context, bytes, file.length, contents.at(file.data), file.compressedLength, dictionary)
        : 0;
    ZSTD_freeDCtx(context);
    if (length == file.length)
        return static_cast<const DataHeader*>(bytes);
    std::free(bytes);
    return nullptr;
}

const DataHeader* find(const UDataMemory* package, const char* name, int32_t* length, UErrorCode* status)
{
    const Contents& contents = *static_cast<const Contents*>(package->contents);
    int32_t index = indexOf(contents, name);
    if (index < 0)
        return nullptr;
    const File& file = contents.files[index];
    *length = static_cast<int32_t>(file.length);
    if (file.length == file.compressedLength)
        return reinterpret_cast<const DataHeader*>(contents.at(file.data));
    auto* slots = decompressed.load(std::memory_order_acquire);
    if (slots) {
        if (const DataHeader* header = slots[index].load(std::memory_order_acquire))
            return header;
    }
    std::lock_guard guard { lock };
    slots = decompressed.load(std::memory_order_relaxed);
    if (!slots) {
        // Zeros are null pointers.
        slots = static_cast<std::atomic<const DataHeader*>*>(std::calloc(contents.count, sizeof(*slots)));
        decompressed.store(slots, std::memory_order_release);
    }
    const DataHeader* header = slots ? slots[index].load(std::memory_order_relaxed) : nullptr;
    if (!header && slots) {
        header = decompress(contents, file);
        slots[index].store(header, std::memory_order_release);
    }
    if (!header)
        *status = U_MEMORY_ALLOCATION_ERROR;
    return header;
}

uint32_t count(const UDataMemory* package)
{
    return static_cast<const Contents*>(package->contents)->count;
}

constexpr PackageFunctions functions { find, count };

} // namespace

// `unicode/urename.h` appends ICU's version to these names.
extern "C" {

uint16_t udata_getHeaderSize(const DataHeader* header)
{
    return header ? header->headerSize : 0;
}

uint16_t udata_getInfoSize(const UDataInfo* info)
{
    return info ? info->size : 0;
}

// Accepts the binary's own package only: another one, which `ICU_DATA` could name, has a version of its own.
void udata_checkCommonData(UDataMemory* package, UErrorCode* status)
{
    if (U_FAILURE(*status))
        return;
    const DataHeader* header = package ? package->header : nullptr;
    if (header && header->magic1 == 0xda && header->magic2 == 0x27 && !std::memcmp(header->info.dataFormat, format, sizeof(format))
        && header->info.formatVersion[0] == formatVersion) {
        package->functions = &functions;
        package->contents = reinterpret_cast<const char*>(header) + header->headerSize;
        return;
    }
    *status = U_INVALID_FORMAT_ERROR;
    udata_close(package);
}

} // extern "C"
