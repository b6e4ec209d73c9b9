#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace support {

/// Elides the middle of a path or of a name that an exporter made from one:
/// `torch_nn…self_attn_q_proj_1`. Differs from elideMiddle (text.h) in that the end gets two thirds
/// of `limit`, because such names differ at the end.
std::string elidePath(std::string_view text, std::size_t limit);

} // namespace support
