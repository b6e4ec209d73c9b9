#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/problems/problems_model.h"
#include "ui/translation/translations.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace ui {

namespace {

constexpr std::size_t maximumCards = 3;

/// The sentence of the rule; of one that has none its words: `device-failed` -> `Device failed`.
QString headline(const std::string& code)
{
    const auto rule = ruleSentence(code).text;
    return upperFirst(rule.isEmpty() ? plain(code).replace(u'-', u' ') : rule);
}

QWidget* makeCard(const support::Diagnostic& problem, QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setObjectName("finding");
    card->setProperty("tone", toneOf(problem.severity));
    auto* column = makeColumn(card, { 10, 8, 10, 8 }, 4);
    auto* row = makeRow(nullptr, {}, 8);
    row->addWidget(new IconLabel(iconOf(problem.severity), 16, toneOf(problem.severity), card));
    auto* title = makeText(headline(problem.code), card, "heading");
    title->setProperty("tone", toneOf(problem.severity));
    row->addWidget(title, 1);
    column->addLayout(row);
    column->addWidget(makeText(plain(problem.message, 1000), card));
    if (!problem.advice.empty())
        column->addWidget(makeSecondaryText(upperFirst(plain(problem.advice, 600)), card));
    auto* copy = new QPushButton(Inspector::tr("Copy"), card);
    copy->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    const auto text
        = plain(problem.message, 4000) + QStringLiteral("\n") + plain(problem.where.path, 1000);
    QObject::connect(
        copy, &QPushButton::clicked, copy, [text] { QGuiApplication::clipboard()->setText(text); });
    column->addWidget(copy);
    return card;
}

bool isAbout(const support::Diagnostic& problem, const InspectorTarget& target)
{
    const auto item = target.only();
    if (item.isNode())
        return problem.where.node == item.id;
    return item.isValue() && !problem.where.node && problem.where.value == item.id;
}

} // namespace

SectionBody makeFindings(const InspectorTarget& target, QWidget* parent)
{
    if (target.node() == nullptr && target.value() == nullptr)
        return nullptr;
    std::vector<const support::Diagnostic*> found; // problems() is sorted by severity, worst first
    for (const auto& problem : target.document.problems()) {
        if (isAbout(problem, target))
            found.push_back(&problem);
    }
    if (found.empty())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, 6);
    for (std::size_t i = 0; i < std::min(found.size(), maximumCards); ++i)
        column->addWidget(makeCard(*found[i], widget));
    if (found.size() > maximumCards) {
        const auto more = Inspector::tr(
            "%n more in Problems", nullptr, static_cast<int>(found.size() - maximumCards));
        column->addWidget(makeSecondaryText(more, widget));
    }
    return widget;
}

} // namespace ui
