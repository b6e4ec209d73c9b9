#include "model/support/mapped_file.h"

#include "model/support/descriptor.h"
#include "model/support/truncated_files.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace support {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path)
{
    // O_NONBLOCK: opening a FIFO would else wait for a writer before it can be refused.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.isOpen())
        return failAs(ErrorKind::File, "cannot open ", path.string(), ": ", std::strerror(errno));
    return fromDescriptor(file.number(), path);
}

Result<std::shared_ptr<const MappedFile>> MappedFile::fromDescriptor(
    int descriptor, const std::filesystem::path& name)
{
    struct stat status { };
    if (::fstat(descriptor, &status) != 0)
        return failAs(
            ErrorKind::File, "cannot read the size of ", name.string(), ": ", std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        return failAs(ErrorKind::File, name.string(), " is not a regular file");
    const auto length = static_cast<std::size_t>(status.st_size);
    if (length == 0)
        return std::shared_ptr<const MappedFile>(new MappedFile({}, name));
    void* memory = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED)
        return failAs(errno == ENOMEM ? ErrorKind::Resource : ErrorKind::File, "cannot map ",
            name.string(), " of ", length, " bytes: ", std::strerror(errno));
    const std::span bytes(static_cast<const std::byte*>(memory), length);
    std::shared_ptr<const MappedFile> file(new MappedFile(bytes, name));
    addMapping(bytes.data(), bytes.size(), name, descriptor);
    return file;
}

MappedFile::MappedFile(std::span<const std::byte> bytes, std::filesystem::path path)
    : m_bytes(bytes)
    , m_path(std::move(path))
{
}

MappedFile::~MappedFile()
{
    if (m_bytes.empty())
        return;
    removeMapping(m_bytes.data());
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

void MappedFile::forgetPages() const { support::forgetPages(m_bytes); }

void forgetPages(std::span<const std::byte> part)
{
    if (!isMapped(part))
        return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(part.data());
    const auto first = (begin + page - 1) / page * page;
    const auto last = (begin + part.size()) / page * page;
    if (first < last) // only a hint, so the result is ignored
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

} // namespace support
