// Operators of other domains that appear in published models.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

void decodeImage(InferenceContext& context)
{
    context.setTensor(0, ElementType::Uint8,
        Shape {
            context.newDimension("height"), context.newDimension("width"), Dimension::number(3) });
}

void encodeImage(InferenceContext& context)
{
    expectRank(context, 0, { 3 });
    context.setTensor(0, ElementType::Uint8, Shape { context.newDimension("bytes") });
}

void tokenizeForBert(InferenceContext& context) { setFrom(context, 0, ElementType::Int64); }

/// Attribute `positive` selects unsigned or signed.
void hash(InferenceContext& context)
{
    setSameShape(
        context, context.integer("positive", 1) != 0 ? ElementType::Uint32 : ElementType::Int32);
}

/// Quant of Brevitas and QONNX. QONNX adopted it from Brevitas.
void quantiser(OperatorVersions& versions)
{
    versions.since(1, "X: T, scale: T, zeropt: T, bitwidth: T -> Y: T", "T: floats")
        .attributes("narrow: int = 0, rounding_mode: string = ROUND, signed: int = 1");
}

/// BipolarQuant of Brevitas and QONNX.
void bipolarQuantiser(OperatorVersions& versions)
{
    versions.since(1, "X: T, scale: T -> Y: T", "T: floats");
}

/// Trunc of Brevitas and QONNX.
void truncation(OperatorVersions& versions)
{
    versions
        .since(1, "X: T, scale: T, zeropt: T, in_bitwidth: T, out_bitwidth: T -> Y: T", "T: floats")
        .attributes("rounding_mode: string = FLOOR");
}

const RegisterOperators contribOtherOperators {
    op("com.microsoft.extensions:DecodeImage",
        "Decodes an image file into BGR pixels, height x width x 3.")
        .since(1, "raw_input_image: uint8 -> decoded_image: uint8", "")
        .attributes("color_space: string")
        .rules(decodeImage),

    op("com.microsoft.extensions:EncodeImage", "Encodes BGR pixels as an image file.")
        .since(1, "image: uint8 -> image_bytes: uint8", "")
        .attributes("color_space: string, format: string = png")
        .rules(encodeImage),

    op("com.microsoft:MurmurHash3", "Hashes each element to 32 bits (MurmurHash3, x86_32).")
        .since(1, "X: T1 -> Y: T2",
            "T1: uint32 int32 uint64 int64 float double string; T2: uint32 int32")
        .attributes("positive: int = 1, seed: int = 0")
        .rules(hash),

    op("ai.onnx.contrib:BertTokenizer",
        "Turns texts into the token, segment and mask tensors of BERT.")
        .since(
            1, "text: string -> input_ids: int64, token_type_ids: int64, attention_mask: int64", "")
        .attributes("do_basic_tokenize: int, do_lower_case: int, mask_token: string, max_len: int, "
                    "pad_token: string, sep_token: string, cls_token: string, strip_accents: int, "
                    "suffix_indicator: string, tokenize_chinese_chars: int, "
                    "truncation_strategy_name: string, unk_token: string, vocab_file: string")
        .rules(tokenizeForBert),

    op("onnx.brevitas:Quant",
        "Rounds to what a quantised type of any bit width could hold, in floating point (QONNX).")
        .history(quantiser)
        .rules(sameAsFirst),

    op("onnx.brevitas:BipolarQuant", "The scale with the sign of each element (QONNX).")
        .history(bipolarQuantiser)
        .rules(sameAsFirst),

    op("onnx.brevitas:Trunc",
        "Drops the low bits of a quantised number, in floating point (QONNX).")
        .history(truncation)
        .rules(sameAsFirst),

    op("qonnx.custom_op.general:Quant",
        "Rounds to what a quantised type of any bit width could hold, in floating point.")
        .history(quantiser)
        .rules(sameAsFirst),

    op("qonnx.custom_op.general:BipolarQuant", "The scale with the sign of each element.")
        .history(bipolarQuantiser)
        .rules(sameAsFirst),

    op("qonnx.custom_op.general:Trunc",
        "Drops the low bits of a quantised number, in floating point.")
        .history(truncation)
        .rules(sameAsFirst),
};

} // namespace

} // namespace model::ops
