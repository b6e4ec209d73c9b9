#pragma once

/// A model that generates tokens, for modelBytesFromText().
namespace testing {

/// One layer of attention with a cache, over a vocabulary of 5 tokens.
inline constexpr const char* decoderText = R"(opset 17
input_ids: int64[1,s]
past_0: float[1,2,p,2]
table: float[5,4] = {1,-2,0,1,3,1,-1,0,2,2,-3,1,0,1,2,-2,-1,3,1,1}
heads: int64[4] = {0,0,2,2}
flat: int64[3] = {0,0,4}
e = Gather(table, input_ids)
h = Reshape(e, heads)
k = Transpose(h) {perm: 0 2 1 3}
present_0 = Concat(past_0, k) {axis: 2}
kt = Transpose(present_0) {perm: 0 1 3 2}
scores = MatMul(k, kt)
shares = Softmax(scores)
o = MatMul(shares, present_0)
ot = Transpose(o) {perm: 0 2 1 3}
f = Reshape(ot, flat)
tt = Transpose(table) {perm: 1 0}
logits = MatMul(f, tt)
logits -> float[1,s,5]
present_0 -> float[1,2,q,2]
)";

} // namespace testing
