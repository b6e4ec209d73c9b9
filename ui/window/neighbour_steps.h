#pragma once

class QWidget;

namespace ui {

class Document;

/// Go to the nodes that make, or read, what is selected: at once if it is one node; several are
/// offered in a menu in the middle of `page`, where digits choose one.
void goToProducer(Document* document, QWidget& page);
void goToReader(Document* document, QWidget& page);

} // namespace ui
