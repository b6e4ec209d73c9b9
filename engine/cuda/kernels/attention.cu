#include "engine/cuda/kernels/attention_plan.h"

// Attention operators, whose plans the CPU shares.

namespace engine::cuda {

namespace {

const RegisterAttention attention("Attention", planAttention);
const RegisterAttention projected("Attention", planProjectedAttention, "com.microsoft");
const RegisterAttention multiHead("MultiHeadAttention", planMultiHeadAttention, "com.microsoft");
/// Input 6, total_sequence_length, decides shapes.
const RegisterAttention groups(
    "GroupQueryAttention", planGroupQueryAttention, "com.microsoft", 1u << 6);

} // namespace

} // namespace engine::cuda
