#include "model/decoder_roles.h"
#include "tests/support/graph_text.h"

#include <QtTest>

using namespace model;

namespace {

/// Roles of the inputs as text: `tokens mask past>1@2`, or the error.
QString rolesText(const char* text)
{
    const auto loaded = testing::modelFromGraphText(text);
    const auto decoder = findDecoder(*loaded);
    if (!decoder)
        return QString::fromStdString(decoder.error().message());
    static constexpr std::array names { "tokens", "mask", "positions", "past-length",
        "total-length", "last-position", "uses-cache", "past", "other" };
    QStringList words;
    for (const auto& input : decoder->inputs) {
        QString word = names[static_cast<std::size_t>(input.role)];
        if (input.role == DecoderRole::Past)
            word += QString(">%1").arg(input.output);
        if (input.growingAxis)
            word += QString("@%1").arg(*input.growingAxis);
        words << word;
    }
    return words.join(" ") + QString(" logits %1").arg(decoder->logits)
        + (decoder->tokensPerRun ? QString(" by %1").arg(*decoder->tokensPerRun) : QString());
}

}

class TestDecoderRoles : public QObject {
    Q_OBJECT

private slots:
    void findsRoles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("roles");
        QTest::newRow("an exporter's names")
            << "input_ids: int64[1,s]\nattention_mask: int64[1,t]\nposition_ids: int64[1,s]\n"
               "past_key_values.0.key: float[1,2,p,4]\npast_key_values.0.value: float[1,2,p,4]\n"
               "a = Cast(input_ids)\nlogits = Relu(a)\npresent.0.key = "
               "Relu(past_key_values.0.key)\n"
               "present.0.value = Relu(past_key_values.0.value)\nlogits -> float[1,s,7]\n"
               "present.0.key -> float[1,2,p+s,4]\npresent.0.value -> float[1,2,p+s,4]"
            << "tokens mask positions past>1@2 past>2@2 logits 0";
        QTest::newRow("one name for both lengths, and cross attention")
            << "input_ids: int64[1,s]\nuse_cache_branch: bool[1]\npast.0.decoder.key: "
               "float[b,2,n,4]\npast.0.encoder.key: float[b,2,m,4]\nlogits = Cast(input_ids)\n"
               "present.0.decoder.key = Relu(past.0.decoder.key)\npresent.0.encoder.key = "
               "Relu(past.0.encoder.key)\nlogits -> float[1,s,7]\npresent.0.decoder.key -> "
               "float[b,2,n,4]\npresent.0.encoder.key ->"
            << "tokens uses-cache past>1@2 past>2 logits 0";
        QTest::newRow("numbered states, one token a run, logits last")
            << "input_ids: int64[b,1]\npast_0: float[2,b,2,p,2]\npast_1: float[2,b,2,p,2]\n"
               "present_1 = Relu(past_1)\npresent_0 = Relu(past_0)\nlast_state = Cast(input_ids)\n"
               "present_1 -> float[2,b,2,q,2]\npresent_0 -> float[2,b,2,q,2]\nlast_state ->"
            << "tokens past>1@3 past>0@3 logits 2 by 1";
        QTest::newRow("a cache of fixed length, lengths as numbers, a branch")
            << "tokens: int32[1,s]\npast_sequence_length: int32[1]\ntotal_sequence_length: "
               "int32[]\n"
               "seqlens_k: int32[1]\nuse_cache_branch: bool[1]\nencoder_hidden_states: "
               "float[1,9,4]\n"
               "k_cache_in: float[1,2,64,4]\nlogits = Cast(tokens)\nk_cache_out = "
               "Relu(k_cache_in)\n"
               "logits ->\nk_cache_out -> float[1,2,64,4]"
            << "tokens past-length total-length last-position uses-cache other past>1 logits 0";
    }

    void findsRoles()
    {
        QFETCH(QString, text);
        QFETCH(QString, roles);
        QCOMPARE(rolesText(text.toUtf8().constData()), roles);
    }

    void saysWhatIsMissing()
    {
        QVERIFY(rolesText("x: float[1,3]\ny = Relu(x)\ny ->").contains("no output leads back"));
        const auto lost = rolesText("input_ids: int64[1,s]\npast_0: float[1,2,p,4]\n"
                                    "past_1: float[1,2,p,4]\ny = Cast(input_ids)\npresent_0 = "
                                    "Relu(past_0)\nz = Relu(past_1)\ny ->\npresent_0 ->\nz ->");
        QVERIFY2(lost.contains("past_1") && lost.contains("no partner"), qPrintable(lost));
        QVERIFY(rolesText("past_0: float[1,2,p,4]\npresent_0 = Relu(past_0)\npresent_0 ->")
                    .contains("token ids"));
        QVERIFY(rolesText("input_ids: int64[1,s]\npast_0: float[1,2,p,4]\npresent_0 = "
                          "Relu(past_0)\npresent_0 ->")
                    .contains("logits"));
    }
};

QTEST_GUILESS_MAIN(TestDecoderRoles)
#include "tst_decoder_roles.moc"
