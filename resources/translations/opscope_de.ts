<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ui</name>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>The process that ran the model died (%1).</source>
        <translation>Der Prozess, der das Modell ausführte, ist abgestürzt (%1).</translation>
    </message>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>The process that ran the model ended with code %1.</source>
        <translation>Der Prozess, der das Modell ausführte, endete mit Code %1.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>one of a list</source>
        <translation>Auswahl aus einer Liste</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>, required</source>
        <translation>, erforderlich</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source> (default)</source>
        <translation> (Standard)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source> (default %1)</source>
        <translation> (Standard: %1)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Set %1 of %2 to %3</source>
        <translation>%1 von %2 auf %3 gesetzt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Set %1 of %2 from %3 to %4</source>
        <translation>%1 von %2: von %3 auf %4 geändert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>from attribute %1</source>
        <translation>aus Attribut %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Add attribute…</source>
        <translation>Attribut hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Attributes that are not set</source>
        <translation>Nicht gesetzte Attribute</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Give it a value: %1</source>
        <translation>Wert angeben: %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>new attribute</source>
        <translation>neues Attribut</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>name = value, as in axes = [1, 2]</source>
        <translation>Name = Wert, etwa axes = [1, 2]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>schema %1-%2</source>
        <translation>Schema %1-%2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>integer</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>integers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>list of texts</source>
        <translation>Liste von Texten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict.cpp"/>
        <source>Sorted the nodes</source>
        <translation>Knoten sortiert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>nothing: leave this input out</source>
        <translation>nichts: diese Eingabe weglassen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Connect %1 to</source>
        <translation>%1 verbinden mit</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>%n of other types not listed</source>
        <translation><numerusform>%n von anderem Typ nicht aufgeführt</numerusform><numerusform>%n von anderen Typen nicht aufgeführt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Data from a file</source>
        <translation>Daten aus einer Datei</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Tensors (*.npy *.pb *.raw *.bin);;All files (*)</source>
        <translation>Tensoren (*.npy *.pb *.raw *.bin);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1 nodes</source>
        <translation>%1 Knoten entfernt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1 and connected its readers</source>
        <translation>%1 entfernt und seine Leser verbunden</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Inserted %1 after %2</source>
        <translation>%1 nach %2 eingefügt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Added %1</source>
        <translation>%1 hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Disconnected input %1 of %2</source>
        <translation>Eingabe %1 von %2 getrennt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Connected input %1 of %2 to %3</source>
        <translation>Eingabe %1 von %2 mit %3 verbunden</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>and %n more: select one in the panel Model to edit it</source>
        <translation><numerusform>und %n weitere: zum Bearbeiten einen Eintrag im Panel „Modell“ auswählen</numerusform><numerusform>und %n weitere: zum Bearbeiten einen Eintrag im Panel „Modell“ auswählen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new input</source>
        <translation>neue Eingabe</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>name: type, as in mask: float[1,batch]</source>
        <translation>Name: Typ, etwa mask: float[1,batch]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Add output…</source>
        <translation>Ausgabe hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Make an output of</source>
        <translation>Zur Ausgabe machen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>opset %1</source>
        <translation>Opset %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>declares a version; nodes are not converted</source>
        <translation>deklariert eine Version; Knoten werden nicht konvertiert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new opset</source>
        <translation>neues Opset</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>domain = version, as in com.microsoft = 1</source>
        <translation>Domäne = Version, etwa com.microsoft = 1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new metadata</source>
        <translation>neue Metadaten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>key = value</source>
        <translation>Schlüssel = Wert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>dimension</source>
        <translation>Dimension</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>another name, or a size to fix it; in %n input(s)</source>
        <translation><numerusform>anderer Name oder Größe, die sie festlegt; in %n Eingabe</numerusform><numerusform>anderer Name oder Größe, die sie festlegt; in %n Eingaben</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>IR version</source>
        <translation>IR-Version</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>graph name</source>
        <translation>Name des Graphen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>producer</source>
        <translation>Ersteller</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>its version</source>
        <translation>dessen Version</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>model version</source>
        <translation>Modellversion</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>named at %n place(s)</source>
        <translation><numerusform>an %n Stelle genannt</numerusform><numerusform>an %n Stellen genannt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>inferred, not declared; as in float[1,batch,?]</source>
        <translation>abgeleitet, nicht deklariert; etwa float[1,batch,?]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>declared, as in float[1,batch,?]</source>
        <translation>deklariert, etwa float[1,batch,?]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make an input</source>
        <translation>Zur Eingabe machen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make a constant…</source>
        <translation>Zur Konstante machen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Remove from the outputs</source>
        <translation>Aus den Ausgaben entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make an output</source>
        <translation>Zur Ausgabe machen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Replace data…</source>
        <translation>Daten ersetzen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/tensors/tensor_source.cpp"/>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>, 95 % %1</source>
        <translation>, 95 %: %1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>commit %1</source>
        <translation>Commit %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>%1 has the type %2, the input takes %3.</source>
        <translation>%1 hat den Typ %2, die Eingabe erwartet %3.</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>%1 has the shape %2, the input takes %3.</source>
        <translation>%1 hat die Form %2, die Eingabe erwartet %3.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/findings.cpp"/>
        <location filename="../../ui/inspectors/elided_label.cpp"/>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/findings.cpp"/>
        <source>%n more in Problems</source>
        <translation><numerusform>%n weiteres unter „Probleme“</numerusform><numerusform>%n weitere unter „Probleme“</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>repeats</source>
        <translation>wiederholt sich</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>subgraph</source>
        <translation>Teilgraph</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Fold</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Unfold</source>
        <translation>Ausklappen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as Text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>The nodes in ONNX's textual syntax, a line each</source>
        <translation>Die Knoten in der Textsyntax von ONNX, je einer pro Zeile</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>Sum of the operators' medians</source>
        <translation>Summe der Mediane der Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Share of wall</source>
        <translation>Anteil Laufzeit</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>and %n more</source>
        <translation><numerusform>und %n weitere</numerusform><numerusform>und %n weitere</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>%n selected</source>
        <translation><numerusform>%n ausgewählt</numerusform><numerusform>%n ausgewählt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>With bodies of calls</source>
        <translation>Mit Rümpfen der Aufrufe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>unknown operator</source>
        <translation>unbekannter Operator</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>local function</source>
        <translation>lokale Funktion</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>never defined</source>
        <translation>nirgends definiert</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>Select a node or press an arrow key in the graph.</source>
        <translation>Wählen Sie einen Knoten oder drücken Sie im Graphen eine Pfeiltaste.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>Show it in the timeline</source>
        <translation>In der Zeitleiste anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>GPU idle before it</source>
        <translation>GPU-Leerlauf davor</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>of it for launches</source>
        <translation>davon für Starts</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>CPU time of its calls</source>
        <translation>CPU-Zeit der Aufrufe</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>%n more in Operators</source>
        <translation><numerusform>%n weiterer unter „Operatoren“</numerusform><numerusform>%n weitere unter „Operatoren“</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>run %1, median</source>
        <translation>Lauf %1, Median</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>computing…</source>
        <translation>wird berechnet…</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>compute</source>
        <translation>berechnen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Find them</source>
        <translation>Suchen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>and %n more types</source>
        <translation><numerusform>und %n weiterer Typ</numerusform><numerusform>und %n weitere Typen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>%n type(s)</source>
        <translation><numerusform>%n Typ</numerusform><numerusform>%n Typen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>A multiply-add counts as two.</source>
        <translation>Eine Multiplikation mit Addition zählt als zwei.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>%n node(s) could not be counted.</source>
        <translation><numerusform>%n Knoten konnte nicht gezählt werden.</numerusform><numerusform>%n Knoten konnten nicht gezählt werden.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Work</source>
        <translation>Rechenarbeit</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Least traffic</source>
        <translation>Mindestverkehr</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Every operand read or written once.</source>
        <translation>Jeder Operand einmal gelesen oder geschrieben.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Counted for</source>
        <translation>Gezählt für</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Not counted</source>
        <translation>Nicht gezählt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n node(s)</source>
        <translation><numerusform>%n Knoten</numerusform><numerusform>%n Knoten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Subgraphs</source>
        <translation>Teilgraphen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Opsets</source>
        <translation>Opsets</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Producer</source>
        <translation>Ersteller</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Training graphs</source>
        <translation>Trainingsgraphen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Values from outside</source>
        <translation>Werte von außen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Belongs to</source>
        <translation>Gehört zu</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1 (default)</source>
        <translation>%1 (Standard)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Click to show all of it</source>
        <translation>Klicken, um alles anzuzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, optional</source>
        <translation>, optional</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, any number</source>
        <translation>, beliebig viele</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source> (required)</source>
        <translation> (erforderlich)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>A function of this model, without a description.</source>
        <translation>Eine Funktion dieses Modells, ohne Beschreibung.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Since opset %1 of %2</source>
        <translation>Seit Opset %1 von %2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, deprecated</source>
        <translation>, veraltet</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/statistics_section.cpp"/>
        <source>Computed by a run; no run has kept it.</source>
        <translation>Wird von einem Lauf berechnet; kein Lauf hat ihn behalten.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/statistics_section.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>view ›</source>
        <translation>ansehen ›</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>No operator of %1 was led to this node: it was removed, or some operator that was led to no node does its work.</source>
        <translation>Diesem Knoten wurde kein Operator von %1 zugeordnet: Er wurde entfernt, oder ein Operator, der keinem Knoten zugeordnet wurde, erledigt seine Arbeit.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Became</source>
        <translation>Wurde</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 by %2</source>
        <translation>%1 durch %2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 (95 %)</source>
        <translation>%1 (95 %)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of wall</source>
        <translation>%1 der Laufzeit</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%n more</source>
        <translation><numerusform>%n weitere</numerusform><numerusform>%n weitere</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 executed this node as %2</source>
        <translation>%1 hat diesen Knoten als %2 ausgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>, together with %1</source>
        <translation>, zusammen mit %1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source> Attributed by %1.</source>
        <translation> Zugeordnet durch %1.</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>CPU, fallback</source>
        <translation>CPU, Fallback</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Copy</source>
        <comment>of data</comment>
        <translation>Kopie</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Times by run</source>
        <translation>Zeiten je Lauf</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n run(s)</source>
        <translation><numerusform>%n Lauf</numerusform><numerusform>%n Läufe</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>p95 · max</source>
        <translation>p95 · max</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Threads busy</source>
        <translation>Threads aktiv</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Shared</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>by all nodes of its step</source>
        <translation>von allen Knoten seines Schritts</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Ran</source>
        <translation>Ausgeführt als</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Fused from</source>
        <translation>Fusioniert aus</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>solid: yes, dashed: no</source>
        <translation>durchgezogen: ja, gestrichelt: nein</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>%1 deeper ones are not drawn</source>
        <translation>%1 in größerer Tiefe nicht gezeichnet</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>graph input</source>
        <translation>Graph-Eingabe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>graph output</source>
        <translation>Graph-Ausgabe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>no readers</source>
        <translation>keine Leser</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>to</source>
        <translation>an</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>+ %n</source>
        <translation><numerusform>+ %n</numerusform><numerusform>+ %n</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>reconnect…</source>
        <translation>neu verbinden…</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>Show %n more</source>
        <translation><numerusform>%n weitere anzeigen</numerusform><numerusform>%n weitere anzeigen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>in the model file, byte %1</source>
        <translation>in der Modelldatei, Byte %1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>%1, byte %2</source>
        <translation>%1, Byte %2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>in the model file, as fields</source>
        <translation>in der Modelldatei, als Felder</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>sparse, %1 values</source>
        <translation>dünn besetzt, %1 Werte</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Denotation</source>
        <translation>Denotation</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Produced by</source>
        <translation>Erzeugt von</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Read by</source>
        <translation>Gelesen von</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>none (output of the graph)</source>
        <translation>niemandem (Ausgabe des Graphen)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>nobody</source>
        <translation>niemandem</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%n reader(s)</source>
        <translation><numerusform>%n Leser</numerusform><numerusform>%n Leser</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>shared or in no group</source>
        <translation>geteilt oder in keiner Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>%1, %2 same</source>
        <translation>%1, %2 gleiche</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>By group</source>
        <translation>Nach Gruppe</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>and %n more groups</source>
        <translation><numerusform>und %n weitere Gruppe</numerusform><numerusform>und %n weitere Gruppen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>no tensor</source>
        <translation>kein Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Graph: walk to readers, producers and neighbours</source>
        <translation>Graph: zu Lesern, Erzeugern und Nachbarn gehen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Arrows; digits choose a branch</source>
        <translation>Pfeiltasten; Ziffern wählen einen Zweig</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: zoom, move</source>
        <translation>Zeitleiste: zoomen, verschieben</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: previous or next span, row above or below</source>
        <translation>Zeitleiste: vorheriger oder nächster Abschnitt, Zeile darüber oder darunter</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Arrows</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: next or previous span of the same node</source>
        <translation>Zeitleiste: nächster oder vorheriger Abschnitt desselben Knotens</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: fit the range or the selected span</source>
        <translation>Zeitleiste: Bereich oder gewählten Abschnitt einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: keep the range as a mark</source>
        <translation>Zeitleiste: Bereich als Markierung behalten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: next or previous mark, delete it</source>
        <translation>Zeitleiste: nächste oder vorherige Markierung, Markierung löschen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: clear the range</source>
        <translation>Zeitleiste: Bereich aufheben</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Runs over each other: next or previous varying operator</source>
        <translation>Überlagerte Läufe: nächster oder vorheriger schwankender Operator</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Runs over each other: show all, back to the timeline</source>
        <translation>Überlagerte Läufe: alles anzeigen, zurück zur Zeitleiste</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Model, Find: from the line to the rows, clear the line</source>
        <translation>Modell, Suchen: vom Eingabefeld zu den Zeilen, Eingabefeld leeren</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Down; Esc</source>
        <translation>Pfeil nach unten; Esc</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Rows: on to the graph, what can be done</source>
        <translation>Zeilen: weiter zum Graphen, mögliche Aktionen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Return; Menu</source>
        <translation>Eingabe; Menütaste</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>What the model has in fp32 is computed in fp32; sums in the order that is fastest</source>
        <translation>Was im Modell fp32 ist, wird in fp32 gerechnet; Summen in der schnellsten Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Plain fp32: no TF32, no products in reduced precision, no Winograd or FFT convolutions</source>
        <translation>Reines fp32: kein TF32, keine Produkte in verringerter Präzision, keine Winograd- oder FFT-Faltungen</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to 10 bits after the point, on tensor cores; sums are fp32</source>
        <translation>Produkte in fp32 runden ihre Eingaben auf 10 Mantissenbits, auf Tensor-Cores; Summen sind fp32</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to fp16; sums are fp32. Values above 65,504 become infinite</source>
        <translation>Produkte in fp32 runden ihre Eingaben auf fp16; Summen sind fp32. Werte über 65 504 werden unendlich</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to 7 bits after the point, with the range of fp32; sums are fp32. A CPU needs AVX512-BF16 or AMX</source>
        <translation>Produkte in fp32 runden ihre Eingaben auf 7 Mantissenbits mit dem Wertebereich von fp32; Summen sind fp32. Eine CPU braucht AVX512-BF16 oder AMX</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>%n stream(s)</source>
        <translation><numerusform>%n Stream</numerusform><numerusform>%n Streams</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/runs/run_text.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>%n thread(s)</source>
        <translation><numerusform>%n Thread</numerusform><numerusform>%n Threads</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>0 records dropped</source>
        <translation>0 Einträge verworfen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>%n record(s) dropped</source>
        <translation><numerusform>%n Eintrag verworfen</numerusform><numerusform>%n Einträge verworfen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_findings.cpp"/>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_findings.cpp"/>
        <source>or choose the CPU in the Run panel</source>
        <translation>oder im Panel „Ausführen“ die CPU wählen</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_findings.cpp"/>
        <source>no CUDA device: %1</source>
        <translation>kein CUDA-Gerät: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%1 reader(s)</source>
        <translation><numerusform>%1 Leser</numerusform><numerusform>%1 Leser</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1. Above 32,767 pixels a side many programs cannot open it: SVG or PDF can be read at any size.</source>
        <translation>%1. Über 32 767 Pixel Kantenlänge können es viele Programme nicht öffnen: SVG und PDF sind in jeder Größe lesbar.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%n page(s)</source>
        <translation><numerusform>%n Seite</numerusform><numerusform>%n Seiten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1, scaled to %2 %</source>
        <translation>%1, auf %2 % skaliert</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1 × %2 units, sharp at any size</source>
        <translation>%1 × %2 Einheiten, scharf in jeder Größe</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>SVG picture</source>
        <translation>SVG-Bild</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <location filename="../../ui/dialogs/export_dialog.cpp"/>
        <source>PDF document</source>
        <translation>PDF-Dokument</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Output bytes</source>
        <translation>Ausgabe-Bytes</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Operator type</source>
        <translation>Operatortyp</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>the model has no nodes</source>
        <translation>das Modell hat keine Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>this graph has no groups</source>
        <translation>dieser Graph hat keine Gruppen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run yet: profile the model to see what ran where</source>
        <translation>noch kein Lauf: Modell profilieren, um zu sehen, was wo lief</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no node reads weights</source>
        <translation>kein Knoten liest Gewichte</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>FLOP are unknown: give the named dimensions a size</source>
        <translation>FLOP unbekannt: den benannten Dimensionen eine Größe geben</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>memory traffic is unknown: give the named dimensions a size</source>
        <translation>Speicherverkehr unbekannt: den benannten Dimensionen eine Größe geben</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run yet: profile the model to colour by time</source>
        <translation>noch kein Lauf: Modell profilieren, um nach Zeit einzufärben</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run with planned memory yet</source>
        <translation>noch kein Lauf mit geplantem Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>nothing was verified yet</source>
        <translation>noch nichts verifiziert</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>NO WEIGHTS</source>
        <translation>OHNE GEWICHTE</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FALLBACK</source>
        <translation>FALLBACK</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>NOT SUPPORTED</source>
        <translation>NICHT UNTERSTÜTZT</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>ERROR</source>
        <translation>FEHLER</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/painting/group_text.h"/>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>%1 node(s)</source>
        <translation><numerusform>%1 Knoten</numerusform><numerusform>%1 Knoten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/group_text.h"/>
        <source>%1 identical · %2</source>
        <translation>%1 gleiche · %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/marks_painter.cpp"/>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>within</source>
        <translation>innerhalb</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>past tolerance</source>
        <translation>über der Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>In A</source>
        <translation>In A</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>In B</source>
        <translation>In B</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>What differs</source>
        <translation>Was abweicht</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Shape and type</source>
        <translation>Form und Typ</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Past</source>
        <translation>Darüber</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Largest difference</source>
        <translation>Größte Differenz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Worst element</source>
        <translation>Maximum bei</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>verdicts are still given</source>
        <translation>Urteile werden trotzdem gefällt</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>verdicts are not comparable</source>
        <translation>Urteile sind nicht vergleichbar</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>gone</source>
        <translation>entfallen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>not comparable</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Models run in a sandbox: the process that runs one can write its results only, start no program and reach no network.</source>
        <translation>Modelle laufen in einer Sandbox: Der Prozess, der eines ausführt, kann nur seine Ergebnisse schreiben, kein Programm starten und kein Netz erreichen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>The sandbox in which models run is incomplete on this machine: the kernel has no %1.</source>
        <translation>Die Sandbox, in der Modelle laufen, ist auf diesem Rechner unvollständig: Dem Betriebssystemkern fehlt %1.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>About Opscope</source>
        <translation>Über Opscope</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Opscope %1

See an ONNX model, run it, and know where the time goes.

Licence: Apache-2.0. Built on the work of others, listed below.

%2</source>
        <translation>Opscope %1

Ein ONNX-Modell sehen, ausführen und wissen, wo die Zeit bleibt.

Lizenz: Apache-2.0. Baut auf der Arbeit anderer auf, die unten aufgeführt sind.

%2</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Guide</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>From a file to the operator that takes the time. Help, Keys lists every key; Ctrl+Shift+P finds every command by its name.</source>
        <translation>Von einer Datei zu dem Operator, der die Zeit braucht. „Hilfe“ › „Tasten“ führt alle Tasten auf; Strg+Umschalt+P findet jeden Befehl beim Namen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>1. Open
Drop a file on the window, or Ctrl+O. A model that is open already comes to the front. What was found wrong stands in Problems; F8 steps through it.

2. Look
Drag moves the graph, the wheel zooms, a double click or Space unfolds a group. Arrow keys walk from operator to operator along the flow. The inspector says what is selected; "view" shows the numbers of a tensor. Alt+Left goes back to what was looked at before, in whichever tab.

3. Find
Ctrl+F: words, type:Conv, attr:axis&lt;0, in:1x*, size&gt;1MiB. F3 goes to the next one.

4. Run
In the Run panel give named dimensions a size and choose inputs. Profile (Ctrl+R) runs the model several times and records every operator. A model without its weights runs with random ones: times are real, results are not.

5. Read the times
Operators lists them, slowest first; each figure has its 95 % interval. Timeline shows when each ran, Flame where the time adds up, Roofline what the machine would allow, Memory what was live. F4, T colours the graph by time.

6. Compare
Ctrl+Shift+C compares with another model or run. A change is called one only where the measurements show it.

7. Keep
Runs, Save profile writes a measurement to a file of yours. Ctrl+E writes a report that opens in any browser and again here.</source>
        <translation>1. Öffnen
Datei auf das Fenster ziehen oder Strg+O drücken. Ein Modell, das schon offen ist, kommt nach vorn. Was an ihm nicht stimmt, steht unter „Probleme“; F8 geht die Einträge durch.

2. Ansehen
Ziehen verschiebt den Graphen, das Mausrad zoomt, Doppelklick oder Leertaste klappt eine Gruppe aus. Pfeiltasten gehen entlang des Flusses von Operator zu Operator. Der Inspektor beschreibt, was ausgewählt ist; „ansehen“ zeigt die Zahlen eines Tensors. Alt+Links geht zurück zu dem, was zuvor zu sehen war, gleich in welchem Tab.

3. Suchen
Strg+F: Wörter, type:Conv, attr:axis&lt;0, in:1x*, size&gt;1MiB. F3 geht zum nächsten Treffer.

4. Ausführen
Im Panel „Ausführen“ benannten Dimensionen eine Größe geben und Eingaben wählen. „Profilieren“ (Strg+R) führt das Modell mehrmals aus und zeichnet jeden Operator auf. Ein Modell ohne seine Gewichte läuft mit zufälligen: Die Zeiten sind echt, die Ergebnisse nicht.

5. Die Zeiten lesen
„Operatoren“ führt sie auf, den langsamsten zuerst; jede Zahl hat ihr 95-%-Intervall. „Zeitleiste“ zeigt, wann jeder lief, „Flame“, wo sich die Zeit summiert, „Roofline“, was der Rechner zuließe, „Speicher“, was wann belegt war. F4, T färbt den Graphen nach Zeit.

6. Vergleichen
Strg+Umschalt+C vergleicht mit einem anderen Modell oder Lauf. Eine Änderung wird nur so genannt, wenn die Messungen sie zeigen.

7. Behalten
„Profil speichern“ unter „Läufe“ schreibt eine Messung in eine eigene Datei. Strg+E schreibt einen Bericht, der sich in jedem Browser und wieder hier öffnen lässt.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Nothing leaves this machine.

Opscope has no network code: no account, no telemetry, no check for updates. A test of every build proves that no program of ours links a network library or opens a socket.

Models run in a process of their own. The files that you open are never written. Recent files, the tabs that were open and settings are kept in one file of your user folder. Recent files can be cleared or switched off on the welcome page, the tabs in Preferences.</source>
        <translation>Nichts verlässt diesen Rechner.

Opscope enthält keinen Netzwerkcode: kein Konto, keine Telemetrie, keine Suche nach Updates. Ein Test jedes Builds weist nach, dass kein Programm von uns eine Netzwerkbibliothek einbindet oder einen Socket öffnet.

Modelle laufen in einem eigenen Prozess. In die Dateien, die Sie öffnen, wird nie geschrieben. Zuletzt geöffnete Dateien, offene Tabs und Einstellungen stehen in einer einzigen Datei in Ihrem Benutzerordner. Die zuletzt geöffneten Dateien lassen sich auf der Willkommensseite leeren oder abschalten, die Tabs in den Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>What is measured</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Wall is the time of one run from the first step to the last. Operators + not in any operator − overlap = wall, taken from the median run. A figure with two ends (or ±, where it reaches as far down as up) is a median with its 95 % interval; where there are too few runs for one, it says how many there were.</source>
        <translation>Die Laufzeit ist die Zeit eines Laufs vom ersten bis zum letzten Schritt. Operatoren + in keinem Operator − Überlappung = Laufzeit, entnommen dem Medianlauf. Eine Zahl mit zwei Enden (oder ±, wenn sie nach unten so weit reicht wie nach oben) ist ein Median mit seinem 95-%-Intervall; gibt es dafür zu wenige Läufe, steht dort deren Anzahl.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/canvas/tools/choice_list.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Convert the opset version</source>
        <translation>Opset-Version konvertieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Rewrites all nodes for another version of ONNX's operators, up or down. It fails if a step is not exact.</source>
        <translation>Schreibt alle Knoten für eine andere Version der ONNX-Operatoren um, aufwärts oder abwärts. Schlägt fehl, wenn ein Schritt nicht exakt ist.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Convert floats to fp16, bf16 or fp32</source>
        <translation>Gleitkommazahlen nach fp16, bf16 oder fp32 konvertieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Changes the type of all floats, with casts where operators or the interface keep theirs.</source>
        <translation>Ändert den Typ aller Gleitkommazahlen, mit Casts dort, wo Operatoren oder die Schnittstelle den ihren behalten.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Operators that stay</source>
        <translation>Operatoren, die bleiben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Inputs and outputs keep their types</source>
        <translation>Ein- und Ausgaben behalten ihre Typen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise weights in blocks</source>
        <translation>Gewichte in Blöcken quantisieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Codes the weights of MatMul, Gemm and Gather with 4 or 8 bits. Sums stay floats.</source>
        <translation>Codiert die Gewichte von MatMul, Gemm und Gather mit 4 oder 8 Bit. Summen bleiben Gleitkommazahlen.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Elements with one scale</source>
        <translation>Elemente je Skalierung</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Zero points</source>
        <translation>Nullpunkte</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Nodes that stay</source>
        <translation>Knoten, die bleiben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise to int8, ranges of each run</source>
        <translation>Nach int8 quantisieren, Wertebereiche je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Codes weights as int8, and activations as uint8 with ranges that each run finds.</source>
        <translation>Codiert Gewichte als int8 und Aktivierungen als uint8 mit Wertebereichen, die jeder Lauf ermittelt.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Scales of weights</source>
        <translation>Skalierungen der Gewichte</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise to int8, ranges from calibration runs</source>
        <translation>Auf int8 quantisieren, Bereiche aus Kalibrierläufen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Runs the model in our engine to find the ranges of activations, and puts QuantizeLinear and DequantizeLinear around operators. Without a folder of inputs (input_0.pb or NAME.npy), eight random ones are used, which real inputs may exceed.</source>
        <translation>Führt das Modell in unserer Engine aus, um die Bereiche der Aktivierungen zu finden, und setzt QuantizeLinear und DequantizeLinear um Operatoren. Ohne einen Ordner mit Eingaben (input_0.pb oder NAME.npy) werden acht zufällige genommen, die echte Eingaben überschreiten können.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Folder with inputs</source>
        <translation>Ordner mit Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Fix a dimension</source>
        <translation>Dimension festlegen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives a named dimension a size everywhere.</source>
        <translation>Gibt einer benannten Dimension überall eine Größe.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Rename a dimension</source>
        <translation>Dimension umbenennen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Also in bodies and in expressions such as 2*N.</source>
        <translation>Auch in Rümpfen und in Ausdrücken wie 2*N.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Change the batch</source>
        <translation>Batch ändern</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives the first dimension of the inputs another size or a name. Targets of Reshape, Expand and Resize and the types of outputs follow.</source>
        <translation>Gibt der ersten Dimension der Eingaben eine andere Größe oder einen Namen. Ziele von Reshape, Expand und Resize und die Typen der Ausgaben werden angepasst.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Size or name</source>
        <translation>Größe oder Name</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Only of these inputs</source>
        <translation>Nur diese Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Extract a part</source>
        <translation>Teil extrahieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>The nodes between values become the model, with typed inputs and outputs. Give names of values, or the beginning of nodes' names as the scope.</source>
        <translation>Die Knoten zwischen Werten werden zum Modell, mit typisierten Ein- und Ausgaben. Anzugeben sind Namen von Werten oder als Scope der Anfang von Knotennamen.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>From values</source>
        <translation>Ab Werten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>To values</source>
        <translation>Bis zu Werten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Scope</source>
        <translation>Scope</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Put another model behind this one</source>
        <translation>Anderes Modell anfügen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Outputs of this model become inputs of the other one: those of equal names, or the only output and the only input.</source>
        <translation>Ausgaben dieses Modells werden Eingaben des anderen: die gleichen Namens oder die einzige Ausgabe und die einzige Eingabe.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Outputs that are read stay outputs</source>
        <translation>Gelesene Ausgaben bleiben Ausgaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Inline functions</source>
        <translation>Funktionen inline einsetzen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Replaces calls by the nodes of the function.</source>
        <translation>Ersetzt Aufrufe durch die Knoten der Funktion.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Fold constants</source>
        <translation>Konstanten falten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Computes what depends on constants and fixed sizes alone, and replaces it by its value if that has at most 1 MiB.</source>
        <translation>Berechnet, was nur von Konstanten und festen Größen abhängt, und ersetzt es durch seinen Wert, wenn dieser höchstens 1 MiB hat.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Optimise</source>
        <translation>Optimierung</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Writes out what our optimiser changes, as far as operators of ONNX can say it: constants, operators without effect, and with full also BatchNormalization in convolutions, LayerNormalization and Gelu. Results differ by rounding at most.</source>
        <translation>Schreibt aus, was unser Optimierer ändert, soweit Operatoren von ONNX es sagen können: Konstanten, Operatoren ohne Wirkung, mit full auch BatchNormalization in Faltungen, LayerNormalization und Gelu. Ergebnisse unterscheiden sich höchstens durch Rundung.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Remove identities</source>
        <translation>Identity-Knoten entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes Identity, and Dropout that does not train.</source>
        <translation>Entfernt Identity und Dropout, das nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Remove what is not needed</source>
        <translation>Nicht Benötigtes entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes nodes, weights and functions that no output needs.</source>
        <translation>Entfernt Knoten, Gewichte und Funktionen, die keine Ausgabe braucht.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Strip doc strings</source>
        <translation>Doc-Strings entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes all doc strings.</source>
        <translation>Entfernt alle Doc-Strings.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Strip weights</source>
        <translation>Gewichtsdaten entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes the data of weights: what is left is a skeleton to show, not to run.</source>
        <translation>Entfernt die Daten der Gewichte: Übrig bleibt ein Gerüst zum Ansehen, nicht zum Ausführen.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>From this many bytes on</source>
        <translation>Ab so vielen Bytes</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Anonymise names</source>
        <translation>Namen anonymisieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives values, nodes, dimensions and functions names without meaning; removes doc strings and metadata.</source>
        <translation>Gibt Werten, Knoten, Dimensionen und Funktionen nichtssagende Namen; entfernt Doc-Strings und Metadaten.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Mends the findings that have one sure repair, and gives nodes of one name names of their own.</source>
        <translation>Behebt die Befunde, für die es genau eine sichere Reparatur gibt, und gibt gleichnamigen Knoten eigene Namen.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>%1 is no whole number: %2</source>
        <translation>%1 ist keine ganze Zahl: %2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Nodes: %1</source>
        <translation>Knoten: %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Operators: %1</source>
        <translation>Operatoren: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>… and %n more</source>
        <translation><numerusform>… und %n weiterer</numerusform><numerusform>… und %n weitere</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>New finding, %1: %2</source>
        <translation>Neuer Befund, %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Mended, %1: %2</source>
        <translation>Behoben, %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_choice.cpp"/>
        <source>This is a setting of Opscope's engine; %1 does not have it.</source>
        <translation>Dies ist eine Einstellung der Engine von Opscope; %1 hat sie nicht.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>the engine's own</source>
        <translation>von der Engine selbst</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>of no known node</source>
        <translation>von keinem bekannten Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>dispatch, gaps</source>
        <translation>Dispatch, Lücken</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>adds up exactly</source>
        <translation>geht genau auf</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>only there</source>
        <translation>nur dort</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>fewer than two engines were measured</source>
        <translation>weniger als zwei Engines wurden gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1, by %2</source>
        <translation>%1, um %2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>to %1, 95 % %2</source>
        <translation>gegenüber %1, 95 % %2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no difference shown</source>
        <translation>kein Unterschied nachgewiesen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 and %2: within noise</source>
        <translation>%1 und %2: im Rauschen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Found at</source>
        <translation>Gefunden in</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Precision run</source>
        <translation>Präzision im Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Open and prepare</source>
        <translation>Öffnen, vorbereiten</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Steps executed</source>
        <translation>Ausgeführte Schritte</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source> (its own choice: %1)</source>
        <translation> (eigene Wahl: %1)</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>within tolerance</source>
        <translation>innerhalb der Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 was not measured completely: %2.</source>
        <translation>%1 wurde nicht vollständig gemessen: %2.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 is not compared: %2.</source>
        <translation>%1 wird nicht verglichen: %2.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Each engine ran in a process of its own.</source>
        <translation>Jede Engine lief in einem eigenen Prozess.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>reorders, casts</source>
        <translation>Umordnungen, Casts</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>not led to a node</source>
        <translation>keinem Knoten zugeordnet</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Not in any operator</source>
        <translation>In keinem Operator</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Wall</source>
        <translation>Laufzeit</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>and %n smaller</source>
        <translation><numerusform>und %n kleinere</numerusform><numerusform>und %n kleinere</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 and %2 cannot be told apart</source>
        <translation>%1 und %2 sind nicht zu unterscheiden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 takes %2 more than %3</source>
        <translation>%1 braucht %2 mehr als %3</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 takes %2 less than %3</source>
        <translation>%1 braucht %2 weniger als %3</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no row differs</source>
        <translation>keine Zeile weicht ab</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1: only one of them has this</source>
        <translation>%1: nur eine der beiden hat dies</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>cannot be told apart</source>
        <translation>nicht zu unterscheiden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no step</source>
        <translation>kein Schritt</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Time, nodes before the first run</source>
        <translation>Zeit (vor dem ersten Lauf: Knoten)</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>main graph</source>
        <translation>Hauptgraph</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of the range</source>
        <translation>%1 des Bereichs</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of the median run</source>
        <translation>%1 des mittleren Laufs</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>median %1, %2</source>
        <translation>Median %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 executions in the range</source>
        <translation>%1 Ausführungen im Bereich</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 executions per run</source>
        <translation>%1 Ausführungen je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>all</source>
        <translation>alles</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>scope</source>
        <translation>Scope</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>what ran</source>
        <translation>was lief</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>in no operator</source>
        <translation>in keinem Operator</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%n operator(s)</source>
        <translation><numerusform>%n Operator</numerusform><numerusform>%n Operatoren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>dispatch, waiting and what has no name: the account in Operators says which</source>
        <translation>Dispatch, Warten und Namenloses: im Einzelnen in der Aufschlüsselung unter „Operatoren“</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%n frame(s) in one pixel</source>
        <translation><numerusform>%n Frame in einem Pixel</numerusform><numerusform>%n Frames in einem Pixel</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>%1 core(s)</source>
        <translation><numerusform>%1 Kern</numerusform><numerusform>%1 Kerne</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 point(s)</source>
        <translation><numerusform>%1 Punkt</numerusform><numerusform>%1 Punkte</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>95 %: %1</source>
        <translation>95 %: %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 per token in the model, median</source>
        <translation>%1 je Token im Modell, Median</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Generation</source>
        <translation>Generierung</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>95 %: %1 … %2</source>
        <translation>95 %: %1 … %2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>token %1, position %2</source>
        <translation>Token %1, Position %2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Slowest token</source>
        <translation>Langsamstes Token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 tokens/s · </source>
        <translation>%1 Tokens/s · </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Prefill, %n token(s)</source>
        <translation><numerusform>Prefill, %n Token</numerusform><numerusform>Prefill, %n Tokens</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>prefill and choosing</source>
        <translation>Prefill und Auswahl</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Cache, %1 positions</source>
        <translation>Cache, %1 Positionen</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 per position</source>
        <translation>%1 je Position</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 of the median token</source>
        <translation>%1 des Median-Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>grid %1, block %2</source>
        <translation>Grid %1, Block %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%n register(s) per thread</source>
        <translation><numerusform>%n Register je Thread</numerusform><numerusform>%n Register je Thread</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%1 shared memory per block</source>
        <translation>%1 Shared Memory je Block</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%1 spilled per thread</source>
        <translation>%1 ausgelagert je Thread</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>clusters of %1 blocks</source>
        <translation>Cluster aus %1 Blöcken</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>node %1 of graph %2</source>
        <translation>Knoten %1 von Graph %2</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>page-locked memory</source>
        <translation>seitenfixierter Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>pageable memory</source>
        <translation>auslagerbarer Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>asynchronous</source>
        <translation>asynchron</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>occupancy %1, computed: %n warp(s) at once on a multiprocessor, limited by %2</source>
        <translation><numerusform>Belegung %1, berechnet: %n Warp zugleich auf einem Multiprozessor, begrenzt durch %2</numerusform><numerusform>Belegung %1, berechnet: %n Warps zugleich auf einem Multiprozessor, begrenzt durch %2</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>; the grid fills %1 of the device</source>
        <translation>; das Grid füllt %1 des Geräts</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>its kernels and copies run %1 of that time</source>
        <translation>seine Kernel und Kopien laufen %1 dieser Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>failed with error %1</source>
        <translation>fehlgeschlagen mit Fehler %1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>begins %1 after its call</source>
        <translation>beginnt %1 nach seinem Aufruf</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Where</source>
        <translation>Ort</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Implementation</source>
        <translation>Implementierung</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>GPU kernels</source>
        <translation>GPU-Kernel</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Together</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Identical groups</source>
        <translation>Identische Gruppen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Entering</source>
        <translation>Eingehend</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Leaving</source>
        <translation>Ausgehend</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Decision trees</source>
        <translation>Entscheidungsbäume</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Inputs and outputs</source>
        <translation>Ein- und Ausgaben</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Documentation</source>
        <translation>Dokumentation</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Raw</source>
        <translation>Rohdaten</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Dimensions</source>
        <translation>Dimensionen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Median (ns)</source>
        <translation>Median (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>95 % CI</source>
        <translation>95-%-KI</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Share of wall (%)</source>
        <translation>Anteil Laufzeit (%)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>p10</source>
        <translation>p10</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>p10 (ns)</source>
        <translation>p10 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>p90 (ns)</source>
        <translation>p90 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>p95 (ns)</source>
        <translation>p95 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Calls per run</source>
        <translation>Aufrufe je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Least traffic (B)</source>
        <translation>Mindestverkehr (B)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate (FLOP/s)</source>
        <translation>Rate (FLOP/s)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Of roof</source>
        <translation>Von Roofline</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Of roof (%)</source>
        <translation>Von Roofline (%)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Threads busy (%)</source>
        <translation>Threads aktiv (%)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernel time</source>
        <translation>Kernelzeit</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernel time (ns)</source>
        <translation>Kernelzeit (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Gap before</source>
        <translation>Lücke davor</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Gap before (ns)</source>
        <translation>Lücke davor (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Bound by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>IPC</source>
        <translation>IPC</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>L1 misses/k</source>
        <translation>L1-Misses/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>L2 misses/k</source>
        <translation>L2-Misses/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>LLC misses/k</source>
        <translation>LLC-Misses/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>From memory</source>
        <translation>Aus Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>From memory (B/s)</source>
        <translation>Aus Speicher (B/s)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Of bandwidth</source>
        <translation>Von Bandbreite</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Of bandwidth (0 to 1)</source>
        <translation>Von Bandbreite (0 bis 1)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Stalled</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Stalled (0 to 1)</source>
        <translation>Blockiert (0 bis 1)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Clock (Hz)</source>
        <translation>Takt (Hz)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Page faults</source>
        <translation>Seitenfehler</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Page faults per run</source>
        <translation>Seitenfehler je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Switches</source>
        <translation>Wechsel</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Switches per run</source>
        <translation>Wechsel je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Migrations</source>
        <translation>Migrationen</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Migrations per run</source>
        <translation>Migrationen je Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/fed_picture.cpp"/>
        <source>over %1, the picture of %2 in the Run panel</source>
        <translation>über %1, dem Bild von %2 im Panel „Ausführen“</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>whole numbers whose name says tokens</source>
        <translation>ganze Zahlen, deren Name auf Tokens deutet</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 tokens</source>
        <translation>ein Score für jedes von %1 Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>four numbers for each of %1 boxes</source>
        <translation>vier Zahlen für jede von %1 Boxen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>corners, score and class for each of %1 boxes</source>
        <translation>Ecken, Score und Klasse für jede von %1 Boxen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>centre, size and %1 scores for each of %2 boxes, as YOLOv8 has</source>
        <translation>Mitte, Größe und %1 Scores für jede von %2 Boxen, wie bei YOLOv8</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>centre, size, score and %1 scores for each of %2 boxes, as YOLOv5 has</source>
        <translation>Mitte, Größe, Score und %1 Scores für jede von %2 Boxen, wie bei YOLOv5</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a number per pixel, and its name says mask</source>
        <translation>eine Zahl je Pixel, und der Name deutet auf eine Maske</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 classes per pixel</source>
        <translation>ein Score für jede von %1 Klassen je Pixel</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>%1 numbers in a row, and the name says sound</source>
        <translation>%1 Zahlen in einer Reihe, und der Name deutet auf Ton</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 classes</source>
        <translation>ein Score für jede von %1 Klassen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_boxes.cpp"/>
        <source>%1 of %2 objects reach the threshold, %3 without overlaps%4</source>
        <translation>%1 von %2 Objekten erreichen den Schwellenwert, %3 ohne Überlappungen%4</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_boxes.cpp"/>
        <source>; their numbers are taken as shares of the picture</source>
        <translation>; ihre Zahlen gelten als Anteile des Bildes</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>the number of each pixel is its class</source>
        <translation>die Zahl jedes Pixels ist seine Klasse</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>inside: %1 and more</source>
        <translation>innen: ab %1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>the best of %1 channels at each pixel</source>
        <translation>der beste von %1 Kanälen an jedem Pixel</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>softmax of %1 scores</source>
        <translation>Softmax von %1 Scores</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 scores as they are</source>
        <translation>%1 Scores, wie sie sind</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>the token with the best score at each of %1 places</source>
        <translation>das Token mit dem besten Score an jeder von %1 Stellen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 samples, %2 at %3 Hz, largest %4</source>
        <translation>%1 Samples, %2 bei %3 Hz, Maximum %4</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 samples, largest %2</source>
        <translation>%1 Samples, Maximum %2</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Small image classifier</source>
        <translation>Kleiner Bildklassifikator</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>54 nodes · 2.3 MiB, with inputs</source>
        <translation>54 Knoten · 2,3 MiB, mit Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Walk through graph, inspector and a first profiling run.</source>
        <translation>Rundgang durch Graph, Inspektor und einen ersten Profillauf.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Tiny decoder, 4 blocks</source>
        <translation>Winziger Decoder, 4 Blöcke</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>482 nodes · untrained weights</source>
        <translation>482 Knoten · untrainierte Gewichte</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Repeated blocks, symbolic dimensions, attention.</source>
        <translation>Wiederholte Blöcke, symbolische Dimensionen, Attention.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Control flow</source>
        <translation>Kontrollfluss</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Loop, If, Scan and a local function</source>
        <translation>Loop, If, Scan und eine lokale Funktion</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Enter subgraphs and functions, see how often they ran.</source>
        <translation>Teilgraphen und Funktionen öffnen, sehen, wie oft sie liefen.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>d MMM</source>
        <comment>format of a date</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Channel %1: %2</source>
        <translation>Kanal %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>one number takes %1 bits from all others</source>
        <translation>eine Zahl nimmt allen anderen %1 Bits</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The largest magnitude is %1, the next one %2.</source>
        <translation>Der größte Betrag ist %1, der nächste %2.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Cutting it off there lowers the error from %1 to %2.</source>
        <translation>Dort abzuschneiden senkt den Fehler von %1 auf %2.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Cutting it off there raises the error from %1 to %2; blocks keep it away from the others.</source>
        <translation>Dort abzuschneiden erhöht den Fehler von %1 auf %2; Blöcke halten sie von den anderen fern.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 of the codes are at the ends</source>
        <translation>%1 der Codes liegen an den Enden</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Numbers beyond %1 and %2 would have been cut off there. The file does not say what the codes were made from.</source>
        <translation>Zahlen jenseits von %1 und %2 wären dort abgeschnitten worden. Die Datei sagt nicht, woraus die Codes entstanden.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>scale is too small, %1 saturate</source>
        <translation>Skalierung ist zu klein, %1 gesättigt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The scale %1 covers %2 to %3; numbers reach from %4 to %5.</source>
        <translation>Die Skalierung %1 deckt %2 bis %3 ab; die Zahlen reichen von %4 bis %5.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 of %2 bits are unused</source>
        <translation>%1 von %2 Bits ungenutzt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The scale %1 is for a wider range than most of the numbers have: %2 to %3 are the middle half.</source>
        <translation>Die Skalierung %1 gilt für einen größeren Wertebereich, als die meisten Zahlen haben: Von %2 bis %3 reicht die mittlere Hälfte.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>all numbers are zero</source>
        <translation>alle Zahlen sind null</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Its output is the bias alone.</source>
        <translation>Seine Ausgabe ist allein der Bias.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 NaN and %2 infinities</source>
        <translation>%1-mal NaN und %2-mal unendlich</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>They have no code. The quantiser refuses such a weight.</source>
        <translation>Sie haben keinen Code. Der Quantisierer lehnt ein solches Gewicht ab.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>, channels along axis %1</source>
        <translation>, Kanäle entlang Achse %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) not finite</source>
        <translation><numerusform>%1 Kanal nicht endlich</numerusform><numerusform>%1 Kanäle nicht endlich</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 outlier(s)</source>
        <translation><numerusform>%1 Ausreißer</numerusform><numerusform>%1 Ausreißer</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) saturated</source>
        <translation><numerusform>%1 Kanal gesättigt</numerusform><numerusform>%1 Kanäle gesättigt</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 scale(s) too wide</source>
        <translation><numerusform>%1 Skalierung zu weit</numerusform><numerusform>%1 Skalierungen zu weit</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) of zeros</source>
        <translation><numerusform>%1 Kanal aus Nullen</numerusform><numerusform>%1 Kanäle aus Nullen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>Try clipping</source>
        <translation>Abschneiden testen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>Use scale %1</source>
        <translation>Skalierung %1 verwenden</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>show the channel</source>
        <translation>Kanal anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>view the values ›</source>
        <translation>Werte ansehen ›</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/report/paper_table.cpp"/>
        <source>%n more in the page</source>
        <translation><numerusform>%n weitere auf der Seite</numerusform><numerusform>%n weitere auf der Seite</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_preview.cpp"/>
        <source>%1 … %2, mean %3</source>
        <translation>%1 … %2, Mittel %3</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_preview.cpp"/>
        <source>%1 × %2 → %3 × %4</source>
        <translation>%1 × %2 → %3 × %4</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n problem(s) of the model must be solved first: %1</source>
        <translation><numerusform>%n Problem des Modells ist zuerst zu lösen: %1</numerusform><numerusform>%n Probleme des Modells sind zuerst zu lösen: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n weight(s) without readable data</source>
        <translation><numerusform>%n Gewicht ohne lesbare Daten</numerusform><numerusform>%n Gewichte ohne lesbare Daten</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n error(s)</source>
        <translation><numerusform>%n Fehler</numerusform><numerusform>%n Fehler</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n warning(s)</source>
        <translation><numerusform>%n Warnung</numerusform><numerusform>%n Warnungen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n note(s)</source>
        <translation><numerusform>%n Hinweis</numerusform><numerusform>%n Hinweise</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>the model cannot run</source>
        <translation>das Modell kann nicht ausgeführt werden</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>unknown time</source>
        <translation>Zeit unbekannt</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>found in %1</source>
        <translation>gefunden in %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>settings: %1</source>
        <translation>Einstellungen: %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>operators led to nodes, by time: %1</source>
        <translation>Knoten zugeordnete Operatoren, nach Zeit: %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>stopped early</source>
        <translation>vorzeitig gestoppt</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>of the model with %n edit(s) that were not saved</source>
        <translation><numerusform>des Modells mit %n nicht gespeicherten Änderung</numerusform><numerusform>des Modells mit %n nicht gespeicherten Änderungen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>not of the model as it is now</source>
        <translation>nicht des Modells in seinem jetzigen Stand</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n record(s) lost</source>
        <translation><numerusform>%n Eintrag verloren</numerusform><numerusform>%n Einträge verloren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%1 of its time proven to be of its nodes</source>
        <translation>%1 seiner Zeit nachweislich von seinen Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%1 of its time matched</source>
        <translation>%1 seiner Zeit abgeglichen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n recorded</source>
        <translation><numerusform>%n aufgezeichnet</numerusform><numerusform>%n aufgezeichnet</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n plain</source>
        <translation><numerusform>%n ohne Aufzeichnung</numerusform><numerusform>%n ohne Aufzeichnung</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n warm-up</source>
        <translation><numerusform>%n Aufwärmlauf</numerusform><numerusform>%n Aufwärmläufe</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_copy.cpp"/>
        <source>These are the first %1 of %2 rows: Export writes all of them.</source>
        <translation>Dies sind die ersten %1 von %2 Zeilen: „Exportieren“ schreibt alle.</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Markdown table (*.md)</source>
        <translation>Markdown-Tabelle (*.md)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Tab-separated text (*.txt)</source>
        <translation>Tabulatorgetrennter Text (*.txt)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Export table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Filter this table</source>
        <translation>Diese Tabelle filtern</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy the selected rows, or all; more forms in the menu</source>
        <translation>Ausgewählte Zeilen oder alle kopieren; weitere Formate im Menü</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Export all rows of this table (CSV, Markdown, text)…</source>
        <translation>Alle Zeilen dieser Tabelle exportieren (CSV, Markdown, Text)…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_source.cpp"/>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_text.cpp"/>
        <source>… %1 of %2 elements; narrow the slice to see others
</source>
        <translation>… %1 von %2 Elementen; für andere den Ausschnitt verkleinern
</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>sync</source>
        <translation>Sync</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>launch</source>
        <translation>Kernelstart</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>overhead</source>
        <translation>Overhead</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>queue</source>
        <translation>Queue</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>reorder</source>
        <translation>Umordnung</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>dispatch</source>
        <translation>Dispatch</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>allocation</source>
        <translation>Allokation</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>piece of work of %1</source>
        <translation>Teilaufgabe von %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>run %1, %2</source>
        <translation>Lauf %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>records of the device were lost here: sums are lower bounds</source>
        <translation>Einträge des Geräts gingen hier verloren: Summen sind Untergrenzen</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>not launched by an operator</source>
        <translation>von keinem Operator gestartet</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>starts %1, lasts %2</source>
        <translation>beginnt bei %1, dauert %2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%1 of run %2</source>
        <translation>%1 von Lauf %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%n span(s) in this place
sum %1, longest %2</source>
        <translation><numerusform>%n Abschnitt an dieser Stelle
Summe %1, längster %2</numerusform><numerusform>%n Abschnitte an dieser Stelle
Summe %1, längster %2</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>idle %1
no operator runs between %2 and %3</source>
        <translation>Leerlauf %1
zwischen %2 und %3 läuft kein Operator</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the device is idle for %1: %2</source>
        <translation>das Gerät ist %1 im Leerlauf: %2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the begin of the run</source>
        <translation>dem Beginn des Laufs</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the end of the run</source>
        <translation>dem Ende des Laufs</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>from %1 to %2 in this recording</source>
        <translation>von %1 bis %2 in dieser Aufzeichnung</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>counted in runs of their own, not in this one</source>
        <translation>in eigenen Läufen gezählt, nicht in diesem</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>%n step(s)</source>
        <translation><numerusform>%n Schritt</numerusform><numerusform>%n Schritte</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>peak %1 · %n live</source>
        <translation><numerusform>Spitze %1 · %n lebend</numerusform><numerusform>Spitze %1 · %n lebend</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%1 of activations, %n tensor(s) live</source>
        <translation><numerusform>%1 Aktivierungen, %n Tensor lebend</numerusform><numerusform>%1 Aktivierungen, %n Tensoren lebend</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>at %1 of the run</source>
        <translation>bei %1 des Laufs</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>and %1 of weights all the time</source>
        <translation>und %1 Gewichte die ganze Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>lasts %1</source>
        <translation>dauert %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>Run %1 is the only one that was recorded: %2</source>
        <translation>Lauf %1 wurde als einziger aufgezeichnet: %2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>Run %1 is the median by wall time, %2: of %3 recorded runs %4 are faster, %5 slower. The account is taken from it.</source>
        <translation>Lauf %1 ist nach Laufzeit der Median, %2: Von %3 aufgezeichneten Läufen sind %4 schneller, %5 langsamer. Die Aufschlüsselung stammt von ihm.</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>how it varies is not computed yet</source>
        <translation>seine Schwankung ist noch nicht berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>median %1, p10 to p90 %2 to %3 over %4 runs</source>
        <translation>Median %1, p10 bis p90 %2 bis %3 über %4 Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>starts %1</source>
        <translation>beginnt bei %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%n kernel(s)</source>
        <translation><numerusform>%n Kernel</numerusform><numerusform>%n Kernel</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>worker %1</source>
        <translation>Arbeiter %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>CPU main</source>
        <translation>CPU, Hauptthread</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>lost records</source>
        <translation>verlorene Einträge</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>all other threads</source>
        <translation>alle anderen Threads</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>CPU counters</source>
        <translation>CPU-Zähler</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>marks</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>live memory</source>
        <translation>belegter Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Note on %1</source>
        <translation>Notiz an %1</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Mark %1</source>
        <translation>%1 markieren</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unmark %1</source>
        <translation>Markierung von %1 aufheben</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Rename Mark</source>
        <translation>Markierung umbenennen</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Mark in Timeline</source>
        <translation>In Zeitleiste markieren</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Remove Mark</source>
        <translation>Markierung entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Stack of Groups</source>
        <translation>Gruppenstapel</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unfold %1</source>
        <translation>%1 ausklappen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unfold %n group(s)</source>
        <translation><numerusform>%n Gruppe ausklappen</numerusform><numerusform>%n Gruppen ausklappen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Fold %1</source>
        <translation>%1 einklappen</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold All</source>
        <translation>Alle einklappen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold %n group(s)</source>
        <translation><numerusform>%n Gruppe einklappen</numerusform><numerusform>%n Gruppen einklappen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold and Unfold</source>
        <translation>Ein- und Ausklappen</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_job.cpp"/>
        <source>Stopped before everything was compared.</source>
        <translation>Gestoppt, bevor alles verglichen war.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Own error</source>
        <translation>Eigener Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Largest absolute</source>
        <translation>Max. absolut</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Largest relative</source>
        <translation>Max. relativ</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Beyond tolerance</source>
        <translation>Über Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>at fault</source>
        <translation>Verursacher</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>carried</source>
        <translation>geerbt</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>unsupported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>ran</source>
        <translation>ausgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 of %2 values are past the tolerance.</source>
        <translation>%1 von %2 Werten liegen über der Toleranz.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>First faulty step: %1.</source>
        <translation>Erster fehlerhafter Schritt: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 + %2 × |expected|</source>
        <translation>%1 + %2 × |erwartet|</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%n output(s) compared, all within the tolerance.</source>
        <translation><numerusform>%n Ausgabe verglichen, innerhalb der Toleranz.</numerusform><numerusform>%n Ausgaben verglichen, alle innerhalb der Toleranz.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 of %2 outputs are not as expected.</source>
        <translation>%1 von %2 Ausgaben sind nicht wie erwartet.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>NaN, ∞</source>
        <translation>NaN, ∞</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>absolute tolerance</source>
        <translation>absolute Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>errors by decade</source>
        <translation>Fehler nach Zehnerpotenzen</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>not finite on one side only</source>
        <translation>nur auf einer Seite nicht endlich</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>error from %1 to %2</source>
        <translation>Fehler von %1 bis %2</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/dialog_buttons.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <location filename="../../ui/problems/problem_detail.cpp"/>
        <source>Show in Graph</source>
        <translation>Im Graphen anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>Copy Name</source>
        <translation>Name kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>Select All %1</source>
        <translation>Alle %1 auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>View Values</source>
        <translation>Werte ansehen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mo&amp;del</source>
        <translation>M&amp;odell</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Selec&amp;t</source>
        <translation>Auswäh&amp;len</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>La&amp;yout Engine</source>
        <translation>La&amp;yout-Engine</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Colour by</source>
        <translation>&amp;Einfärben nach</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Neigh&amp;bours</source>
        <translation>Nac&amp;hbarn</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Gro&amp;ups</source>
        <translation>G&amp;ruppen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Split</source>
        <translation>&amp;Teilen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Theme</source>
        <translation>De&amp;sign</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Lay&amp;out</source>
        <translation>Layo&amp;ut</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Run</source>
        <translation>A&amp;usführen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <location filename="../../ui/window/language_actions.cpp"/>
        <source>The window shows the chosen language from the next start on</source>
        <translation>Die gewählte Sprache gilt ab dem nächsten Start</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/timeline/timeline_view.cpp"/>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Flame</source>
        <translation>Flame</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Verify</source>
        <translation>Verifikation</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Edit history</source>
        <translation>Änderungsverlauf</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Viewer, engine and profiler for ONNX models</source>
        <translation>Anzeige, Engine und Profiler für ONNX-Modelle</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Models (.onnx) or profiles (.opscope) to open</source>
        <translation>Zu öffnende Modelle (.onnx) oder Profile (.opscope)</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Start without the tabs of the last session</source>
        <translation>Ohne die Tabs der letzten Sitzung starten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Open &amp;Folder of Profiles…</source>
        <translation>&amp;Profilordner öffnen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Re&amp;load</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Attach Profile…</source>
        <translation>Profil &amp;anhängen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Save Model As…</source>
        <translation>Modell &amp;speichern unter…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Sa&amp;ve Edits as Script…</source>
        <translation>Änderungen als S&amp;kript speichern…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Export &amp;Picture…</source>
        <translation>&amp;Bild exportieren…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Export Report…</source>
        <translation>B&amp;ericht exportieren…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Export &amp;Data…</source>
        <translation>&amp;Daten exportieren…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Pr&amp;int…</source>
        <translation>D&amp;rucken…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Close Tab</source>
        <translation>&amp;Tab schließen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Quit</source>
        <translation>Bee&amp;nden</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy as &amp;Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy as C&amp;SV</source>
        <translation>Als &amp;CSV kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Find &amp;Next</source>
        <translation>&amp;Nächstes suchen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Find &amp;Previous</source>
        <translation>&amp;Vorheriges suchen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Select &amp;All Results</source>
        <translation>&amp;Alle Ergebnisse auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>C&amp;lear Selection</source>
        <translation>Auswahl auf&amp;heben</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Ed&amp;it Model</source>
        <translation>Mo&amp;dell bearbeiten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Re&amp;name…</source>
        <translation>&amp;Umbenennen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Delete and Re&amp;connect</source>
        <translation>Löschen und &amp;neu verbinden</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Insert on Line…</source>
        <translation>Auf &amp;Kante einfügen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Add Node…</source>
        <translation>Knoten &amp;hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Connect an In&amp;put to…</source>
        <translation>&amp;Eingabe verbinden mit…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Make an &amp;Output</source>
        <translation>Zur &amp;Ausgabe machen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Change the &amp;Whole Model…</source>
        <translation>&amp;Ganzes Modell ändern…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Show Di&amp;fference to the File</source>
        <translation>Unterschie&amp;d zur Datei anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy Edits as &amp;Script</source>
        <translation>Änderungen als &amp;Skript kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Disca&amp;rd Edits…</source>
        <translation>Änderungen &amp;verwerfen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Add N&amp;ote to Selection…</source>
        <translation>No&amp;tiz zur Auswahl hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mar&amp;k Selection</source>
        <translation>Auswahl mark&amp;ieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Ancestors</source>
        <translation>&amp;Vorgänger</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Descendants</source>
        <translation>&amp;Nachfolger</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Neighbours</source>
        <translation>N&amp;achbarn</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Path Between Two Nodes</source>
        <translation>&amp;Pfad zwischen zwei Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Pr&amp;eferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Attributes</source>
        <translation>&amp;Attribute</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Weights</source>
        <translation>&amp;Gewichte</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Names</source>
        <translation>&amp;Namen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>S&amp;hapes on Edges</source>
        <translation>&amp;Formen an Kanten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Flow &amp;Direction</source>
        <translation>Flussri&amp;chtung</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Arran&amp;ge Anew</source>
        <translation>Neu an&amp;ordnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mouse Wh&amp;eel Zooms</source>
        <translation>Mausra&amp;d zoomt</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Layered</source>
        <translation>&amp;Geschichtet</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Graphviz</source>
        <translation>G&amp;raphviz</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Category</source>
        <translation>&amp;Kategorie</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>T&amp;ype</source>
        <translation>T&amp;yp</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Group</source>
        <translation>&amp;Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Device</source>
        <translation>Ge&amp;rät</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Parameters</source>
        <translation>&amp;Parameter</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;FLOP</source>
        <translation>&amp;FLOP</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Least T&amp;raffic</source>
        <translation>&amp;Mindestverkehr</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Time</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Memory</source>
        <translation>&amp;Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Error</source>
        <translation>F&amp;ehler</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Zoom &amp;In</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Actual Si&amp;ze</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Fit Graph</source>
        <translation>&amp;Graph einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fit Se&amp;lection</source>
        <translation>&amp;Auswahl einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fit Wi&amp;dth</source>
        <translation>&amp;Breite einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Isolate Selection</source>
        <translation>Auswahl &amp;isolieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;1 Step</source>
        <translation>&amp;1 Schritt</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;2 Steps</source>
        <translation>&amp;2 Schritte</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;3 Steps</source>
        <translation>&amp;3 Schritte</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;4 Steps</source>
        <translation>&amp;4 Schritte</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Fold</source>
        <translation>&amp;Einklappen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Unfold Selection</source>
        <translation>Auswahl &amp;ausklappen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fold &amp;All</source>
        <translation>A&amp;lle einklappen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Unfold One &amp;Level</source>
        <translation>Eine E&amp;bene ausklappen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>U&amp;nfold All</source>
        <translation>Alle au&amp;sklappen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Second View &amp;Beside</source>
        <translation>Zweite Ansicht &amp;daneben</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Second View Belo&amp;w</source>
        <translation>Zweite Ansicht dar&amp;unter</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Close This View</source>
        <translation>Diese Ansicht &amp;schließen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Minimap</source>
        <translation>&amp;Minikarte</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Legend</source>
        <translation>&amp;Legende</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compact &amp;Rows</source>
        <translation>&amp;Kompakte Zeilen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>O&amp;verlay Runs</source>
        <translation>Läufe ü&amp;berlagern</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Explore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Profile</source>
        <translation>&amp;Profilieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Numbers</source>
        <translation>&amp;Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;My Layout</source>
        <translation>Eigenes La&amp;yout</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Save as My Layout</source>
        <translation>Als eigenes Layout &amp;speichern</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Reset Layout</source>
        <translation>Layout zu&amp;rücksetzen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Full Screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Forward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Parent Graph</source>
        <translation>&amp;Übergeordneter Graph</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Enter Subgraph or Function</source>
        <translation>Teilgraph oder Funktion &amp;öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Propert&amp;ies</source>
        <translation>&amp;Eigenschaften</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Go to Node or Tensor…</source>
        <translation>&amp;Gehe zu Knoten oder Tensor…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>P&amp;roducer</source>
        <translation>E&amp;rzeuger</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Rea&amp;ders…</source>
        <translation>&amp;Leser…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Notes and Mar&amp;ks…</source>
        <translation>&amp;Notizen und Markierungen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Problem</source>
        <translation>Nä&amp;chstes Problem</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Previous Proble&amp;m</source>
        <translation>Vorheriges &amp;Problem</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Next P&amp;ane</source>
        <translation>Nächstes &amp;Teilfenster</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Previo&amp;us Pane</source>
        <translation>Vorheriges Teil&amp;fenster</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Grap&amp;h</source>
        <translation>Grap&amp;h</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mode&amp;l</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Inspe&amp;ctor</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Timeline</source>
        <translation>Zeitlei&amp;ste</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>T&amp;ypical Run</source>
        <translation>T&amp;ypischer Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Operators</source>
        <translation>&amp;Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Problem&amp;s</source>
        <translation>Pro&amp;bleme</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;What Was Edited</source>
        <translation>&amp;Was bearbeitet wurde</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Run Once</source>
        <translation>&amp;Einmal ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Check Only</source>
        <translation>&amp;Nur prüfen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compute S&amp;tatistics</source>
        <translation>S&amp;tatistiken berechnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>S&amp;weep…</source>
        <translation>S&amp;weep…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Show Ge&amp;neration</source>
        <translation>&amp;Generierung anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Verify with Test Folder…</source>
        <translation>Mit Testordner &amp;verifizieren…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Verify A&amp;gainst Reference…</source>
        <translation>Gegen &amp;Referenz verifizieren…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Run S&amp;ettings…</source>
        <translation>&amp;Laufeinstellungen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;With…</source>
        <translation>&amp;Mit…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Open and Compare Two…</source>
        <translation>Zwei ö&amp;ffnen und vergleichen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Last Two Runs</source>
        <translation>&amp;Letzte zwei Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compare &amp;Engines…</source>
        <translation>&amp;Engines vergleichen…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Difference</source>
        <translation>&amp;Nächster Unterschied</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Previous Difference</source>
        <translation>&amp;Vorheriger Unterschied</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>New &amp;Window</source>
        <translation>Neues &amp;Fenster</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Move Tab to New Window</source>
        <translation>Tab in neues Fenster &amp;verschieben</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Split Ri&amp;ght</source>
        <translation>Nach &amp;rechts teilen</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Move Tab to &amp;Other Group</source>
        <translation>Tab in &amp;andere Gruppe verschieben</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Tab</source>
        <translation>&amp;Nächster Tab</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Previous Tab</source>
        <translation>V&amp;orheriger Tab</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Command Palette…</source>
        <translation>&amp;Befehlspalette…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Guide</source>
        <translation>&amp;Anleitung</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>What Is &amp;Measured</source>
        <translation>Was &amp;gemessen wird</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Privacy</source>
        <translation>&amp;Datenschutz</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;About Opscope</source>
        <translation>&amp;Über Opscope</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run on the CPU</source>
        <translation>Auf der CPU ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>The same run again, without the GPU</source>
        <translation>Derselbe Lauf noch einmal, ohne die GPU</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Choose the CPU</source>
        <translation>CPU wählen</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Runs of this model use the CPU from now on</source>
        <translation>Läufe dieses Modells nutzen ab jetzt die CPU</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Copy Install Command</source>
        <translation>Installationsbefehl kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Open Operators</source>
        <translation>„Operatoren“ öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Open the Run Panel</source>
        <translation>Panel „Ausführen“ öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Repair All</source>
        <translation>Alle reparieren</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Mends all findings that have one sure repair</source>
        <translation>Behebt alle Befunde, für die es genau eine sichere Reparatur gibt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FOLDED</source>
        <translation>GEFALTET</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>REMOVED</source>
        <translation>ENTFERNT</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FUSED %1</source>
        <translation>FUSION %1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>DIVERGES</source>
        <translation>WEICHT AB</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>AT FAULT</source>
        <translation>VERURSACHER</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>ADDED</source>
        <translation>NEU</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>not in the file</source>
        <translation>nicht in der Datei</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>CHANGED</source>
        <translation>GEÄNDERT</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>differs from the file</source>
        <translation>weicht von der Datei ab</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>RENAMED</source>
        <translation>UMBENANNT</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>FASTER</source>
        <translation>SCHNELLER</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>SLOWER</source>
        <translation>LANGSAMER</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/banner.cpp"/>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Show problems</source>
        <translation>Probleme anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Run anyway</source>
        <translation>Trotzdem ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Use random weights</source>
        <translation>Zufällige Gewichte verwenden</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Run the rest</source>
        <translation>Übrige ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add plug-in…</source>
        <translation>Plug-in hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>This model cannot run</source>
        <translation>Dieses Modell kann nicht ausgeführt werden</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>The results then depend on the implementation</source>
        <translation>Die Ergebnisse hängen dann von der Implementierung ab</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Seeded numbers stand in for what cannot be read: times are real, results are not</source>
        <translation>Zufallszahlen mit festem Seed ersetzen, was nicht lesbar ist: Die Zeiten sind echt, die Ergebnisse nicht</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Leaves out what the unsupported operators would compute, and all that depends on it</source>
        <translation>Lässt aus, was die nicht unterstützten Operatoren berechnen würden, und alles, was davon abhängt</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Preferences: a plug-in brings operators of other domains</source>
        <translation>Einstellungen: Ein Plug-in bringt Operatoren anderer Domänen mit</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>Group %1, %2, folded</source>
        <translation>Gruppe %1, %2, eingeklappt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to fold</source>
        <translation>zum Einklappen auf den Pfeil klicken oder Leertaste drücken</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to show the members, and again to unfold one</source>
        <translation>auf den Pfeil klicken oder Leertaste drücken, um die Mitglieder anzuzeigen, und noch einmal, um eines auszuklappen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to unfold</source>
        <translation>zum Ausklappen auf den Pfeil klicken oder Leertaste drücken</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n reader(s): go to</source>
        <translation><numerusform>%n Leser: gehe zu</numerusform><numerusform>%n Leser: gehe zu</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n producer(s): go to</source>
        <translation><numerusform>%n Erzeuger: gehe zu</numerusform><numerusform>%n Erzeuger: gehe zu</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>the first %1 are listed</source>
        <translation>die ersten %1 sind aufgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>click for the list</source>
        <translation>für die Liste klicken</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n far reader(s), click for the list</source>
        <translation><numerusform>%n weit entfernter Leser, für die Liste klicken</numerusform><numerusform>%n weit entfernte Leser, für die Liste klicken</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>click to go to the producer</source>
        <translation>klicken, um zum Erzeuger zu gehen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Input %1, %2</source>
        <translation>Eingabe %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Output %1, %2</source>
        <translation>Ausgabe %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Outer value %1, %2</source>
        <translation>Äußerer Wert %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>node %1 of %2</source>
        <translation>Knoten %1 von %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>%n input(s), </source>
        <translation><numerusform>%n Eingabe, </numerusform><numerusform>%n Eingaben, </numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>Range of each channel</source>
        <translation>Wertebereich jedes Kanals</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channels %1</source>
        <translation>Kanäle %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>%1 to %2, p25 to p75: %3 to %4</source>
        <translation>%1 bis %2, p25 bis p75: %3 bis %4</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>chosen: channel %1</source>
        <translation>gewählt: Kanal %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel; several in a bar, with the widest range</source>
        <translation>Kanal; je Balken mehrere, mit dem weitesten Wertebereich</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as Text</source>
        <translation>Daten als Text kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as Markdown</source>
        <translation>Daten als Markdown kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as CSV</source>
        <translation>Daten als CSV kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy	Ctrl+C</source>
        <translation>Kopieren	Strg+C</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>%1 cannot be started: %2</source>
        <translation>%1 kann nicht gestartet werden: %2</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>Type a command</source>
        <translation>Befehl eingeben</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>not possible now</source>
        <translation>jetzt nicht möglich</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>No command has these letters</source>
        <translation>Kein Befehl enthält diese Buchstaben</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>it is at work already</source>
        <translation>der Vergleich läuft schon</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>a profile cannot be run, only its model can</source>
        <translation>ein Profil kann nicht ausgeführt werden, nur sein Modell</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>both are runs of one model</source>
        <translation>beide sind Läufe desselben Modells</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>%1 is not open</source>
        <translation>%1 ist nicht offen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>A: %1. B: %2.</source>
        <translation>A: %1. B: %2.</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Measuring %1 and %2</source>
        <translation>%1 und %2 werden gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>No folder for the results can be made in %1. Free some space, or set TMPDIR to a folder that can be written.</source>
        <translation>In %1 kann kein Ordner für die Ergebnisse angelegt werden. Geben Sie Platz frei oder setzen Sie TMPDIR auf einen beschreibbaren Ordner.</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Measuring both in turns</source>
        <translation>Beide werden abwechselnd gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Comparing the values of both</source>
        <translation>Die Werte beider werden verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>stopped before the first round was complete; nothing is kept</source>
        <translation>gestoppt, bevor die erste Runde vollständig war; nichts wird behalten</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_canvases.cpp"/>
        <source>Placing both graphs</source>
        <translation>Beide Graphen werden angeordnet</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_canvases.cpp"/>
        <source>The graphs were not placed: %1</source>
        <translation>Die Graphen wurden nicht angeordnet: %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Changed in</source>
        <translation>Geändert in</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The file now</source>
        <translation>Die Datei jetzt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Your edits</source>
        <translation>Ihre Änderungen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>both, alike</source>
        <translation>beide, gleich</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>the file</source>
        <translation>die Datei</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>your edits</source>
        <translation>Ihre Änderungen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>Edit</source>
        <comment>noun</comment>
        <translation>Änderung</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>On the file as it is now</source>
        <translation>Auf der Datei in ihrem jetzigen Stand</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>does not fit: %1</source>
        <translation>passt nicht: %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>To %1</source>
        <translation>Zu %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Operator group</source>
        <translation>Operatorgruppe</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Median, 95 %</source>
        <translation>Median, 95 %</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>per position</source>
        <translation>je Position</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Error, rel.</source>
        <translation>Fehler, rel.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Bits used</source>
        <translation>Genutzte Bits</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>At the ends</source>
        <translation>An Enden</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Zero point</source>
        <translation>Nullpunkt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Smallest</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>Output error</source>
        <translation>Ausgabefehler</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>to spread</source>
        <translation>zur Streuung</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32, not measured yet</source>
        <translation>fp32, noch nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>%1, not measured yet</source>
        <translation>%1, noch nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32: %1</source>
        <translation>fp32: %1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>same machine and settings</source>
        <translation>gleicher Rechner, gleiche Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>settings differ</source>
        <translation>Einstellungen verschieden</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>settings differ: not comparable</source>
        <translation>Einstellungen verschieden: nicht vergleichbar</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>measured in turns, %n round(s)</source>
        <translation><numerusform>abwechselnd gemessen, %n Runde</numerusform><numerusform>abwechselnd gemessen, %n Runden</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>not interleaved: differences below %1 are not significant</source>
        <translation>nicht abwechselnd gemessen: Unterschiede unter %1 sind nicht signifikant</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Wall, median</source>
        <translation>Laufzeit, Median</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>not measured on both sides</source>
        <translation>nicht auf beiden Seiten gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Aligned nodes</source>
        <translation>Zugeordnete Knoten</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1 removed · %2 added · %3 changed</source>
        <translation>%1 entfernt · %2 hinzugefügt · %3 geändert</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1 only in A · %2 only in B</source>
        <translation>%1 nur in A · %2 nur in B</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>First past tolerance</source>
        <translation>Erste über Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>no aligned tensors</source>
        <translation>keine zugeordneten Tensoren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%n tensor(s) compared</source>
        <translation><numerusform>%n Tensor verglichen</numerusform><numerusform>%n Tensoren verglichen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1, allowed %2</source>
        <translation>%1, erlaubt %2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Measure both</source>
        <translation>Beide messen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Runs both alternately, so that other load on the machine affects both equally</source>
        <translation>Führt beide abwechselnd aus, sodass andere Last auf dem Rechner beide gleich trifft</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <source>Export comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>%1 compared, %2 past tolerance</source>
        <translation>%1 verglichen, %2 über der Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <location filename="../../ui/window/report_export.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Measure each with its own settings</source>
        <translation>Jedes mit eigenen Einstellungen messen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>blue: faster   orange: slower   grey: within noise</source>
        <translation>blau: schneller   orange: langsamer   grau: im Rauschen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Views move together</source>
        <translation>Ansichten koppeln</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>By type</source>
        <translation>Nach Typ</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>no differences</source>
        <translation>keine Unterschiede</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>%n difference(s)</source>
        <translation><numerusform>%n Unterschied</numerusform><numerusform>%n Unterschiede</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>difference %1 of %2</source>
        <translation>Unterschied %1 von %2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Where the difference comes from: sums to %1</source>
        <translation>Woher der Unterschied kommt: Summe %1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>The run settings of A and B differ.</source>
        <translation>Die Laufeinstellungen von A und B sind verschieden.</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Measure both with those of A</source>
        <translation>Beide mit denen von A messen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>No tensor of A has a matching tensor in B</source>
        <translation>Kein Tensor von A hat eine Entsprechung in B</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>No value is past its tolerance</source>
        <translation>Kein Wert liegt über seiner Toleranz</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>The graphs have no differences</source>
        <translation>Die Graphen haben keine Unterschiede</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Nothing is faster, slower, new or gone</source>
        <translation>Nichts ist schneller, langsamer, neu oder entfallen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Comparing the other way round</source>
        <translation>Vergleich in umgekehrter Richtung</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>%1 → %2 steps</source>
        <translation>%1 → %2 Schritte</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Aligned operators</source>
        <translation>Zugeordnete Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>run of %1</source>
        <translation>Lauf um %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare: choose the baseline (A)</source>
        <translation>Vergleichen: Basis (A) wählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare: choose the file to compare with it (B)</source>
        <translation>Vergleichen: damit zu vergleichende Datei (B) wählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Models, profiles and traces (*.onnx *.opscope *.part *.html *.json *.gz *.sqlite *.txt *.log);;All files (*)</source>
        <translation>Modelle, Profile und Traces (*.onnx *.opscope *.part *.html *.json *.gz *.sqlite *.txt *.log);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1, first</source>
        <translation>%1, erster</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1, second</source>
        <translation>%1, zweiter</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <location filename="../../ui/document/document.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <location filename="../../ui/window/file_opener.cpp"/>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <location filename="../../ui/window/restore/unopened_page.cpp"/>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>This file is open already: choose another one to compare</source>
        <translation>Diese Datei ist schon offen: eine andere zum Vergleichen wählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>One of the two files could not be opened</source>
        <translation>Eine der beiden Dateien konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1 has no run to compare: profile it first</source>
        <translation>%1 hat keinen Lauf zum Vergleichen: zuerst profilieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Profiling %1, to compare it</source>
        <translation>%1 wird für den Vergleich profiliert</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Comparing %1 and %2</source>
        <translation>%1 und %2 werden verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>no model or profile is open</source>
        <translation>kein Modell oder Profil ist offen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>the document has fewer than two runs</source>
        <translation>das Dokument hat weniger als zwei Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/main_window.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>no model is open</source>
        <translation>kein Modell ist offen</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>no comparison is shown</source>
        <translation>kein Vergleich wird angezeigt</translation>
    </message>
    <message>
        <location filename="../../ui/find/completion_list.cpp"/>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>checking for a GPU…</source>
        <translation>GPU wird gesucht…</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>if %1 has a GPU</source>
        <translation>falls %1 eine GPU hat</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>CUDA: %1</source>
        <translation>CUDA: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>No CUDA device: %1</source>
        <translation>Kein CUDA-Gerät: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>CUDA, not usable here</source>
        <translation>CUDA, hier nicht nutzbar</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_probe.cpp"/>
        <source>the program that runs models gave no answer</source>
        <translation>das Programm, das Modelle ausführt, gab keine Antwort</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Hardware counters</source>
        <translation>Hardwarezähler</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Pin threads</source>
        <translation>Threads binden</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On for Run once, off for Profile and Sweep, where every operator is measured</source>
        <translation>Ein bei „Einmal ausführen“, aus bei „Profilieren“ und „Sweep“, wo jeder Operator gemessen wird</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Also in a profile, which then has one step Replay for what is launched as one; kernels are told by operator all the same</source>
        <translation>Auch im Profil, das dann einen Schritt Replay für alles hat, was gemeinsam gestartet wird; Kernel werden trotzdem je Operator ausgewiesen</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Every kernel is launched on its own</source>
        <translation>Jeder Kernel wird für sich gestartet</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Steps that follow each other on the GPU are recorded in the third run and launched as one from then on. That spares the CPU the launches, not the GPU its work: it helps where kernels are short. Compare a profile with On to one with Off.</source>
        <translation>Auf der GPU aufeinanderfolgende Schritte werden im dritten Lauf aufgezeichnet und von da an gemeinsam gestartet. Das erspart der CPU die Starts, nicht der GPU ihre Arbeit: Es hilft, wo Kernel kurz sind. Vergleichen Sie dazu je ein Profil mit „Ein“ und mit „Aus“.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On the CPU: what is not remembered is timed, for up to 1 s. On a GPU: as Off, unless the environment variable OPSCOPE_CUDA_TUNE is 1</source>
        <translation>Auf der CPU: Was noch nicht gemerkt ist, wird bis zu 1 s lang gemessen. Auf einer GPU: wie „Aus“, sofern die Umgebungsvariable OPSCOPE_CUDA_TUNE nicht 1 ist</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Up to 10 s (GPU: 3 s) more until the model first runs; what was fastest is remembered for this processor or GPU</source>
        <translation>Bis zu 10 s (GPU: 3 s) länger bis zum ersten Lauf des Modells; das Schnellste wird für diesen Prozessor oder diese GPU gemerkt</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Always the same kernel: what the libraries propose first, or our own</source>
        <translation>Immer derselbe Kernel: der erste Vorschlag der Bibliotheken oder unser eigener</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Where several kernels could run an operator (convolutions on the CPU; products, convolutions, pools and attention on a GPU), they are timed and the fastest is taken. The inspector shows what else was timed.</source>
        <translation>Wo mehrere Kernel einen Operator ausführen könnten (Faltungen auf der CPU; Produkte, Faltungen, Pooling und Attention auf einer GPU), werden sie gemessen und der schnellste genommen. Der Inspektor zeigt, was sonst gemessen wurde.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Kernel timing</source>
        <translation>Kernelmessung</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Bytes of memory and use of tensor cores per operator, in runs of their own. They need permission: the driver option NVreg_RestrictProfilingToAdminUsers=0, or root. Timeline and kernel times are complete without them.</source>
        <translation>Speicher-Bytes und Nutzung der Tensor-Cores je Operator, in eigenen Läufen. Sie brauchen eine Berechtigung: die Treiberoption NVreg_RestrictProfilingToAdminUsers=0 oder root. Zeitleiste und Kernelzeiten sind auch ohne sie vollständig.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Profile then counts for every operator, in runs of their own after the timed ones, whose times are not used. Of single runs only, not of generated tokens.</source>
        <translation>„Profilieren“ zählt dann für jeden Operator, in eigenen Läufen nach den gemessenen; die Zeiten dieser Zählläufe werden nicht verwendet. Nur bei einzelnen Läufen, nicht bei generierten Tokens.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Per operator, as far as the system of %1 shows them</source>
        <translation>Je Operator, soweit das System von %1 sie zeigt</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Instructions, cache misses, stalls, clock, page faults and cores per operator</source>
        <translation>Befehle, Cache-Misses, Stalls, Takt, Seitenfehler und Kerne je Operator</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Only page faults, switches and cores: %1</source>
        <translation>Nur Seitenfehler, Wechsel und Kerne: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>one per core</source>
        <translation>einer je Kern</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Profile and Sweep keep each thread on a core of its own, in order of the cores. Runs then vary less, and are slower where another program needs one of these cores. Of single runs only, not of generated tokens.</source>
        <translation>„Profilieren“ und „Sweep“ halten jeden Thread auf einem eigenen Kern, in der Reihenfolge der Kerne. Läufe schwanken dann weniger und sind langsamer, wo ein anderes Programm einen dieser Kerne braucht. Nur bei einzelnen Läufen, nicht bei generierten Tokens.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Full: fold and fuse</source>
        <translation>Voll: falten und fusionieren</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Basic: fold constants</source>
        <translation>Einfach: Konstanten falten</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>None: every node a step</source>
        <translation>Keine: jeder Knoten ein Schritt</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>%1: only GPUs have it</source>
        <translation>%1: nur auf GPUs</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>What is greyed is a setting of Opscope's engine; %1 does not have it.</source>
        <translation>Ausgegraute Einstellungen gehören zur Engine von Opscope; %1 hat sie nicht.</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Only GPUs have it: the CPU computes in fp32 or bf16</source>
        <translation>Nur auf GPUs: Die CPU rechnet in fp32 oder bf16</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Previous kernel of this name (Shift+Enter)</source>
        <translation>Vorheriger Kernel dieses Namens (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Next kernel of this name (Enter)</source>
        <translation>Nächster Kernel dieses Namens (Eingabe)</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Find kernel</source>
        <translation>Kernel suchen</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Find kernel by name</source>
        <translation>Kernel nach Namen suchen</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>No kernel has this in its name</source>
        <translation>Kein Kernel hat dies im Namen</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>A (ns)</source>
        <translation>A (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>B (ns)</source>
        <translation>B (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>B − A (ns)</source>
        <translation>B − A (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>of A</source>
        <translation>Von A</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>of A (%)</source>
        <translation>Von A (%)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>95 % intervals</source>
        <translation>95-%-Intervalle</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>apart</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>overlap</source>
        <translation>überlappend</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source>not bound</source>
        <translation>nicht gebunden</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>used by %1</source>
        <translation>verwendet von %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source> and %n more</source>
        <translation><numerusform> und %n weiteren</numerusform><numerusform> und %n weiteren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source>%1 is no size: expected a whole number from 0 to 1,000,000,000</source>
        <translation>%1 ist keine Größe: erwartet wird eine ganze Zahl von 0 bis 1 000 000 000</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>Histograms over each other</source>
        <translation>Überlagerte Histogramme</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>share of the elements, logarithmic</source>
        <translation>Anteil der Elemente, logarithmisch</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>share of the elements, linear</source>
        <translation>Anteil der Elemente, linear</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>%1: %2 elements</source>
        <translation>%1: %2 Elemente</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Click for a linear scale.</source>
        <translation>Klicken für eine lineare Skala.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Click for a logarithmic scale.</source>
        <translation>Klicken für eine logarithmische Skala.</translation>
    </message>
    <message>
        <location filename="../../ui/window/dock_title.cpp"/>
        <source>Close this panel</source>
        <translation>Dieses Panel schließen</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>&amp;Panels</source>
        <translation>&amp;Panels</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Panel: %1</source>
        <translation>Panel: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Layout saved. View, Layout, My Layout restores it</source>
        <translation>Layout gespeichert. Wiederherstellen mit „Ansicht“ › „Layout“ › „Eigenes Layout“</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>no layout was saved for these screens</source>
        <translation>für diese Bildschirme wurde kein Layout gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Opscope crashed while it restored the panel layout. The panels are at their default places now</source>
        <translation>Opscope ist beim Wiederherstellen der Panel-Anordnung abgestürzt. Die Panels stehen jetzt an ihren Standardplätzen</translation>
    </message>
    <message>
        <location filename="../../ui/document/document.cpp"/>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Inferring shapes</source>
        <translation>Formen werden abgeleitet</translation>
    </message>
    <message>
        <location filename="../../ui/document/document.cpp"/>
        <source>The file was not read again: %1, or discard the edits</source>
        <translation>Die Datei wurde nicht neu gelesen: %1 oder die Änderungen verwerfen</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_edits.cpp"/>
        <source>the model has edits that are not saved: save it first</source>
        <translation>das Modell hat nicht gespeicherte Änderungen: zuerst speichern</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_runs.cpp"/>
        <source>Computing statistics</source>
        <translation>Statistiken werden berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_runs.cpp"/>
        <source>Matching runs to the model</source>
        <translation>Läufe werden mit dem Modell abgeglichen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>To begin with:</source>
        <translation>Für den Anfang:</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>arrow keys walk along the flow, Space unfolds, %1 finds, %2 measures every operator.</source>
        <translation>Pfeiltasten gehen entlang des Flusses, Leertaste klappt aus, %1 sucht, %2 misst jeden Operator.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1 cannot be opened</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The file is gone.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>What was read stays open; weights that were not looked at yet, and runs, need it.</source>
        <translation>Was gelesen wurde, bleibt offen; noch nicht angesehene Gewichte und Läufe brauchen sie.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The file has changed on disk.</source>
        <translation>Die Datei wurde auf dem Datenträger geändert.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%n edit(s) not saved: keep them as a copy, repeat them on the new file, or discard them.</source>
        <translation><numerusform>%n Änderung nicht gespeichert: als Kopie behalten, auf der neuen Datei wiederholen oder verwerfen.</numerusform><numerusform>%n Änderungen nicht gespeichert: als Kopie behalten, auf der neuen Datei wiederholen oder verwerfen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Decide…</source>
        <translation>Entscheiden…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>What is shown was read before that. Weights may come from the new file.</source>
        <translation>Was angezeigt wird, wurde davor gelesen. Gewichte können aus der neuen Datei stammen.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The run on the GPU failed.</source>
        <translation>Der Lauf auf der GPU ist fehlgeschlagen.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The last run failed.</source>
        <translation>Der letzte Lauf ist fehlgeschlagen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Opened with %n error(s).</source>
        <translation><numerusform>Mit %n Fehler geöffnet.</numerusform><numerusform>Mit %n Fehlern geöffnet.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Allow for this file…</source>
        <translation>Für diese Datei erlauben…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Locate weight file…</source>
        <translation>Gewichtsdatei suchen…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Runs of this model use random weights where the file has none. The Run panel takes it back.</source>
        <translation>Läufe dieses Modells verwenden zufällige Gewichte, wo die Datei keine hat. Im Panel „Ausführen“ lässt sich das zurücknehmen.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1 differs by %2, beyond %3.</source>
        <translation>%1 weicht um %2 ab, mehr als %3.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Its own inputs were right: %1 is at fault.</source>
        <translation>Seine Eingaben stimmten: Verursacher ist %1.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The first step at fault is %1.</source>
        <translation>Der erste Verursacher ist Schritt %1.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>First node past tolerance: %1</source>
        <translation>Erster Knoten über der Toleranz: %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Locate %1</source>
        <translation>%1 suchen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Weights outside the model's folder</source>
        <translation>Gewichte außerhalb des Modellordners</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>This model reads weights from outside its folder.</source>
        <translation>Dieses Modell liest Gewichte von außerhalb seines Ordners.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1
Nothing of it was read. If you allow the folder, this model may read files in it, now and when it is opened again.</source>
        <translation>%1
Nichts davon wurde gelesen. Wenn Sie den Ordner erlauben, darf dieses Modell Dateien darin lesen, jetzt und bei jedem erneuten Öffnen.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Allow for this file</source>
        <translation>Für diese Datei erlauben</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Open without weights</source>
        <translation>Ohne Gewichte öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs, left group</source>
        <translation>Tabs, linke Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs, right group</source>
        <translation>Tabs, rechte Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there are two groups of tabs already</source>
        <translation>es gibt schon zwei Gruppen von Tabs</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there is no other tab to stand beside</source>
        <translation>es gibt keinen anderen Tab, neben dem er stehen könnte</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there is one group of tabs only: Split Right makes another</source>
        <translation>es gibt nur eine Gruppe von Tabs: „Nach rechts teilen“ legt eine weitere an</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tabs.cpp"/>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Colour by %1</source>
        <translation>Einfärben nach %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Edits are not safe from a crash: %1</source>
        <translation>Änderungen sind vor einem Absturz nicht sicher: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Discard edits</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Give up the %n edit(s) of this model?</source>
        <translation><numerusform>Die %n Änderung an diesem Modell aufgeben?</numerusform><numerusform>Die %n Änderungen an diesem Modell aufgeben?</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>editing is off: choose Edit Model first</source>
        <translation>Bearbeiten ist ausgeschaltet: zuerst „Modell bearbeiten“ wählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>there are no edits</source>
        <translation>es gibt keine Änderungen</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Editing is on: click a line to insert a node, or change the selection</source>
        <translation>Bearbeiten ist eingeschaltet: eine Kante anklicken, um einen Knoten einzufügen, oder die Auswahl ändern</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Editing is off: edits stay as they are</source>
        <translation>Bearbeiten ist ausgeschaltet: Die Änderungen bleiben, wie sie sind</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%1 is open in another tab: close it there first, or choose another name</source>
        <translation>%1 ist in einem anderen Tab offen: dort zuerst schließen oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>; it no longer reads %1</source>
        <translation>; nicht mehr gelesen wird %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Save edits as a script</source>
        <translation>Änderungen als Skript speichern</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Scripts (*.json)</source>
        <translation>Skripte (*.json)</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Wrote %1: opscope-cli edit MODEL --script %2 repeats the edits</source>
        <translation>%1 geschrieben: opscope-cli edit MODEL --script %2 wiederholt die Änderungen</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>An edit is still being applied; try again</source>
        <translation>Eine Änderung wird noch angewendet; versuchen Sie es noch einmal</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Repeated %n edit(s) on the new file</source>
        <translation><numerusform>%n Änderung auf der neuen Datei wiederholt</numerusform><numerusform>%n Änderungen auf der neuen Datei wiederholt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Edits that do not fit</source>
        <translation>Änderungen, die nicht passen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%n edit(s) cannot be repeated on the new file.</source>
        <translation><numerusform>%n Änderung kann auf der neuen Datei nicht wiederholt werden.</numerusform><numerusform>%n Änderungen können auf der neuen Datei nicht wiederholt werden.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>&amp;Save them as a script…</source>
        <translation>Als &amp;Skript speichern…</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>&amp;Leave them out</source>
        <translation>&amp;Weglassen</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Save the other edits as a script</source>
        <translation>Die anderen Änderungen als Skript speichern</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Edits that are not saved</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%1 has %n edit(s) that are not saved.</source>
        <translation><numerusform>%1 hat %n nicht gespeicherte Änderung.</numerusform><numerusform>%1 hat %n nicht gespeicherte Änderungen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>&amp;Save as…</source>
        <translation>&amp;Speichern unter…</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Show difference</source>
        <translation>Unterschied anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Edits are in a copy; the file is untouched.</source>
        <translation>Änderungen liegen in einer Kopie; die Datei ist unberührt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n edit(s) not saved.</source>
        <translation><numerusform>%n Änderung nicht gespeichert.</numerusform><numerusform>%n Änderungen nicht gespeichert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>Reset to the default</source>
        <translation>Auf den Standard zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>%1. Not applied: the model keeps %2.</source>
        <translation>%1. Nicht angewendet: Das Modell behält %2.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>what it has</source>
        <translation>seinen bisherigen Wert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Not done: %1</source>
        <translation>Nicht ausgeführt: %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a node, an input, an output or a weight</source>
        <translation>nichts ist ausgewählt: einen Knoten, eine Eingabe, eine Ausgabe oder ein Gewicht auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%1 is made by a node: select the node to delete it</source>
        <translation>%1 wird von einem Knoten erzeugt: den Knoten auswählen, um ihn zu löschen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%n node(s) selected: one is deleted and reconnected at a time</source>
        <translation><numerusform>%n Knoten ausgewählt: immer nur einer wird gelöscht und neu verbunden</numerusform><numerusform>%n Knoten ausgewählt: immer nur einer wird gelöscht und neu verbunden</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Insert on this line</source>
        <translation>Auf dieser Kante einfügen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a line, a value or a node</source>
        <translation>nichts ist ausgewählt: eine Kante, einen Wert oder einen Knoten auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing reads %1; Add Node adds a reader</source>
        <translation>nichts liest %1; „Knoten hinzufügen“ fügt einen Leser hinzu</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Insert after</source>
        <translation>Einfügen nach</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Add a node</source>
        <translation>Knoten hinzufügen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>reads %1</source>
        <translation>liest %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>without inputs</source>
        <translation>ohne Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%1 has no inputs</source>
        <translation>%1 hat keine Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Which input?</source>
        <translation>Welche Eingabe?</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>select the node whose input shall be connected</source>
        <translation>den Knoten auswählen, dessen Eingabe verbunden werden soll</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>only a node can read a value: drop the line on one</source>
        <translation>nur ein Knoten kann einen Wert lesen: die Kante auf einem Knoten ablegen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Which output?</source>
        <translation>Welche Ausgabe?</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>this line leads to an output of the model, which keeps its value: make an output of the other value</source>
        <translation>diese Kante führt zu einer Ausgabe des Modells, die ihren Wert behält: den anderen Wert zur Ausgabe machen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Connected %n reader(s) of %1 to %2</source>
        <translation><numerusform>%n Leser von %1 mit %2 verbunden</numerusform><numerusform>%n Leser von %1 mit %2 verbunden</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a node or a value</source>
        <translation>nichts ist ausgewählt: einen Knoten oder einen Wert auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Rename this node</source>
        <translation>Diesen Knoten umbenennen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Rename this value at %n place(s)</source>
        <translation><numerusform>Diesen Wert an %n Stelle umbenennen</numerusform><numerusform>Diesen Wert an %n Stellen umbenennen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>The model has changed meanwhile</source>
        <translation>Das Modell hat sich inzwischen geändert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a value or a node</source>
        <translation>nichts ist ausgewählt: einen Wert oder einen Knoten auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>only values of the main graph can be outputs of the model</source>
        <translation>nur Werte des Hauptgraphen können Ausgaben des Modells sein</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>redo</source>
        <translation>wiederholbar</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>At</source>
        <translation>Um</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>No edits. Turn on Edit Model, then click a line to insert, or change an attribute.</source>
        <translation>Keine Änderungen. „Modell bearbeiten“ einschalten, dann zum Einfügen eine Kante anklicken oder ein Attribut ändern.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Copy as script</source>
        <translation>Als Skript kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>%1 done · %2 can be redone</source>
        <translation>%1 ausgeführt · %2 wiederholbar</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>%1 done</source>
        <translation>%1 ausgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Edit history %1</source>
        <translation>Änderungsverlauf %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>its file does not exist any more</source>
        <translation>seine Datei gibt es nicht mehr</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>its file has changed since</source>
        <translation>seine Datei wurde seither geändert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>Noting edits</source>
        <translation>Änderungen werden festgehalten</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Looking for edits that were not saved</source>
        <translation>Nicht gespeicherte Änderungen werden gesucht</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>%n edit(s) of %1, last at %2.</source>
        <translation><numerusform>%n Änderung an %1, zuletzt um %2.</numerusform><numerusform>%n Änderungen an %1, zuletzt um %2.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>They may not fit: %1.</source>
        <translation>Sie passen vielleicht nicht: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Edits were not saved.</source>
        <translation>Änderungen wurden nicht gespeichert.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>%1 has edits already: the others were not restored and are offered again at the next start</source>
        <translation>%1 hat schon Änderungen: Die anderen wurden nicht wiederhergestellt und werden beim nächsten Start wieder angeboten</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Restored %n edit(s) of %1</source>
        <translation><numerusform>%n Änderung an %1 wiederhergestellt</numerusform><numerusform>%n Änderungen an %1 wiederhergestellt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Edit %1 of %2 was not restored: %3. It and those after it are offered again at the next start</source>
        <translation>Änderung %1 von %2 wurde nicht wiederhergestellt: %3. Sie und die folgenden werden beim nächsten Start wieder angeboten</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose the library of an engine that is not found, or another version</source>
        <translation>Bibliothek einer nicht gefundenen Engine oder eine andere Version wählen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose %1…</source>
        <translation>%1 wählen…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Look for all again</source>
        <translation>Alle neu suchen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose the library of %1</source>
        <translation>Bibliothek von %1 wählen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Libraries and programs (*.so* *);;All files (*)</source>
        <translation>Bibliotheken und Programme (*.so* *);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1, not found</source>
        <translation>%1, nicht gefunden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>looked for on %1</source>
        <translation>gesucht auf %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>KEY=VALUE: </source>
        <translation>KEY=VALUE: </translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>NAME:KEY=VALUE …</source>
        <translation>NAME:KEY=VALUE …</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Further</source>
        <translation>Weitere</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1 is not NAME:KEY=VALUE</source>
        <translation>%1 ist nicht NAME:KEY=VALUE</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Opscope's own engine, built in</source>
        <translation>Die eigene Engine von Opscope, eingebaut</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Looked for on %1 when the run begins</source>
        <translation>Wird auf %1 gesucht, wenn der Lauf beginnt</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>looking for %1…</source>
        <translation>%1 wird gesucht…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Found in %1. Runs on the CPU, in a process of its own.</source>
        <translation>Gefunden in %1. Läuft auf der CPU, in einem eigenen Prozess.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Wall, %1</source>
        <translation>Laufzeit, %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>The engines are not measured yet</source>
        <translation>Die Engines sind noch nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Export the comparison of engines</source>
        <translation>Vergleich der Engines exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Measurement with its profiles, as a folder</source>
        <translation>Messung mit ihren Profilen, als Ordner</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Open a measurement of engines</source>
        <translation>Messung von Engines öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Measurements (*.json);;All files (*)</source>
        <translation>Messungen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Which engine is fastest here</source>
        <translation>Welche Engine hier die schnellste ist</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Numbers of threads, separated by commas</source>
        <translation>Anzahl der Threads, durch Kommas getrennt</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>In each round every engine runs once or more, in a random order</source>
        <translation>In jeder Runde läuft jede Engine einmal oder mehrmals, in zufälliger Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Not measured yet. Every engine that is installed runs this model on the same inputs, in turns, in a process of its own. Outputs are compared before times.</source>
        <translation>Noch nicht gemessen. Jede installierte Engine führt dieses Modell mit denselben Eingaben aus, abwechselnd, in einem eigenen Prozess. Ausgaben werden vor den Zeiten verglichen.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Measure all engines</source>
        <translation>Alle Engines messen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Open a measurement…</source>
        <translation>Messung öffnen…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>A file that “opscope-cli engines --profiles FOLDER --format json” wrote, or that was exported here</source>
        <translation>Eine Datei, die „opscope-cli engines --profiles FOLDER --format json“ geschrieben hat oder die hier exportiert wurde</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/engines/wall_bars.cpp"/>
        <source>Wall, median and 95 % interval</source>
        <translation>Laufzeit, Median und 95-%-Intervall</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Times by operator group</source>
        <translation>Zeiten nach Operatorgruppe</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>By operators</source>
        <translation>Nach Operatoren</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>The engine whose times the others are compared with</source>
        <translation>Die Engine, mit deren Zeiten die anderen verglichen werden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Each</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>How times were led to nodes</source>
        <translation>Wie Zeiten Knoten zugeordnet wurden</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Which step runs which nodes</source>
        <translation>Welcher Schritt welche Knoten ausführt</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>The engines were not measured.</source>
        <translation>Die Engines wurden nicht gemessen.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1: engines</source>
        <translation>%1: Engines</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1: %n engine(s)</source>
        <translation><numerusform>%1: %n Engine</numerusform><numerusform>%1: %n Engines</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%n interleaved round(s)</source>
        <translation><numerusform>%n abwechselnde Runde</numerusform><numerusform>%n abwechselnde Runden</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Threads are numbers such as 1, 2</source>
        <translation>Threads sind Zahlen wie 1, 2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Runs all engines in turns</source>
        <translation>Führt alle Engines abwechselnd aus</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure again</source>
        <translation>Neu messen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Waits for: %1</source>
        <translation>Wartet auf: %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Preparing the engines</source>
        <translation>Engines werden vorbereitet</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Measuring in turns: %1, round %2 of %3</source>
        <translation>Abwechselnde Messung: %1, Runde %2 von %3</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Figures of the engines</source>
        <translation>Zahlen der Engines</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>There are no profiles: the walls are known, not where the time goes.</source>
        <translation>Es gibt keine Profile: Die Laufzeiten sind bekannt, nicht aber, wo die Zeit bleibt.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Shares of recorded runs, scaled to the wall without recording. Below 0 %, %1 is faster.</source>
        <translation>Anteile der aufgezeichneten Läufe, skaliert auf die Laufzeit ohne Aufzeichnung. Unter 0 % ist %1 schneller.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Verdicts are not given: %1.</source>
        <translation>Urteile werden nicht gefällt: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>This engine was measured without a profile</source>
        <translation>Diese Engine wurde ohne Profil gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Reading the profile of %1</source>
        <translation>Profil von %1 wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>The times on the graph are now of this profile</source>
        <translation>Die Zeiten im Graphen stammen jetzt aus diesem Profil</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>proven %1</source>
        <translation>nachgewiesen %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>not led %1</source>
        <translation>nicht zugeordnet %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>No row is selected</source>
        <translation>Keine Zeile ausgewählt</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Select a row or a node of the graph.</source>
        <translation>Wählen Sie eine Zeile oder einen Knoten des Graphen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1, %n node(s) selected</source>
        <translation><numerusform>%1, %n Knoten ausgewählt</numerusform><numerusform>%1, %n Knoten ausgewählt</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>%1, %n thread(s)</source>
        <translation><numerusform>%1, %n Thread</numerusform><numerusform>%1, %n Threads</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>Measuring %1 in all engines</source>
        <translation>%1 wird in allen Engines gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>Measuring in all engines</source>
        <translation>Messung in allen Engines</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n same</source>
        <translation><numerusform>%n gleicher</numerusform><numerusform>%n gleiche</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>The filter hides what is selected. Esc clears it.</source>
        <translation>Der Filter verbirgt, was ausgewählt ist. Esc leert ihn.</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Filter by name or type</source>
        <translation>Nach Name oder Typ filtern</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Parts of the model</source>
        <translation>Teile des Modells</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Listing the model</source>
        <translation>Modell wird aufgelistet</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>No model is open.</source>
        <translation>Kein Modell ist offen.</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <source>This file could not be opened. See Problems.</source>
        <translation>Diese Datei konnte nicht geöffnet werden. Siehe „Probleme“.</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Reading the model…</source>
        <translation>Modell wird gelesen…</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>A profile without its model has no graph.</source>
        <translation>Ein Profil ohne sein Modell hat keinen Graphen.</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Nothing matches %1.</source>
        <translation>Nichts entspricht %1.</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Content of the second column</source>
        <translation>Inhalt der zweiten Spalte</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The File Has Changed</source>
        <translation>Die Datei wurde geändert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%1 was changed by another program or window</source>
        <translation>%1 wurde von einem anderen Programm oder Fenster geändert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>What changed since the file was read</source>
        <translation>Was sich geändert hat, seit die Datei gelesen wurde</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Discard my edits</source>
        <translation>Meine Änderungen &amp;verwerfen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Keep mine as a copy…</source>
        <translation>Meine als &amp;Kopie behalten…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Repeat my edits on the new file</source>
        <translation>Meine Änderungen auf der neuen Datei &amp;wiederholen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Comparing the file as it was, as it is, and your edits…</source>
        <translation>Die Datei im alten und neuen Stand und Ihre Änderungen werden verglichen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Comparing %1 with its edits</source>
        <translation>%1 wird mit den Änderungen verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The file cannot be read now: %1. Your edits can be kept as a copy.</source>
        <translation>Die Datei ist jetzt nicht lesbar: %1. Ihre Änderungen können als Kopie behalten werden.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n change(s) in the file.</source>
        <translation><numerusform>%n Änderung in der Datei.</numerusform><numerusform>%n Änderungen in der Datei.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n part(s) changed by both.</source>
        <translation><numerusform>%n Teil von beiden geändert.</numerusform><numerusform>%n Teile von beiden geändert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>All of your edits fit the new file.</source>
        <translation>Alle Ihre Änderungen passen zur neuen Datei.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Edits that do not fit the new file: %1.</source>
        <translation>Änderungen, die nicht zur neuen Datei passen: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>You took back edits that the file had when it was saved. They cannot be repeated on the new file; a copy keeps your model.</source>
        <translation>Sie haben Änderungen zurückgenommen, die beim Speichern in der Datei waren. Diese lassen sich auf der neuen Datei nicht wiederholen; eine Kopie behält Ihr Modell.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>A copy cannot be saved any more, and weights cannot be compared: %1.</source>
        <translation>Eine Kopie kann nicht mehr gespeichert werden, und Gewichte können nicht verglichen werden: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Models and profiles (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;All files (*)</source>
        <translation>Modelle und Profile (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open Folder of Profiles</source>
        <translation>Profilordner öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Nothing opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Recent files are switched off</source>
        <translation>Zuletzt geöffnete Dateien sind abgeschaltet</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attach a profile</source>
        <translation>Profil anhängen</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Profiles (*.opscope *.html);;All files (*)</source>
        <translation>Profile (*.opscope *.html);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attached %1, which was recorded with this model file</source>
        <translation>%1 angehängt, aufgezeichnet mit dieser Modelldatei</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attached %1: %2 of its time belongs to nodes of this model</source>
        <translation>%1 angehängt: %2 der Zeit gehören zu Knoten dieses Modells</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Open profile</source>
        <translation>Profil öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>%1 was recorded with %2.</source>
        <translation>%1 wurde mit %2 aufgezeichnet.</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>%1 was recorded with another file than %2.
%3 of its time can be matched to nodes of this model by their names.</source>
        <translation>%1 wurde mit einer anderen Datei als %2 aufgezeichnet.
%3 der Zeit lassen sich über die Namen Knoten dieses Modells zuordnen.</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attach to %1</source>
        <translation>An %1 anhängen</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open on its own</source>
        <translation>Für sich öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Drop last term</source>
        <translation>Ohne letzten Begriff</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Previous result (Shift+F3)</source>
        <translation>Vorheriges Ergebnis (Umschalt+F3)</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Next result (F3)</source>
        <translation>Nächstes Ergebnis (F3)</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Operators that the GPU of this run left to the CPU: on:fallback</source>
        <translation>Operatoren, die die GPU dieses Laufs der CPU überließ: on:fallback</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Words, type:Conv, out:1x*, size&gt;1MiB</source>
        <translation>Wörter, type:Conv, out:1x*, size&gt;1MiB</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Show the results in the graph in a colour of their own</source>
        <translation>Die Ergebnisse im Graphen in eigener Farbe anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Runs on the CPU, %1</source>
        <translation>Läuft auf der CPU, %1</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Preparing to search</source>
        <translation>Suche wird vorbereitet</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Searches names, operator types and values of all graphs.</source>
        <translation>Durchsucht Namen, Operatortypen und Werte aller Graphen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 result(s)</source>
        <translation><numerusform>%1 Treffer</numerusform><numerusform>%1 Treffer</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Nothing matches %1. %2 match without %3.</source>
        <translation>Nichts entspricht %1. Ohne %3 gibt es %2 Treffer.</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 read, %2.</source>
        <translation>%1 gelesen, %2.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <source>%1 element(s)</source>
        <translation><numerusform>%1 Element</numerusform><numerusform>%1 Elemente</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 weight(s) and captured value(s)</source>
        <translation><numerusform>%1 Gewicht oder erfasster Wert</numerusform><numerusform>%1 Gewichte und erfasste Werte</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Without %n tensor(s) that cannot be read.</source>
        <translation><numerusform>Ohne %n nicht lesbaren Tensor.</numerusform><numerusform>Ohne %n nicht lesbare Tensoren.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%n more graph(s)</source>
        <translation><numerusform>%n weiterer Graph</numerusform><numerusform>%n weitere Graphen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Column %1: %2</source>
        <translation>Spalte %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Went on from the last result.</source>
        <translation>Beim letzten Ergebnis fortgesetzt.</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Went on from the first result.</source>
        <translation>Beim ersten Ergebnis fortgesetzt.</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_results.cpp"/>
        <source>first: element %1</source>
        <translation>erstes: Element %1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>%1 "%2" runs on the CPU: %3</source>
        <translation>%1 "%2" läuft auf der CPU: %3</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>Operators lists its %n transfer(s) between GPU and CPU with their times</source>
        <translation><numerusform>„Operatoren“ führt den %n Transfer zwischen GPU und CPU mit seiner Zeit auf</numerusform><numerusform>„Operatoren“ führt die %n Transfers zwischen GPU und CPU mit ihren Zeiten auf</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>its inputs and outputs are in CPU memory</source>
        <translation>seine Ein- und Ausgaben liegen im Speicher der CPU</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>No run yet. Profile this model to see where time goes.</source>
        <translation>Noch kein Lauf. Profilieren Sie dieses Modell, um zu sehen, wo die Zeit bleibt.</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Medians</source>
        <translation>Mediane</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Each operator as wide as its median over all recorded runs</source>
        <translation>Jeder Operator so breit wie sein Median über alle aufgezeichneten Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Median run</source>
        <translation>Medianlauf</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>The median run. Operators and time outside operators add up to its wall time</source>
        <translation>Der Medianlauf. Operatoren und Zeit außerhalb von Operatoren ergeben zusammen seine Laufzeit</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only range</source>
        <translation>Nur Bereich</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Only the range selected in the timeline, over all runs in it</source>
        <translation>Nur der in der Zeitleiste gewählte Bereich, über alle Läufe darin</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Flame graph as a table</source>
        <translation>Flame-Graph als Tabelle</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Zoom out (Backspace)</source>
        <translation>Herauszoomen (Rücktaste)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Show all (Home)</source>
        <translation>Alles anzeigen (Pos1)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only range %1</source>
        <translation>Nur Bereich %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>%1 in %n operator(s)</source>
        <translation><numerusform>%1 in %n Operator</numerusform><numerusform>%1 in %n Operatoren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>the range, %1</source>
        <translation>der Bereich, %1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>wall, %1</source>
        <translation>Laufzeit, %1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>search: %1</source>
        <translation>Suche: %1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Time (ns)</source>
        <translation>Zeit (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Executions</source>
        <translation>Ausführungen</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Flame graph</source>
        <translation>Flame-Graph</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Zoom Into	Enter</source>
        <translation>Hineinzoomen	Eingabe</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Zoom Out	Backspace</source>
        <translation>Herauszoomen	Rücktaste</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Show All	Home</source>
        <translation>Alles anzeigen	Pos1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Filter profiles</source>
        <translation>Profile filtern</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Words of model, machine, host, settings, date, commit, label or file; all must match</source>
        <translation>Wörter aus Modell, Rechner, Host, Einstellungen, Datum, Commit, Label oder Datei; alle müssen passen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Where models and operators became slower over the commits</source>
        <translation>Wo Modelle und Operatoren über die Commits langsamer wurden</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>A dot is the median of a profile, its line the 95 % interval. Blue: this machine; grey: other machines</source>
        <translation>Ein Punkt ist der Median eines Profils, sein Strich das 95-%-Intervall. Blau: dieser Rechner; grau: andere Rechner</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Wall over time</source>
        <translation>Laufzeit über die Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Reading the profiles of %1…</source>
        <translation>Profile von %1 werden gelesen…</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Reading profiles of %1</source>
        <translation>Profile von %1 werden gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 has no profile.
Expected .opscope files of Profile or “opscope-cli profile -o”, or the folder of “opscope-cli pack”.</source>
        <translation>%1 enthält kein Profil.
Erwartet werden .opscope-Dateien von „Profilieren“ oder „opscope-cli profile -o“ oder der Ordner von „opscope-cli pack“.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 unreadable file(s)</source>
        <translation><numerusform>%1 nicht lesbare Datei</numerusform><numerusform>%1 nicht lesbare Dateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 profile(s)</source>
        <translation><numerusform>%1 Profil</numerusform><numerusform>%1 Profile</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 of %2 profiles</source>
        <translation>%1 von %2 Profilen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 model(s)</source>
        <translation><numerusform>%1 Modell</numerusform><numerusform>%1 Modelle</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 kind(s) of machine</source>
        <translation><numerusform>%1 Maschinentyp</numerusform><numerusform>%1 Maschinentypen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>packed</source>
        <translation>gepackt</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>single files</source>
        <translation>einzelne Dateien</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Open the profile (Enter)</source>
        <translation>Profil öffnen (Eingabe)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select a profile</source>
        <translation>Ein Profil auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Compare the two profiles, the older one is A</source>
        <translation>Die beiden Profile vergleichen, das ältere ist A</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select two profiles to compare them</source>
        <translation>Zum Vergleichen zwei Profile auswählen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select a profile to see its model over time</source>
        <translation>Ein Profil auswählen, um sein Modell im Zeitverlauf zu sehen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Wall (ns)</source>
        <translation>Laufzeit (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>95 % CI low (ns)</source>
        <translation>95-%-KI unten (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>95 % CI high (ns)</source>
        <translation>95-%-KI oben (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>The measurement was interrupted</source>
        <translation>Die Messung wurde unterbrochen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Show one by one</source>
        <translation>Einzeln anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Unfold in place</source>
        <translation>Hier ausklappen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>, %1 folded</source>
        <translation>, %1 eingeklappt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>%1 group(s)</source>
        <translation><numerusform>%1 Gruppe</numerusform><numerusform>%1 Gruppen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source> · %1 drawn</source>
        <translation> · %1 gezeichnet</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>%1 card(s)</source>
        <translation><numerusform>%1 Karte</numerusform><numerusform>%1 Karten</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source> · %n changed</source>
        <translation><numerusform> · %n geändert</numerusform><numerusform> · %n geändert</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/foldable_section.cpp"/>
        <source>folded</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/foldable_section.cpp"/>
        <source>unfolded</source>
        <translation>ausgeklappt</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/folder_page.cpp"/>
        <source>Reading packed profiles</source>
        <translation>Gepackte Profile werden gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Why the GPU was idle, of the wall: %1</source>
        <translation>Warum die GPU im Leerlauf war, Anteil der Laufzeit: %1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>The GPU was idle, of the wall:
%1</source>
        <translation>Die GPU war im Leerlauf, Anteil der Laufzeit:
%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Cache found</source>
        <translation>Cache gefunden</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n pair(s)</source>
        <translation><numerusform>%n Paar</numerusform><numerusform>%n Paare</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n pair(s) of another shape</source>
        <translation><numerusform>%n Paar anderer Form</numerusform><numerusform>%n Paare anderer Form</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Grows in</source>
        <translation>Wächst in</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>At the end</source>
        <translation>Am Ende</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%1 positions, %2</source>
        <translation>%1 Positionen, %2</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%1 positions</source>
        <translation>%1 Positionen</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>1 output leads back to an input of the same type.</source>
        <translation>1 Ausgabe führt zurück zu einer Eingabe desselben Typs.</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>All %1 outputs lead back to an input of the same type.</source>
        <translation>Alle %1 Ausgaben führen zurück zu einer Eingabe desselben Typs.</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Generate</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Number of random tokens, or token ids with commas: 464,2068,7586</source>
        <translation>Anzahl zufälliger Tokens oder Token-IDs mit Kommas: 464,2068,7586</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source> tokens</source>
        <translation> Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Profile generates so many tokens; off: it runs the model once a run</source>
        <translation>„Profilieren“ generiert so viele Tokens; bei „aus“ führt es das Modell je Lauf einmal aus</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>This token ends a generation</source>
        <translation>Dieses Token beendet eine Generierung</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Stop token</source>
        <translation>Stopp-Token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n random token(s)</source>
        <translation><numerusform>%n zufälliges Token</numerusform><numerusform>%n zufällige Tokens</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Tokens are generated on the CPU only: on a GPU, Profile measures single runs.</source>
        <translation>Tokens werden nur auf der CPU generiert: Auf einer GPU misst „Profilieren“ einzelne Läufe.</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>The token with the largest logit is chosen: the same tokens in every run, so that runs can be compared.</source>
        <translation>Gewählt wird das Token mit dem größten Logit: in jedem Lauf dieselben Tokens, damit Läufe vergleichbar sind.</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>The ids are those of the input's file.</source>
        <translation>Die IDs sind die aus der Datei der Eingabe.</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Expected a number of tokens, or ids with commas: 464,2068. Until then Profile uses %1</source>
        <translation>Erwartet wird eine Anzahl von Tokens oder IDs mit Kommas: 464,2068. Bis dahin verwendet „Profilieren“ %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n random token(s), seed %1</source>
        <translation><numerusform>%n zufälliges Token, Seed %1</numerusform><numerusform>%n zufällige Tokens, Seed %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n token id(s)</source>
        <translation><numerusform>%n Token-ID</numerusform><numerusform>%n Token-IDs</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Time per token over position</source>
        <translation>Zeit je Token über der Position</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>%1, median of %n generation(s)</source>
        <translation><numerusform>%1, Median von %n Generierung</numerusform><numerusform>%1, Median von %n Generierungen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>one took %1</source>
        <translation>eine brauchte %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>one took %1: %2</source>
        <translation>eine brauchte %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>By operator</source>
        <translation>Nach Operator</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>One token</source>
        <translation>Ein Token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Previous token (Left in the chart)</source>
        <translation>Vorheriges Token (Pfeil links im Diagramm)</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Next token (Right in the chart)</source>
        <translation>Nächstes Token (Pfeil rechts im Diagramm)</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Slowest</source>
        <translation>Langsamstes</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>First</source>
        <translation>Erstes</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Token 9999</source>
        <translation>Token 9999</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Operators of a token</source>
        <translation>Operatoren eines Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>What grows with position</source>
        <translation>Was mit der Position wächst</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Generation, %1</source>
        <translation>Generierung, %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>No run yet.</source>
        <translation>Noch kein Lauf.</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>This run generated no tokens.</source>
        <translation>Dieser Lauf hat keine Tokens generiert.</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>The figures are being computed</source>
        <translation>Die Zahlen werden berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Figures of the generation</source>
        <translation>Zahlen der Generierung</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>You stopped computing the figures. Close this tab and choose Run › Show Generation to compute them.</source>
        <translation>Sie haben die Berechnung der Zahlen gestoppt. Schließen Sie diesen Tab und wählen Sie „Ausführen“ › „Generierung anzeigen“, um sie zu berechnen.</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>The figures cannot be computed: %1</source>
        <translation>Die Zahlen können nicht berechnet werden: %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>the prompt's run chose the only token</source>
        <translation>der Lauf des Prompts wählte das einzige Token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>median of the recorded runs</source>
        <translation>Median der aufgezeichneten Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>dots: every generation; line: robust fit, 95 %</source>
        <translation>Punkte: jede Generierung; Linie: robuste Anpassung, 95 %</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>dots: every generation</source>
        <translation>Punkte: jede Generierung</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>This needs recorded tokens at 6 positions or more.</source>
        <translation>Dazu sind aufgezeichnete Tokens an mindestens 6 Positionen nötig.</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>no recorded run of this token</source>
        <translation>kein aufgezeichneter Lauf dieses Tokens</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>median of %n run(s): %1</source>
        <translation><numerusform>Median von %n Lauf: %1</numerusform><numerusform>Median von %n Läufen: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>one run of the prompt, %n token(s)</source>
        <translation><numerusform>ein Lauf des Prompts, %n Token</numerusform><numerusform>ein Lauf des Prompts, %n Tokens</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>prefill, %n token(s)</source>
        <translation><numerusform>Prefill, %n Token</numerusform><numerusform>Prefill, %n Tokens</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>no recorded run</source>
        <translation>kein aufgezeichneter Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median run of token %1</source>
        <translation>Laufzeit, Medianlauf von Token %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median token</source>
        <translation>Laufzeit, Median-Token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median run of the prompt, %n token(s)</source>
        <translation><numerusform>Laufzeit, Medianlauf des Prompts, %n Token</numerusform><numerusform>Laufzeit, Medianlauf des Prompts, %n Tokens</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median prefill</source>
        <translation>Laufzeit, Median-Prefill</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_settings.cpp"/>
        <source>%n token(s)</source>
        <translation><numerusform>%n Token</numerusform><numerusform>%n Tokens</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_settings.cpp"/>
        <source>%1 + %2 tokens</source>
        <translation>%1 + %2 Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/gpu_report.cpp"/>
        <source>Accounting for the GPU's time</source>
        <translation>GPU-Zeit wird aufgeschlüsselt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The complete graph would be too thin to see. Shown is the part around the middle of the view; the minimap shows the rest</source>
        <translation>Der vollständige Graph wäre zu schmal, um erkennbar zu sein. Gezeigt wird der Teil um die Mitte der Ansicht; die Minikarte zeigt den Rest</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>%1 node(s) selected</source>
        <translation><numerusform>%1 Knoten ausgewählt</numerusform><numerusform>%1 Knoten ausgewählt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: select a node or a group first</source>
        <translation>Nichts ist ausgewählt: zuerst einen Knoten oder eine Gruppe auswählen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>%n node(s) selected, a path has two ends: select two nodes with Ctrl+click</source>
        <translation><numerusform>%n Knoten ausgewählt, ein Pfad hat zwei Enden: zwei Knoten mit Strg+Klick auswählen</numerusform><numerusform>%n Knoten ausgewählt, ein Pfad hat zwei Enden: zwei Knoten mit Strg+Klick auswählen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>No path leads from one of the two nodes to the other</source>
        <translation>Von keinem der beiden Knoten führt ein Pfad zum anderen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: a note belongs to a node, value or group</source>
        <translation>Nichts ist ausgewählt: Eine Notiz gehört zu einem Knoten, einem Wert oder einer Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>A note belongs to a node, value or group</source>
        <translation>Eine Notiz gehört zu einem Knoten, einem Wert oder einer Gruppe</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The note was not saved: the file was read again and the item has changed</source>
        <translation>Die Notiz wurde nicht gespeichert: Die Datei wurde neu gelesen, und das Element hat sich geändert</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: select what to mark</source>
        <translation>Nichts ist ausgewählt: auswählen, was markiert werden soll</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>No notes yet: select a node and choose Add Note to Selection</source>
        <translation>Noch keine Notizen: einen Knoten auswählen, dann „Notiz zur Auswahl hinzufügen“</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Notes and marks</source>
        <translation>Notizen und Markierungen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The item of this note is not in the model any more</source>
        <translation>Das Element dieser Notiz ist nicht mehr im Modell</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>NOTE</source>
        <translation>NOTIZ</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>MARK</source>
        <translation>MARKE</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph, first view</source>
        <translation>Graph, erste Ansicht</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph, second view</source>
        <translation>Graph, zweite Ansicht</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>The graph could not be laid out: %1</source>
        <translation>Der Graph konnte nicht angeordnet werden: %1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>%1 found by %2</source>
        <translation>%1 gefunden mit %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Graphviz cannot place this graph in time: the layered layout is shown</source>
        <translation>Graphviz kann diesen Graphen nicht rechtzeitig anordnen: Das geschichtete Layout wird angezeigt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Enter %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Copy name</source>
        <translation>Name kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Draw these edges</source>
        <translation>Diese Kanten zeichnen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view_colours.cpp"/>
        <source>Colouring the graph</source>
        <translation>Graph wird eingefärbt</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view_places.cpp"/>
        <source>This graph has no nodes.</source>
        <translation>Dieser Graph hat keine Knoten.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_view_places.cpp"/>
        <source>The model has %n local function(s): see Model, Functions.</source>
        <translation><numerusform>Das Modell hat %n lokale Funktion: siehe „Modell“ › „Funktionen“.</numerusform><numerusform>Das Modell hat %n lokale Funktionen: siehe „Modell“ › „Funktionen“.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>Numbers of the channel against the codes</source>
        <translation>Zahlen des Kanals gegenüber den Codes</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>from %1 to %2, %3 codes unused</source>
        <translation>von %1 bis %2, %3 Codes ungenutzt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>bars: numbers (logarithmic count)</source>
        <translation>Balken: Zahlen (Anzahl logarithmisch)</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>bars: numbers (linear count)</source>
        <translation>Balken: Zahlen (Anzahl linear)</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>several scales in this channel</source>
        <translation>mehrere Skalierungen in diesem Kanal</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>ticks: the codes</source>
        <translation>Striche: die Codes</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>ticks: the codes, every %1.</source>
        <translation>Striche: die Codes, jeder %1.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>%1 of %2 codes unused here</source>
        <translation>%1 von %2 Codes hier ungenutzt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>%1 to %2: %3 numbers</source>
        <translation>%1 bis %2: %3 Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/heat_map.cpp"/>
        <source>Heat map of the tensor</source>
        <translation>Heatmap des Tensors</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Latest, %1</source>
        <translation>Neueste, %1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>95 % %1</source>
        <translation>95 %: %1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>error unknown</source>
        <translation>Fehler unbekannt</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>at least %1 would be found</source>
        <translation>erkennbar ab %1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>too few points to search</source>
        <translation>zu wenige Punkte für eine Suche</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>first at %1, %2</source>
        <translation>zuerst bei %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Since the first point</source>
        <translation>Seit dem ersten Punkt</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>History: %1</source>
        <translation>Verlauf: %1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Model, machine and settings</source>
        <translation>Modell, Rechner und Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Write all series as one HTML page</source>
        <translation>Alle Reihen als eine HTML-Seite schreiben</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Wall over commits</source>
        <translation>Laufzeit über Commits</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Reading the history of %1</source>
        <translation>Verlauf von %1 wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 has no profile with recorded runs.
“opscope-cli profile --commit” says which commit it measures.</source>
        <translation>%1 enthält kein Profil mit aufgezeichneten Läufen.
„opscope-cli profile --commit“ gibt an, welcher Commit gemessen wird.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 file(s) left out</source>
        <translation><numerusform>%1 Datei ausgelassen</numerusform><numerusform>%1 Dateien ausgelassen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>E-Divisive, p ≤ 1 %; changes of at least %1; %2 tested, %3 too small. The newest %4 points are too new to judge.</source>
        <translation>E-Divisive, p ≤ 1 %; Änderungen ab %1; %2 geprüft, %3 zu klein. Die neuesten %4 Punkte sind für ein Urteil zu neu.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 operator(s)</source>
        <translation><numerusform>%1 Operator</numerusform><numerusform>%1 Operatoren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Changes are searched from %1 points on.</source>
        <translation>Änderungen werden ab %1 Punkten gesucht.</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Compare %1 with %2</source>
        <translation>%1 mit %2 vergleichen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>No change was found</source>
        <translation>Keine Änderung gefunden</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Open the profile of %1</source>
        <translation>Profil von %1 öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Choose a point of the chart</source>
        <translation>Einen Punkt des Diagramms wählen</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Export History</source>
        <translation>Verlauf exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>HTML (*.html);;All files (*)</source>
        <translation>HTML (*.html);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Before (ns)</source>
        <translation>Vorher (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>After (ns)</source>
        <translation>Nachher (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Difference (ns)</source>
        <translation>Differenz (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Change (ratio)</source>
        <translation>Änderung (Verhältnis)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>95 % CI low (ratio)</source>
        <translation>95-%-KI unten (Verhältnis)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>95 % CI high (ratio)</source>
        <translation>95-%-KI oben (Verhältnis)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>What else changed there</source>
        <translation>Was sich dort noch geändert hat</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>implementation: %1</source>
        <translation>Implementierung: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Fed to the model</source>
        <translation>Dem Modell zugeführt</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Preparation of %1</source>
        <translation>Vorbereitung von %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Own settings</source>
        <translation>Eigene Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>None, levels of 0 to 1</source>
        <translation>Keine, Tonwerte von 0 bis 1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Prepared as</source>
        <translation>Vorbereitet wie</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By the shape</source>
        <translation>Nach der Form</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Channels first (NCHW)</source>
        <translation>Kanäle zuerst (NCHW)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Channels last (NHWC)</source>
        <translation>Kanäle zuletzt (NHWC)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Stretch</source>
        <translation>Strecken</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Cut the middle out</source>
        <translation>Mitte ausschneiden</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Fit, with a border</source>
        <translation>Einpassen, mit Rand</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>as needed</source>
        <translation>nach Bedarf</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Shorter side of %1 before the cut</source>
        <translation>Kürzere Seite von %1 vor dem Ausschneiden</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Shorter side</source>
        <translation>Kürzere Seite</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Level of the border of %1</source>
        <translation>Tonwert des Rands von %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Scaled</source>
        <translation>Skaliert</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Bilinear, as Pillow</source>
        <translation>Bilinear, wie Pillow</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Bicubic, as Pillow</source>
        <translation>Bikubisch, wie Pillow</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Linear, as Resize</source>
        <translation>Linear, wie Resize</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>BGR</source>
        <translation>BGR</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Levels</source>
        <translation>Tonwerte</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By the type</source>
        <translation>Nach dem Typ</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>0 to 1</source>
        <translation>0 bis 1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>0 to 255</source>
        <translation>0 bis 255</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Minus mean</source>
        <translation>Minus Mittel</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By deviation</source>
        <translation>Durch Std.-Abw.</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>One number for all channels, or one per channel: 0.485 / 0.456 / 0.406</source>
        <translation>Eine Zahl für alle Kanäle oder eine je Kanal: 0.485 / 0.456 / 0.406</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>channels first (NCHW)</source>
        <translation>Kanäle zuerst (NCHW)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>channels last (NHWC)</source>
        <translation>Kanäle zuletzt (NHWC)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>kernels side by side (OIHW)</source>
        <translation>Kernel nebeneinander (OIHW)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>from data</source>
        <translation>aus den Daten</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>−1 to 1</source>
        <translation>−1 bis 1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Black to white</source>
        <translation>Schwarz bis Weiß</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>The first %1 of %2 kernels</source>
        <translation>Die ersten %1 von %2 Kerneln</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>RGBA</source>
        <translation>RGBA</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>%1 of %2, grey</source>
        <translation>%1 von %2, grau</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Drawing the picture</source>
        <translation>Bild wird gezeichnet</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>file…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>picture…</source>
        <translation>Bild…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>output of a run…</source>
        <translation>Ausgabe eines Laufs…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>A picture, .npy or .pb file can also be dropped here</source>
        <translation>Auch Bilder, .npy- und .pb-Dateien lassen sich hier ablegen</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Values of %1</source>
        <translation>Werte von %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Tensors (%1)</source>
        <translation>Tensoren (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Picture for %1</source>
        <translation>Bild für %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_panel.cpp"/>
        <source>Pin: show this item in a second inspector</source>
        <translation>Anheften: dieses Element in einem zweiten Inspektor anzeigen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_panel.cpp"/>
        <source>Copy what the inspector says</source>
        <translation>Inhalt des Inspektors kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <source>A profile without its model: open the model to inspect its nodes.</source>
        <translation>Ein Profil ohne sein Modell: Öffnen Sie das Modell, um seine Knoten zu untersuchen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Remove keys</source>
        <translation>Tasten entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>As shipped</source>
        <translation>Wie geliefert</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>All as shipped</source>
        <translation>Alle wie geliefert</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Filter by command or key</source>
        <translation>Nach Befehl oder Taste filtern</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>&amp;New keys</source>
        <translation>&amp;Neue Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Choose a command, press its new keys here. Arrows, letters and digits that a view answers itself stay as they are (Help, Keys).</source>
        <translation>Befehl wählen, hier die neuen Tasten drücken. Pfeiltasten, Buchstaben und Ziffern, die eine Ansicht selbst beantwortet, bleiben, wie sie sind („Hilfe“ › „Tasten“).</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Taken by %1, which will lose it</source>
        <translation>Belegt durch %1, wird dort entfernt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n measurement(s) not saved</source>
        <translation><numerusform>%n Messung nicht gespeichert</numerusform><numerusform>%n Messungen nicht gespeichert</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>The measurement of %1 was kept. Open the model again to see it</source>
        <translation>Die Messung von %1 wurde behalten. Öffnen Sie das Modell wieder, um sie zu sehen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <source>%1: %n edit(s)</source>
        <translation><numerusform>%1: %n Änderung</numerusform><numerusform>%1: %n Änderungen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <source>%n model(s) with edits that are not saved.</source>
        <translation><numerusform>%n Modell mit nicht gespeicherten Änderungen.</numerusform><numerusform>%n Modelle mit nicht gespeicherten Änderungen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Kept edits are offered at the next start.</source>
        <translation>Behaltene Änderungen werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Keep for next start</source>
        <translation>Für den nächsten Start &amp;behalten</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Measuring %1</source>
        <translation>%1 wird gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Measuring a comparison of two models</source>
        <translation>Ein Vergleich zweier Modelle wird gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Folder for the measurements</source>
        <translation>Ordner für die Messungen</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Stopping the measurement. Opscope closes when the results are stored</source>
        <translation>Die Messung wird gestoppt. Opscope schließt, wenn die Ergebnisse gespeichert sind</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Keeping measurements for the next start</source>
        <translation>Messungen werden für den nächsten Start behalten</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Saving measurements</source>
        <translation>Messungen werden gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Restore all</source>
        <translation>Alle wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>%n run(s) of %1 can be restored (%2).</source>
        <translation><numerusform>%n Lauf von %1 kann wiederhergestellt werden (%2).</numerusform><numerusform>%n Läufe von %1 können wiederhergestellt werden (%2).</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>d MMM, HH:mm</source>
        <comment>format of a date</comment>
        <translation>d. MMM, HH:mm</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A sweep of %1 with %n size(s) can be restored (%2).</source>
        <translation><numerusform>Ein Sweep von %1 mit %n Größe kann wiederhergestellt werden (%2).</numerusform><numerusform>Ein Sweep von %1 mit %n Größen kann wiederhergestellt werden (%2).</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source> %n more after it.</source>
        <translation><numerusform> Danach %n weitere.</numerusform><numerusform> Danach %n weitere.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A recording was interrupted</source>
        <translation>Eine Aufzeichnung wurde unterbrochen</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A recording was not saved</source>
        <translation>Eine Aufzeichnung wurde nicht gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>Drag to move, click to fold</source>
        <translation>Ziehen verschiebt, Klicken klappt ein</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>%1: on the CPU, %2</source>
        <translation>%1: auf der CPU, %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source> · log</source>
        <translation> · log</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>nothing measured</source>
        <translation>nichts gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/lines_view.cpp"/>
        <source>Rows of the slice as curves</source>
        <translation>Zeilen des Ausschnitts als Kurven</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/lines_view.cpp"/>
        <source>of %1 rows</source>
        <translation>von %1 Zeilen</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Size (B)</source>
        <translation>Größe (B)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Share of live</source>
        <translation>Anteil belegt</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Share of live (%)</source>
        <translation>Anteil am Belegten (%)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Last read by</source>
        <translation>Zuletzt gelesen von</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Peak without it</source>
        <translation>Spitze ohne ihn</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Peak without it (B)</source>
        <translation>Spitze ohne ihn (B)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>output, stays</source>
        <translation>Ausgabe, bleibt</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>detail</source>
        <translation>Detail</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Least level shown</source>
        <translation>Niedrigste angezeigte Stufe</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Notes, warnings and errors</source>
        <translation>Hinweise, Warnungen und Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Main</source>
        <translation>Hauptleiste</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Run settings</source>
        <translation>Laufeinstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Profile</source>
        <translation>Profilieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Colour the graph by</source>
        <translation>Graph einfärben nach</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Colour: %1</source>
        <translation>Farbe: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Edit the model</source>
        <translation>Modell bearbeiten</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Not now: %1</source>
        <translation>Jetzt nicht: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Find nodes, tensors, values</source>
        <translation>Knoten, Tensoren, Werte suchen</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Run settings: %1</source>
        <translation>Laufeinstellungen: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>graph %1</source>
        <translation>Graph %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/main_window.cpp"/>
        <source>%n selected: %1</source>
        <translation><numerusform>%n ausgewählt: %1</numerusform><numerusform>%n ausgewählt: %1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Opscope</source>
        <translation>Opscope</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/main_window.cpp"/>
        <source>CPU %n thread(s)</source>
        <translation><numerusform>CPU, %n Thread</numerusform><numerusform>CPU, %n Threads</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>%1 — Opscope</source>
        <translation>%1 — Opscope</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>no document is open</source>
        <translation>kein Dokument ist offen</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>this is the main graph</source>
        <translation>dies ist der Hauptgraph</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>the graph has one view only</source>
        <translation>der Graph hat nur eine Ansicht</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>no run yet</source>
        <translation>noch kein Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>they are computed</source>
        <translation>sie sind berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>the statistics are being computed</source>
        <translation>die Statistiken werden berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>there is no earlier selection</source>
        <translation>es gibt keine frühere Auswahl</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>there is no later selection</source>
        <translation>es gibt keine spätere Auswahl</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>Live memory over the run</source>
        <translation>Belegter Speicher über den Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>weights %1</source>
        <translation>Gewichte %1</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>weights %1, not to scale</source>
        <translation>Gewichte %1, nicht maßstäblich</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>peak %1 at %2, %n tensor(s) live</source>
        <translation><numerusform>Spitze %1 bei %2, %n Tensor lebend</numerusform><numerusform>Spitze %1 bei %2, %n Tensoren lebend</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>%1: %2 of activations</source>
        <translation>%1: %2 Aktivierungen</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>No run yet. Profile this model to see what memory it needs over time.</source>
        <translation>Noch kein Lauf. Profilieren Sie dieses Modell, um zu sehen, wie viel Speicher es im Zeitverlauf braucht.</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>This profile does not say which tensors are live when: it comes from a program that does not record it, or nothing was planned.</source>
        <translation>Dieses Profil sagt nicht, welche Tensoren wann lebend sind: Es stammt von einem Programm, das dies nicht aufzeichnet, oder es wurde nichts geplant.</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>Live tensors</source>
        <translation>Lebende Tensoren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>%1 of activations + %2 of weights at %3, %n tensor(s) live</source>
        <translation><numerusform>%1 Aktivierungen + %2 Gewichte bei %3, %n Tensor lebend</numerusform><numerusform>%1 Aktivierungen + %2 Gewichte bei %3, %n Tensoren lebend</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>run %1 (median), sizes from the memory plan</source>
        <translation>Lauf %1 (Median), Größen aus dem Speicherplan</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/minimap.cpp"/>
        <source>Minimap</source>
        <translation>Minikarte</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Preparing to edit %1</source>
        <translation>Bearbeiten von %1 wird vorbereitet</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>%n error(s) made</source>
        <translation><numerusform>%n Fehler verursacht</numerusform><numerusform>%n Fehler verursacht</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>%n error(s) mended</source>
        <translation><numerusform>%n Fehler behoben</numerusform><numerusform>%n Fehler behoben</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Editing %1</source>
        <translation>%1 wird bearbeitet</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Undoing an edit</source>
        <translation>Eine Änderung wird zurückgenommen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Redoing an edit</source>
        <translation>Eine Änderung wird wiederholt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Select it, and mend the text in the Inspector</source>
        <translation>Auswählen und den Text im Inspektor berichtigen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <source>noted the edits in the metadata</source>
        <translation>die Änderungen in den Metadaten vermerkt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Saving %1</source>
        <translation>%1 wird gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <source>Writing the edits of %1 for a run</source>
        <translation>Änderungen an %1 werden für einen Lauf geschrieben</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>Counting operators and weights</source>
        <translation>Operatoren und Gewichte werden gezählt</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>Computing SHA-256</source>
        <translation>SHA-256 wird berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Run settings by name</source>
        <translation>Laufeinstellungen nach Namen</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Name, rename, remove or export these settings</source>
        <translation>Diese Einstellungen benennen, umbenennen, entfernen oder exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Export for opscope-cli…</source>
        <translation>Für opscope-cli exportieren…</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Name of the settings</source>
        <translation>Name der Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>There are settings with the name %1. Replace them?</source>
        <translation>Einstellungen mit dem Namen %1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Save run settings</source>
        <translation>Laufeinstellungen speichern</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Rename run settings</source>
        <translation>Laufeinstellungen umbenennen</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>The settings are still in the panel, without the name %1.</source>
        <translation>Die Einstellungen stehen noch im Panel, ohne den Namen %1.</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Export run settings</source>
        <translation>Laufeinstellungen exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Settings of runs (*.settings)</source>
        <translation>Laufeinstellungen (*.settings)</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Kept on this machine, for this content of the file. Ctrl+Enter saves.</source>
        <translation>Wird auf diesem Rechner behalten, für diesen Inhalt der Datei. Strg+Eingabe speichert.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>The note was changed.</source>
        <translation>Die Notiz wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Keep &amp;editing</source>
        <translation>Weiter &amp;bearbeiten</translation>
    </message>
    <message>
        <location filename="../../ui/notes/notes.cpp"/>
        <source>Looking for notes</source>
        <translation>Notizen werden gesucht</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Relative</source>
        <translation>Relativ</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Absolute</source>
        <translation>Absolut</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Not compared yet: both run once on the same inputs, and every tensor of B stands beside that of A.</source>
        <translation>Noch nicht verglichen: Beide laufen einmal mit denselben Eingaben, und jeder Tensor von B steht neben dem von A.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>%1 tensor(s)</source>
        <translation><numerusform>%1 Tensor</numerusform><numerusform>%1 Tensoren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>, %1 exist in only one model</source>
        <translation>, %1 gibt es nur in einem Modell</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Compare numbers</source>
        <translation>Zahlen vergleichen</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Compare again</source>
        <translation>Neu vergleichen</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Looking for the tabs of the last session</source>
        <translation>Tabs der letzten Sitzung werden gesucht</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Opscope ended while it opened %1.</source>
        <translation>Opscope wurde beendet, während es %1 öffnete.</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>No longer there: %1.</source>
        <translation>Nicht mehr vorhanden: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Not all tabs of the last session are open.</source>
        <translation>Nicht alle Tabs der letzten Sitzung sind offen.</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Open it again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_list.cpp"/>
        <source>makes %1</source>
        <translation>ergibt %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>Enter inserts  ·  ↑ ↓ choose  ·  Esc leaves the model as it is</source>
        <translation>Eingabe fügt ein  ·  ↑ ↓ wählt  ·  Esc lässt das Modell, wie es ist</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>%1 of %2 fit</source>
        <translation>%1 von %2 passen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>Does not fit: %1, %2</source>
        <translation>Passt nicht: %1, %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source> (and %n more)</source>
        <translation><numerusform> (und %n weiterer)</numerusform><numerusform> (und %n weitere)</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>click to list</source>
        <translation>klicken, um sie aufzulisten</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>checking</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>the process that checked it crashed (%1). %2</source>
        <translation>der prüfende Prozess ist abgestürzt (%1). %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>%1, %n operator(s)</source>
        <translation><numerusform>%1, %n Operator</numerusform><numerusform>%1, %n Operatoren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>inserted by the engine</source>
        <translation>von der Engine eingefügt</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>top level</source>
        <translation>oberste Ebene</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Steps of unknown FLOP</source>
        <translation>Schritte mit unbekannten FLOP</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>The ceilings of the machine of this profile are not known. Measure peaks in Roofline measures those of this machine.</source>
        <translation>Die Obergrenzen des Rechners dieses Profils sind nicht bekannt. „Spitzenwerte messen“ unter „Roofline“ misst die dieses Rechners.</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>FLOP, bytes or the peak of their type are not known, so what the machine allows is not either.</source>
        <translation>FLOP, Bytes oder der Spitzenwert ihres Typs sind nicht bekannt, also auch nicht, was der Rechner zulässt.</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Time that the roofs of its steps allow, of the time they took. Work is known of %1 of %2 steps.</source>
        <translation>Zeit, die die Roofline-Grenzen seiner Schritte zulassen, gemessen an der gebrauchten Zeit. Die Rechenarbeit ist für %1 von %2 Schritten bekannt.</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up…</source>
        <translation>Wird summiert…</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>By scope</source>
        <translation>Nach Scope</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>By kernel</source>
        <translation>Nach Kernel</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only selection</source>
        <translation>Nur Auswahl</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Filter: words, type:Conv</source>
        <translation>Filter: Wörter, type:Conv</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Comparing with what the machine can do</source>
        <translation>Vergleich mit dem, was der Rechner leisten kann</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up kernels</source>
        <translation>Kernel werden summiert</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up scopes</source>
        <translation>Scopes werden summiert</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>reorders</source>
        <translation>Umordnungen</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>unaccounted</source>
        <translation>ungeklärt</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>overlap −%1</source>
        <translation>Überlappung −%1</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>without recording %1</source>
        <translation>ohne Aufzeichnung %1</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>recording costs %1</source>
        <translation>die Aufzeichnung kostet %1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Show as</source>
        <translation>Anzeigen als</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What the numbers mean</source>
        <translation>Was die Zahlen bedeuten</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Boxes</source>
        <translation>Boxen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Use the guess</source>
        <translation>Vermutung verwenden</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Item </source>
        <translation>Element </translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Item of the batch</source>
        <translation>Element des Batches</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What the scores are</source>
        <translation>Was die Scores sind</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Logits or probabilities, by the numbers</source>
        <translation>Logits oder Wahrscheinlichkeiten, je nach Zahlen</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Scores as they are</source>
        <translation>Scores, wie sie sind</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source> Hz</source>
        <translation> Hz</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sample rate not known</source>
        <translation>Abtastrate nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Inside from</source>
        <translation>Innen ab</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>The first four numbers of a box</source>
        <translation>Die ersten vier Zahlen einer Box</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>x1, y1, x2, y2</source>
        <translation>x1, y1, x2, y2</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>y1, x1, y2, x2</source>
        <translation>y1, x1, y2, x2</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Centre x, y, width, height</source>
        <translation>Mitte x, y, Breite, Höhe</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>x, y, width, height</source>
        <translation>x, y, Breite, Höhe</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>The numbers behind them</source>
        <translation>Die Zahlen dahinter</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>No scores</source>
        <translation>Keine Scores</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score, class</source>
        <translation>Score, Klasse</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>A score per class</source>
        <translation>Ein Score je Klasse</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score, then a score per class</source>
        <translation>Score, dann ein Score je Klasse</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Boxes are columns</source>
        <translation>Boxen sind Spalten</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score from</source>
        <translation>Score ab</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Overlap up to</source>
        <translation>Überlappung bis</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Text of the tokens</source>
        <translation>Text der Tokens</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary…</source>
        <translation>Vokabular…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels…</source>
        <translation>Labels…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary: %1…</source>
        <translation>Vokabular: %1…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels: %1…</source>
        <translation>Labels: %1…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Chosen, kept for this model</source>
        <translation>Gewählt, gemerkt für dieses Modell</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Nothing can be told by name, type and shape</source>
        <translation>Name, Typ und Form sagen nichts aus</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>A guess: %1</source>
        <translation>Vermutung: %1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Words (*.txt *.json);;All files (*)</source>
        <translation>Wörter (*.txt *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Choose above what the numbers mean.</source>
        <translation>Oben wählen, was die Zahlen bedeuten.</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Showing %1</source>
        <translation>%1 wird dargestellt</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>%1 more are not listed</source>
        <translation>%1 weitere sind nicht aufgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Share of pixels</source>
        <translation>Anteil der Pixel</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, typical</source>
        <translation>%1, typisch</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>p10 – p90</source>
        <translation>p10 – p90</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, fastest</source>
        <translation>%1, schnellster</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, slowest</source>
        <translation>%1, langsamster</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>No recorded run has operators to compare.</source>
        <translation>Kein aufgezeichneter Lauf hat Operatoren zum Vergleichen.</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>highest %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>statistics were not computed</source>
        <translation>Statistiken wurden nicht berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1  %2 – %3</source>
        <translation>%1  %2 – %3</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Runs laid over each other</source>
        <translation>Überlagerte Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Next Varying Operator	V</source>
        <translation>Nächster schwankender Operator	V</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Zoom In	W</source>
        <translation>Hineinzoomen	W</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Zoom Out	S</source>
        <translation>Herauszoomen	S</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Back to the Timeline	Esc</source>
        <translation>Zurück zur Zeitleiste	Esc</translation>
    </message>
    <message>
        <location filename="../../ui/report/paper.cpp"/>
        <source>%1 · sheet %2</source>
        <translation>%1 · Blatt %2</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Long pages, full size</source>
        <translation>Lange Seiten, volle Größe</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>One page, made smaller if it must be</source>
        <translation>Eine Seite, bei Bedarf verkleinert</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>A4 sheets, fitted to their width</source>
        <translation>A4-Blätter, auf ihre Breite eingepasst</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Form</source>
        <translation>Format</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Scale</source>
        <comment>of a picture</comment>
        <translation>Maßstab</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Whole graph, folded as it is</source>
        <translation>Ganzer Graph, eingeklappt wie jetzt</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>What the window shows</source>
        <translation>Was das Fenster zeigt</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/wave_view.cpp"/>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Remove plug-in</source>
        <translation>Plug-in entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Operator plug-ins</source>
        <translation>Operator-Plug-ins</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add an operator plug-in</source>
        <translation>Operator-Plug-in hinzufügen</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Plug-ins (*.so)</source>
        <translation>Plug-ins (*.so)</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add plug-in</source>
        <translation>Plug-in hinzufügen</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Run the code of this plug-in?</source>
        <translation>Code dieses Plug-ins ausführen?</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>%1
A plug-in is a program: it may do what you may. It runs within Opscope, to tell shapes, and in the process that runs models, now and at each start. Add it only if you trust where it comes from.</source>
        <translation>%1
Ein Plug-in ist ein Programm: Es darf, was Sie dürfen. Es läuft in Opscope, um Formen zu bestimmen, und im Prozess, der Modelle ausführt, jetzt und bei jedem Start. Fügen Sie es nur hinzu, wenn Sie seiner Herkunft vertrauen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>No animations</source>
        <translation>Keine Animationen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Keep a list of recent files</source>
        <translation>Liste zuletzt geöffneter Dateien führen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Remove permission</source>
        <translation>Berechtigung entfernen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;General</source>
        <translation>&amp;Allgemein</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;Permissions and plug-ins</source>
        <translation>&amp;Berechtigungen und Plug-ins</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Open the tabs of the last session</source>
        <translation>Die Tabs der letzten Sitzung öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>At the start</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Ask when Opscope quits</source>
        <translation>Beim Beenden von Opscope fragen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Keep for the next start</source>
        <translation>Für den nächsten Start behalten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Unsaved measurements</source>
        <translation>Nicht gespeicherte Messungen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Models that may read weights from outside their folder:</source>
        <translation>Modelle, die Gewichte von außerhalb ihres Ordners lesen dürfen:</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Operator plug-ins: libraries that bring operators of other domains. A plug-in is a program and may do what you may; add only those you trust.</source>
        <translation>Operator-Plug-ins: Bibliotheken, die Operatoren anderer Domänen mitbringen. Ein Plug-in ist ein Programm und darf, was Sie dürfen; fügen Sie nur solche hinzu, denen Sie vertrauen.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>%1 reads from %2</source>
        <translation>%1 liest aus %2</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_detail.cpp"/>
        <source>Rule: %1</source>
        <translation>Regel: %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>%1 and %n more</source>
        <translation><numerusform>%1 und %n weiterer</numerusform><numerusform>%1 und %n weitere</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>bytes %1 to %2</source>
        <translation>Bytes %1 bis %2</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Notes %1</source>
        <translation>Hinweise %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Warnings %1</source>
        <translation>Warnungen %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Errors %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>No problems found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Problems  %1</source>
        <translation>Probleme  %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>profile without its model</source>
        <translation>Profil ohne sein Modell</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open its model…</source>
        <translation>Sein Modell öffnen…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Looking for what stands out</source>
        <translation>Auffälliges wird gesucht</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>What stands out</source>
        <translation>Was auffällt</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Where this comes from</source>
        <translation>Woher dies stammt</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>How it was measured</source>
        <translation>Wie gemessen wurde</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open the model of this profile</source>
        <translation>Modell dieses Profils öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Models (*.onnx);;All files (*)</source>
        <translation>Modelle (*.onnx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Quantisation: %1</source>
        <translation>Quantisierung: %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Run once and capture</source>
        <translation>Einmal ausführen und erfassen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Engine that the activations are coded for</source>
        <translation>Engine, für die die Aktivierungen codiert werden</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>x86: uint8 with a zero point, for ONNX Runtime and OpenVINO. TensorRT: int8 with zero point 0.</source>
        <translation>x86: uint8 mit Nullpunkt, für ONNX Runtime und OpenVINO. TensorRT: int8 mit Nullpunkt 0.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Profile: x86</source>
        <translation>Profil: x86</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Profile: TensorRT</source>
        <translation>Profil: TensorRT</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Apply as edit</source>
        <translation>Als Änderung anwenden</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Error of this tensor</source>
        <translation>Fehler dieses Tensors</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Output of the model</source>
        <translation>Ausgabe des Modells</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Ranges</source>
        <translation>Wertebereiche</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>line: smallest to largest, box: p25 to p75</source>
        <translation>Linie: kleinster bis größter Wert, Kasten: p25 bis p75</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Per channel</source>
        <translation>Je Kanal</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Per tensor</source>
        <translation>Je Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Elements of a block</source>
        <translation>Elemente eines Blocks</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Bits of a code</source>
        <translation>Bits eines Codes</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>4 bits</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>8 bits</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Sort by error</source>
        <translation>Nach Fehler sortieren</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Scale and zero point</source>
        <translation>Skalierung und Nullpunkt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Findings first</source>
        <translation>Befunde zuerst</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Scale and zero point of each channel</source>
        <translation>Skalierung und Nullpunkt jedes Kanals</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Logarithmic scale of the counts, which shows single numbers</source>
        <translation>Logarithmische Skala der Anzahlen, die einzelne Zahlen zeigt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Operators by output error</source>
        <translation>Operatoren nach Ausgabefehler</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Choose inputs…</source>
        <translation>Eingaben wählen…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Keep in fp32</source>
        <translation>In fp32 belassen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Quantise it again</source>
        <translation>Wieder quantisieren</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Running the model once…</source>
        <translation>Das Modell wird einmal ausgeführt…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The model has no value of this name any more. What is shown was read before; Undo brings a quantised weight back.</source>
        <translation>Das Modell hat keinen Wert dieses Namens mehr. Was angezeigt wird, wurde davor gelesen; „Rückgängig“ bringt ein quantisiertes Gewicht zurück.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>This value is computed by a run and is not kept. One run with the settings of the Run panel captures it.</source>
        <translation>Dieser Wert wird von einem Lauf berechnet und nicht behalten. Ein Lauf mit den Einstellungen des Panels „Ausführen“ erfasst ihn.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Reading channels of %1</source>
        <translation>Kanäle von %1 werden gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Coding channels</source>
        <translation>Kanäle werden codiert</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The scales of the model are not judged: %1.</source>
        <translation>Die Skalierungen des Modells werden nicht beurteilt: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Statistics read %1 of %1 values</source>
        <translation>Statistik hat %1 von %1 Werten gelesen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 channel(s)</source>
        <translation><numerusform>%1 Kanal</numerusform><numerusform>%1 Kanäle</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, worst first</source>
        <translation>, schlechteste zuerst</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Channel %1 against its %2 codes</source>
        <translation>Kanal %1 gegenüber seinen %2 Codes</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Statistics read %1 of %1 values · channel %2 of %3</source>
        <translation>Statistik hat %1 von %1 Werten gelesen · Kanal %2 von %3</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Counting the numbers of a channel</source>
        <translation>Zahlen eines Kanals werden gezählt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>one number of %1 at %2 sets the scale of all</source>
        <translation>eine Zahl von %1 bei %2 bestimmt die Skalierung aller</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 bits, blocks of %2</source>
        <translation>%1 Bit, Blöcke von %2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>uint8</source>
        <translation>uint8</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source> · scales of the file: %1 of %2</source>
        <translation> · Skalierungen der Datei: %1 von %2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>per channel</source>
        <translation>je Kanal</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>per tensor</source>
        <translation>je Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source> · planned: %1</source>
        <translation> · geplant: %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source> · neither floats nor codes with a scale</source>
        <translation> · weder Gleitkommazahlen noch Codes mit Skalierung</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>relative L2, all channels</source>
        <translation>relativ, L2, alle Kanäle</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>the file has codes only</source>
        <translation>die Datei enthält nur Codes</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>not coded</source>
        <translation>nicht codiert</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Errors are measured with the file, but %1.</source>
        <translation>Fehler werden mit der Datei gemessen, aber %1.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Running the model before and after…</source>
        <translation>Das Modell wird vorher und nachher ausgeführt…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measuring errors of %1</source>
        <translation>Fehler von %1 werden gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Stopped; nothing is kept.</source>
        <translation>Gestoppt; nichts wird behalten.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 random inputs</source>
        <translation>%1 zufällige Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>inputs from %1</source>
        <translation>Eingaben aus %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Errors need runs: each operator is quantised alone, and its output compared. Random inputs show that it works, not how exact it is on real ones.</source>
        <translation>Fehler brauchen Läufe: Jeder Operator wird einzeln quantisiert und seine Ausgabe verglichen. Zufällige Eingaben zeigen, dass es funktioniert, nicht wie genau es mit echten ist.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 operator(s) quantised</source>
        <translation><numerusform>%1 Operator quantisiert</numerusform><numerusform>%1 Operatoren quantisiert</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, %1 left as they are</source>
        <translation>, %1 unverändert gelassen</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>.</source>
        <translation>.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The output's error is %1</source>
        <translation>Der Fehler der Ausgabe ist %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, before %1.</source>
        <translation>, vorher %1.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measured with random inputs.</source>
        <translation>Mit zufälligen Eingaben gemessen.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure again for what is chosen now.</source>
        <translation>Für die jetzige Wahl neu messen.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>to spread: the error by the difference between inputs; above 1 × it is larger than what tells inputs apart.</source>
        <translation>zur Streuung: Fehler geteilt durch den Unterschied zwischen Eingaben; über 1 × ist er größer als das, was Eingaben unterscheidet.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 × the spread between inputs</source>
        <translation>%1 × die Streuung zwischen Eingaben</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>spread between inputs unknown</source>
        <translation>Streuung zwischen Eingaben unbekannt</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure first: the ranges of activations come from runs.</source>
        <translation>Zuerst messen: Die Wertebereiche der Aktivierungen stammen aus Läufen.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Quantises the operators of the model; Undo takes it back.</source>
        <translation>Quantisiert die Operatoren des Modells; „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The model is quantised; save it as a new file.</source>
        <translation>Das Modell ist quantisiert; als neue Datei speichern.</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Looking for interrupted recordings</source>
        <translation>Unterbrochene Aufzeichnungen werden gesucht</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Cannot create a folder for the recording</source>
        <translation>Für die Aufzeichnung kann kein Ordner angelegt werden</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restoring runs of %1</source>
        <translation>Läufe von %1 werden wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>The sweep was not restored: its model file %1 does not exist any more</source>
        <translation>Der Sweep wurde nicht wiederhergestellt: Seine Modelldatei %1 gibt es nicht mehr</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restored %n run(s): save them from the Runs panel to keep them</source>
        <translation><numerusform>%n Lauf wiederhergestellt: im Panel „Läufe“ speichern, um ihn zu behalten</numerusform><numerusform>%n Läufe wiederhergestellt: im Panel „Läufe“ speichern, um sie zu behalten</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restored %n run(s) as %1</source>
        <translation><numerusform>%n Lauf als %1 wiederhergestellt</numerusform><numerusform>%n Läufe als %1 wiederhergestellt</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Export data</source>
        <translation>Daten exportieren</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Zoom In	+</source>
        <translation>Hineinzoomen	+</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Zoom Out	-</source>
        <translation>Herauszoomen	-</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>No run yet. Profile this model to see how near its operators come to what this machine can do.</source>
        <translation>Noch kein Lauf. Profilieren Sie dieses Modell, um zu sehen, wie nahe seine Operatoren an das herankommen, was dieser Rechner leisten kann.</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measure peaks</source>
        <translation>Spitzenwerte messen</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Operators that ran on the GPU, against its roofs</source>
        <translation>Operatoren, die auf der GPU liefen, gegenüber deren Roofline-Grenzen</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Operators that ran on the CPU, against its roofs</source>
        <translation>Operatoren, die auf der CPU liefen, gegenüber deren Roofline-Grenzen</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Roofline as a table</source>
        <translation>Roofline als Tabelle</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Zoom in (+)</source>
        <translation>Hineinzoomen (+)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Zoom out (-)</source>
        <translation>Herauszoomen (-)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measure the peaks of this machine again, %1 s</source>
        <translation>Spitzenwerte dieses Rechners neu messen, %1 s</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile carries no roofs of its GPU: they are measured there, when the GPU is first profiled. Times of kernels are complete without them.</source>
        <translation>Dieses Profil enthält keine Roofline-Grenzen seiner GPU: Sie werden dort gemessen, wenn die GPU zum ersten Mal profiliert wird. Kernelzeiten sind auch ohne sie vollständig.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>What this machine can do with %n thread(s) is not measured yet. Measuring takes %1 s and wants an idle machine; the result is kept.</source>
        <translation><numerusform>Was dieser Rechner mit %n Thread leisten kann, ist noch nicht gemessen. Das Messen dauert %1 s und braucht einen unbelasteten Rechner; das Ergebnis wird behalten.</numerusform><numerusform>Was dieser Rechner mit %n Threads leisten kann, ist noch nicht gemessen. Das Messen dauert %1 s und braucht einen unbelasteten Rechner; das Ergebnis wird behalten.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile does not say on which processor it was taken, so no ceilings can be drawn.</source>
        <translation>Dieses Profil sagt nicht, auf welchem Prozessor es entstand, daher können keine Obergrenzen gezeichnet werden.</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile was taken on another processor (%1) and carries no ceilings. `opscope-cli selftest peaks` measures them there, for later profiles.</source>
        <translation>Dieses Profil entstand auf einem anderen Prozessor (%1) und enthält keine Obergrenzen. `opscope-cli selftest peaks` misst sie dort, für spätere Profile.</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>%1 memory</source>
        <translation>%1 Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>measured %1</source>
        <translation>gemessen am %1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>measured apart, %1</source>
        <translation>getrennt gemessen, %1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>dashed: estimated bytes</source>
        <translation>gestrichelt: geschätzte Bytes</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>hollow: with the gaps before it</source>
        <translation>hohl: mit den Lücken davor</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>hollow: by cache misses</source>
        <translation>hohl: nach Cache-Misses</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>%n without FLOP: in the table</source>
        <translation><numerusform>%n ohne FLOP: in der Tabelle</numerusform><numerusform>%n ohne FLOP: in der Tabelle</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>table: the longest %1 of %2</source>
        <translation>Tabelle: die längsten %1 von %2</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Roofs: the best of five windows on this GPU, a copy on the device and large products in the precision of the run. Times are of kernels, without gaps; those below 5 µs have no place.
</source>
        <translation>Roofline-Grenzen: das Beste aus fünf Messfenstern auf dieser GPU, eine Kopie auf dem Gerät und große Produkte in der Präzision des Laufs. Zeiten sind die der Kernel, ohne Lücken; solche unter 5 µs sind nicht eingezeichnet.
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Ceilings: the best of five windows on this machine, by Measure peaks or `opscope-cli selftest peaks`; measured apart: not before this run. Bytes are the least that must move</source>
        <translation>Obergrenzen: das Beste aus fünf Messfenstern auf diesem Rechner, mit „Spitzenwerte messen“ oder `opscope-cli selftest peaks`; getrennt gemessen: nicht vor diesem Lauf. Bytes sind das Mindeste, was bewegt werden muss</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>; those of L1, L2 and LLC are counted misses times 64 B, without what the processor fetches in advance.
</source>
        <translation>; die von L1, L2 und LLC sind gezählte Misses mal 64 B, ohne das, was der Prozessor im Voraus holt.
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>, none is measured.
</source>
        <translation>, keines ist gemessen.
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measuring what this machine can do</source>
        <translation>Messung, was dieser Rechner leisten kann</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks are measured next, after: %1</source>
        <translation>Die Spitzenwerte werden als Nächstes gemessen, nach: %1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks are not kept: %1</source>
        <translation>Die Spitzenwerte werden nicht behalten: %1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks of this machine are measured and kept</source>
        <translation>Die Spitzenwerte dieses Rechners sind gemessen und behalten</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>FLOP per byte</source>
        <translation>FLOP je Byte</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Intensity (FLOP/B)</source>
        <translation>Intensität (FLOP/B)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate (B/s)</source>
        <translation>Rate (B/s)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>moves only</source>
        <translation>nur Transport</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>compute</source>
        <comment>opposite of memory</comment>
        <translation>Rechenleistung</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The file has changed on disk: reload it before a run</source>
        <translation>Die Datei wurde auf dem Datenträger geändert: vor einem Lauf neu laden</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>The run failed: %1</source>
        <translation>Der Lauf ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The model can run with these settings</source>
        <translation>Das Modell kann mit diesen Einstellungen ausgeführt werden</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The sweep is done, %n size(s)</source>
        <translation><numerusform>Der Sweep ist fertig, %n Größe</numerusform><numerusform>Der Sweep ist fertig, %n Größen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The run is done</source>
        <translation>Der Lauf ist fertig</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Generated %1 tokens, %n generation(s)</source>
        <translation><numerusform>%1 Tokens generiert, %n Generierung</numerusform><numerusform>%1 Tokens generiert, %n Generierungen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>they differ from token %1 on</source>
        <translation>sie unterscheiden sich ab Token %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>every one chose the same tokens</source>
        <translation>jede wählte dieselben Tokens</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>%1 on %2, %n run(s)</source>
        <translation><numerusform>%1 auf %2, %n Lauf</numerusform><numerusform>%1 auf %2, %n Läufe</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Profiled: wall %1 on %2 without recording</source>
        <translation>Profiliert: Laufzeit %1 auf %2 ohne Aufzeichnung</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Profiled: wall %1 on %2</source>
        <translation>Profiliert: Laufzeit %1 auf %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>  ·  %n record(s) dropped</source>
        <translation><numerusform>  ·  %n Eintrag verworfen</numerusform><numerusform>  ·  %n Einträge verworfen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Writing the edits of %1 for the run</source>
        <translation>Änderungen an %1 werden für den Lauf geschrieben</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The run of %1 waits for: %2</source>
        <translation>Der Lauf von %1 wartet auf: %2</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Stopping the run of %1</source>
        <translation>Der Lauf von %1 wird gestoppt</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Profiling %1</source>
        <translation>%1 wird profiliert</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Running %1</source>
        <translation>%1 wird ausgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>%1, %2 %3 of %4</source>
        <translation>%1, %2 %3 von %4</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>this is a profile without its model</source>
        <translation>dies ist ein Profil ohne sein Modell</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>a run is in progress</source>
        <translation>ein Lauf ist im Gang</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>only Opscope's engine has it; the Run panel has chosen %1</source>
        <translation>das hat nur die Engine von Opscope; im Panel „Ausführen“ ist %1 gewählt</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>a run of this document is in progress</source>
        <translation>ein Lauf dieses Dokuments ist im Gang</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>the run that is shown generated no tokens</source>
        <translation>der angezeigte Lauf hat keine Tokens generiert</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>nothing runs</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Save the edits to run</source>
        <translation>Änderungen zum Ausführen speichern</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Cannot run: %n error(s)</source>
        <translation><numerusform>Nicht ausführbar: %n Fehler</numerusform><numerusform>Nicht ausführbar: %n Fehler</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Cannot run: weights missing</source>
        <translation>Nicht ausführbar: Gewichte fehlen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Sweep of %1</source>
        <translation>Sweep von %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Checking %1</source>
        <translation>%1 wird geprüft</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>No folder for the results can be made in %1: %2. Free some space, or set TMPDIR to a folder that can be written.</source>
        <translation>In %1 kann kein Ordner für die Ergebnisse angelegt werden: %2. Geben Sie Platz frei oder setzen Sie TMPDIR auf einen beschreibbaren Ordner.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>captured in Opscope's engine, run %1, nothing fused</source>
        <translation>erfasst in der Engine von Opscope, Lauf %1, nichts fusioniert</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>captured, run %1, nothing fused</source>
        <translation>erfasst, Lauf %1, nichts fusioniert</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>output of run %1 in %2</source>
        <translation>Ausgabe von Lauf %1 in %2</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>output of run %1</source>
        <translation>Ausgabe von Lauf %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>stopped before it began</source>
        <translation>vor dem Beginn gestoppt</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>run the rest, in the Run panel, or add a plug-in that brings them, in Preferences</source>
        <translation>im Panel „Ausführen“ die übrigen ausführen oder in den Einstellungen ein Plug-in hinzufügen, das sie mitbringt</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>run on the CPU, or make the batch smaller if memory was short; the next run on the GPU begins in a process of its own</source>
        <translation>auf der CPU ausführen oder, falls der Speicher knapp war, den Batch verkleinern; der nächste Lauf auf der GPU beginnt in einem eigenen Prozess</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>The process that ran the model died (%1). </source>
        <translation>Der Prozess, der das Modell ausführte, ist abgestürzt (%1). </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>%n run(s) had finished.</source>
        <translation><numerusform>%n Lauf war abgeschlossen.</numerusform><numerusform>%n Läufe waren abgeschlossen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source> Its last output: %1</source>
        <translation> Seine letzte Ausgabe: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>stopped before the first run was complete; nothing is kept</source>
        <translation>gestoppt, bevor der erste Lauf vollständig war; nichts wird behalten</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>The process that ran the model ended with code %1. %2</source>
        <translation>Der Prozess, der das Modell ausführte, endete mit Code %1. %2</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Reading the profile</source>
        <translation>Das Profil wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Reading what was measured</source>
        <translation>Die Messung wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Reading the profile was stopped; what was measured can be restored</source>
        <translation>Das Lesen des Profils wurde gestoppt; die Messung kann wiederhergestellt werden</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_controller.cpp"/>
        <source> Kept: %n run(s).</source>
        <translation><numerusform> Behalten: %n Lauf.</numerusform><numerusform> Behalten: %n Läufe.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>Time of every run</source>
        <translation>Zeit jedes Laufs</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>%n above, up to %1</source>
        <translation><numerusform>%n darüber, bis %1</numerusform><numerusform>%n darüber, bis %1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>warm-up, not counted</source>
        <translation>Aufwärmen, nicht gezählt</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ plan: %1 steps from %2 nodes; %3 folded, %4 fused</source>
        <translation>✓ Plan: %1 Schritte aus %2 Knoten; %3 gefaltet, %4 fusioniert</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ memory planned: %1</source>
        <translation>✓ Speicher geplant: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ memory on the GPU: %1</source>
        <translation>✓ Speicher auf der GPU: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>⚠ on the CPU, %n operator(s): %1</source>
        <translation><numerusform>⚠ auf der CPU, %n Operator: %1</numerusform><numerusform>⚠ auf der CPU, %n Operatoren: %1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>⚠ Not computed, for want of operators: %1</source>
        <translation>⚠ Mangels Operatoren nicht berechnet: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ every operator is known</source>
        <translation>✓ jeder Operator ist bekannt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ %n operator(s) of unknown kind; plug-ins bring them (Preferences)</source>
        <translation><numerusform>⚠ %n Operator unbekannter Art; Plug-ins bringen solche mit (Einstellungen)</numerusform><numerusform>⚠ %n Operatoren unbekannter Art; Plug-ins bringen solche mit (Einstellungen)</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ %n weight(s) missing in the file</source>
        <translation><numerusform>⚠ %n Gewicht fehlt in der Datei</numerusform><numerusform>⚠ %n Gewichte fehlen in der Datei</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ nothing in Problems stops a run</source>
        <translation>✓ nichts unter „Probleme“ verhindert einen Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ problems that stop a run: %1</source>
        <translation>⚠ Probleme, die einen Lauf verhindern: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ weights %1</source>
        <translation>✓ Gewichte %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Random weights where the file has none</source>
        <translation>Zufällige Gewichte, wo die Datei keine hat</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Skip unsupported operators</source>
        <translation>Nicht unterstützte Operatoren überspringen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run despite problems</source>
        <translation>Trotz Problemen ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Also run a model that breaks rules of ONNX which say what it computes; the results then depend on the implementation</source>
        <translation>Auch ein Modell ausführen, das Regeln von ONNX verletzt, die sagen, was es berechnet; die Ergebnisse hängen dann von der Implementierung ab</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Before the run</source>
        <translation>Vor dem Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Every run</source>
        <translation>Jeder Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Stop and keep</source>
        <translation>Stoppen und behalten</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run once</source>
        <translation>Einmal ausführen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Check only</source>
        <translation>Nur prüfen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Open a model to run it.</source>
        <translation>Öffnen Sie ein Modell, um es auszuführen.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Reading shapes…</source>
        <translation>Formen werden gelesen…</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>All input shapes are fixed.</source>
        <translation>Alle Eingabeformen sind fest.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Use test_data_set_0</source>
        <translation>test_data_set_0 verwenden</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Load folder…</source>
        <translation>Ordner laden…</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>From %1</source>
        <translation>Aus %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>This model has no inputs.</source>
        <translation>Dieses Modell hat keine Eingaben.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>and %n more, random with the seed</source>
        <translation><numerusform>und %n weitere, zufällig mit dem Seed</numerusform><numerusform>und %n weitere, zufällig mit dem Seed</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>%1 of %2, %3</source>
        <translation>%1 von %2, %3</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>The output of a run whose model is closed, or of an earlier session. Save an output with Save as… to use it again later.</source>
        <translation>Die Ausgabe eines Laufs, dessen Modell geschlossen ist, oder einer früheren Sitzung. Eine Ausgabe mit „Speichern unter…“ speichern, um sie später wieder zu verwenden.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>No run of an open model has kept an output: use Run once first</source>
        <translation>Kein Lauf eines offenen Modells hat eine Ausgabe behalten: zuerst „Einmal ausführen“</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>None is %1</source>
        <translation>Keine ist %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Folder with input_&lt;i&gt;.pb or NAME.npy</source>
        <translation>Ordner mit input_&lt;i&gt;.pb oder NAME.npy</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>± </source>
        <translation>± </translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>all runs are done</source>
        <translation>alle Läufe fertig sind</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Stop before all runs are done when the 95 % interval of the median lies within this share of it</source>
        <translation>Stoppen, bevor alle Läufe fertig sind, sobald das 95-%-Intervall des Medians innerhalb dieses Anteils davon liegt</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Operators and phases</source>
        <translation>Operatoren und Phasen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Threads and counters too</source>
        <translation>Auch Threads und Zähler</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Phases: reorders, copies and dispatch within operators. Threads: what each one works at, and memory, clock, temperature and power meanwhile. The more is recorded, the more recording costs</source>
        <translation>Phasen: Umordnungen, Kopien und Dispatch innerhalb von Operatoren. Threads: woran jeder arbeitet, dazu Speicher, Takt, Temperatur und Leistung. Je mehr aufgezeichnet wird, desto mehr kostet die Aufzeichnung</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>¾ of what is available</source>
        <translation>¾ des Verfügbaren</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>A run that needs more memory is refused, or ends with an error. On the CPU the heap of its process is limited too.</source>
        <translation>Ein Lauf, der mehr Speicher braucht, wird abgelehnt oder endet mit einem Fehler. Auf der CPU ist auch der Heap seines Prozesses begrenzt.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>A run, profile or sweep that takes longer is stopped. What was measured until then is kept.</source>
        <translation>Ein Lauf, ein Profil oder ein Sweep, der länger dauert, wird angehalten. Was bis dahin gemessen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Stop now</source>
        <translation>Jetzt stoppen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Do not run</source>
        <translation>Nicht ausführen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Stop and keep %n run(s)</source>
        <translation><numerusform>Stoppen und %n Lauf behalten</numerusform><numerusform>Stoppen und %n Läufe behalten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Stopped before the first run was complete; nothing is kept.</source>
        <translation>Gestoppt, bevor der erste Lauf vollständig war; nichts wird behalten.</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>The run on the GPU failed: %1</source>
        <translation>Der Lauf auf der GPU ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Writing the edits for the run</source>
        <translation>Änderungen werden für den Lauf geschrieben</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Ends after the current run</source>
        <translation>Endet nach dem aktuellen Lauf</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>%1, %2 of %3</source>
        <translation>%1, %2 von %3</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Wall, median without recording: %1</source>
        <translation>Laufzeit, Median ohne Aufzeichnung: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Wall, median: %1</source>
        <translation>Laufzeit, Median: %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>graphs on</source>
        <translation>Graphen ein</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>graphs off</source>
        <translation>Graphen aus</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>kernels timed</source>
        <translation>Kernel gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>not timed</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <source>Every run is a dot; the line is their median, the band its 95 % interval.</source>
        <translation>Jeder Lauf ist ein Punkt; die Linie ist ihr Median, das Band sein 95-%-Intervall.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <source>%n run(s) took longer than is drawn.</source>
        <translation><numerusform>%n Lauf dauerte länger, als gezeichnet ist.</numerusform><numerusform>%n Läufe dauerten länger, als gezeichnet ist.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Measuring both in turns: round %1 of %2</source>
        <translation>Beide werden abwechselnd gemessen: Runde %1 von %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Stop and keep %n round(s)</source>
        <translation><numerusform>Stoppen und %n Runde behalten</numerusform><numerusform>Stoppen und %n Runden behalten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Wall, median (ns)</source>
        <translation>Laufzeit, Median (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>shown in all views</source>
        <translation>wird in allen Ansichten gezeigt</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>double click shows it in all views</source>
        <translation>Doppelklick zeigt ihn in allen Ansichten</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>No run yet. Profile this model, or attach a profile that was taken before.</source>
        <translation>Noch kein Lauf. Profilieren Sie dieses Modell oder hängen Sie ein früher aufgenommenes Profil an.</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Save profile…</source>
        <translation>Profil speichern…</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Attach profile…</source>
        <translation>Profil anhängen…</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Difference of two runs</source>
        <translation>Unterschied zweier Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Runs  %1</source>
        <translation>Läufe  %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Not the same: %1</source>
        <translation>Nicht gleich: %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>The statistics of one of them are not computed yet.</source>
        <translation>Die Statistiken eines der beiden sind noch nicht berechnet.</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>A = %1, B = %2: wall %3 (%4)</source>
        <translation>A = %1, B = %2: Laufzeit %3 (%4)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Differences of medians. The two were not measured in turns, so a drift of the machine counts too; no test for noise is made.</source>
        <translation>Differenzen von Medianen. Die beiden wurden nicht abwechselnd gemessen, also zählt auch eine Drift des Rechners; auf Rauschen wird nicht geprüft.</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove runs</source>
        <translation>Läufe entfernen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove %n run(s)? What was measured and not saved is lost.</source>
        <translation><numerusform>%n Lauf entfernen? Was gemessen und nicht gespeichert wurde, geht verloren.</numerusform><numerusform>%n Läufe entfernen? Was gemessen und nicht gespeichert wurde, geht verloren.</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Save profile</source>
        <translation>Profil speichern</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Opscope profile (*.opscope)</source>
        <translation>Opscope-Profil (*.opscope)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>The file states IR version %1, opset %2.</source>
        <translation>Die Datei gibt IR-Version %1, Opset %2 an.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Note the edits in the metadata (%1)</source>
        <translation>Änderungen in den Metadaten vermerken (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save Model As</source>
        <translation>Modell speichern unter</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Where they are</source>
        <translation>Wo sie sind</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In the model file</source>
        <translation>In der Modelldatei</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In one file beside the model</source>
        <translation>In einer Datei neben dem Modell</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In a file for each tensor</source>
        <translation>In einer Datei je Tensor</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Smaller ones stay inside</source>
        <translation>Kleinere bleiben im Modell</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save model as</source>
        <translation>Modell speichern unter</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>There is no folder %1.</source>
        <translation>Den Ordner %1 gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>This is the opened file: it will be replaced.</source>
        <translation>Dies ist die geöffnete Datei: Sie wird ersetzt.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>%1 is the file that was opened. Replacing it loses the model as it was.</source>
        <translation>%1 ist die geöffnete Datei. Durch das Ersetzen geht das Modell in seinem bisherigen Stand verloren.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>%1 exists already.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/shape_field.cpp"/>
        <source>Shape of %1</source>
        <translation>Form von %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/shape_field.cpp"/>
        <source>The model declares no shape: a run needs one, or a file.</source>
        <translation>Das Modell deklariert keine Form: Ein Lauf braucht eine oder eine Datei.</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 is reserved: it opens a recent file or chooses a tab</source>
        <translation>%1 ist reserviert: öffnet eine zuletzt geöffnete Datei oder wählt einen Tab</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 without Ctrl or Alt is used by views and text fields: add Ctrl or Alt, or use a function key</source>
        <translation>%1 ohne Strg oder Alt wird von Ansichten und Textfeldern verwendet: Strg oder Alt dazunehmen oder eine Funktionstaste verwenden</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 is reserved for the views</source>
        <translation>%1 ist für die Ansichten reserviert</translation>
    </message>
    <message>
        <location filename="../../ui/document/shown_graph.cpp"/>
        <source>Placing the graph</source>
        <translation>Graph wird angeordnet</translation>
    </message>
    <message>
        <location filename="../../ui/document/statistics_state.cpp"/>
        <source>You stopped computing the statistics of this profile. The timeline works without them.</source>
        <translation>Sie haben die Berechnung der Statistiken dieses Profils gestoppt. Die Zeitleiste funktioniert auch ohne sie.</translation>
    </message>
    <message>
        <location filename="../../ui/document/statistics_state.cpp"/>
        <source>Computing statistics of %1 spans… The timeline can be used meanwhile.</source>
        <translation>Statistiken von %1 Abschnitten werden berechnet… Die Zeitleiste ist inzwischen nutzbar.</translation>
    </message>
    <message>
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source>Stop this job</source>
        <translation>Diesen Vorgang stoppen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source> (%n more)</source>
        <translation><numerusform> (%n weiterer)</numerusform><numerusform> (%n weitere)</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Stored values</source>
        <translation>Gespeicherte Werte</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>%1 of %2 elements are stored (%3), each with %4. All others are zero.</source>
        <translation>%1 von %2 Elementen sind gespeichert (%3), jedes mit %4. Alle anderen sind null.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>its linear index</source>
        <translation>seinem linearen Index</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>one index per dimension</source>
        <translation>einem Index je Dimension</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>The first %1 are listed.</source>
        <translation>Die ersten %1 sind aufgeführt.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Linear index</source>
        <translation>Linearer Index</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>outside</source>
        <translation>außerhalb</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_chart.cpp"/>
        <source>Time over size</source>
        <translation>Zeit über der Größe</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>128:2048:*2 doubles, 1:9:+2 adds two each time, 64,128,512 is a list</source>
        <translation>128:2048:*2 verdoppelt, 1:9:+2 addiert jedes Mal zwei, 64,128,512 ist eine Liste</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>One curve per operator type</source>
        <translation>Eine Kurve je Operatortyp</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>One curve per operator</source>
        <translation>Eine Kurve je Operator</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Linear axes instead of logarithmic ones</source>
        <translation>Lineare statt logarithmischer Achsen</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sweep as a table</source>
        <translation>Sweep als Tabelle</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Start sweep</source>
        <translation>Sweep starten</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Stop and keep %n size(s)</source>
        <translation><numerusform>Stoppen und %n Größe behalten</numerusform><numerusform>Stoppen und %n Größen behalten</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Expected 128:2048:*2, 1:9:+2 or 64,128,512</source>
        <translation>Erwartet wird 128:2048:*2, 1:9:+2 oder 64,128,512</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sizes are 128:2048:*2, 1:9:+2 or 64,128,512</source>
        <translation>Größen sind 128:2048:*2, 1:9:+2 oder 64,128,512</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%1 %2, size %3 of %4</source>
        <translation>%1 %2, Größe %3 von %4</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%1, run %2 of %3</source>
        <translation>%1, Lauf %2 von %3</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>stopped, %1 of %2 sizes</source>
        <translation>gestoppt, %1 von %2 Größen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%n size(s) measured</source>
        <translation><numerusform>%n Größe gemessen</numerusform><numerusform>%n Größen gemessen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Open a model to see how its time grows with a size.</source>
        <translation>Öffnen Sie ein Modell, um zu sehen, wie seine Zeit mit einer Größe wächst.</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>No sweep yet. Choose a dimension, or the threads, and sizes: the model is measured at each, with the settings of the Run panel.</source>
        <translation>Noch kein Sweep. Wählen Sie eine Dimension oder die Threads und Größen: Das Modell wird bei jeder gemessen, mit den Einstellungen des Panels „Ausführen“.</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>%1 (ns)</source>
        <translation>%1 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>%1 was not written: the table changed meanwhile</source>
        <translation>%1 wurde nicht geschrieben: Die Tabelle hat sich inzwischen geändert</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Wrote %1, rows: %2</source>
        <translation>%1 geschrieben, Zeilen: %2</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>of %1; the table leaves out the rest</source>
        <translation>von %1; die Tabelle lässt die übrigen aus</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>only this computer does it; the Run panel has chosen %1</source>
        <translation>das kann nur dieser Computer; im Panel „Ausführen“ ist %1 gewählt</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>host, or user@host</source>
        <translation>Host oder Benutzer@Host</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Where Profile measures: on this computer, or on one that ssh reaches. Choose a host, or type its name as you would give it to ssh.</source>
        <translation>Wo „Profilieren“ misst: auf diesem Computer oder auf einem, den ssh erreicht. Wählen Sie einen Host oder geben Sie seinen Namen ein, wie Sie ihn ssh nennen würden.</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Computer</source>
        <translation>Computer</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Which program is copied there, and what is remembered</source>
        <translation>Welches Programm dorthin kopiert wird und was gemerkt ist</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Copy the Program of a Folder…</source>
        <translation>Programm eines Ordners kopieren…</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Copy This Program</source>
        <translation>Dieses Programm kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Forget This Host</source>
        <translation>Diesen Host vergessen</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Folder with bin/opscope-cli for the other computer</source>
        <translation>Ordner mit bin/opscope-cli für den anderen Computer</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Profile and Check only run there, by ssh with your keys and configuration. This program, the model and its inputs are copied there once.</source>
        <translation>„Profilieren“ und „Nur prüfen“ laufen dort, über ssh mit Ihren Schlüsseln und Ihrer Konfiguration. Dieses Programm, das Modell und seine Eingaben werden einmal dorthin kopiert.</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Profile and Check only run there, by ssh with your keys and configuration. The program in %1, the model and its inputs are copied there once.</source>
        <translation>„Profilieren“ und „Nur prüfen“ laufen dort, über ssh mit Ihren Schlüsseln und Ihrer Konfiguration. Das Programm in %1, das Modell und seine Eingaben werden einmal dorthin kopiert.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Only this one</source>
        <translation>Nur dieser</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Difference in all views</source>
        <translation>Differenz in allen Ansichten</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>The other views show this tensor minus the one that was added last</source>
        <translation>Die anderen Ansichten zeigen diesen Tensor minus den zuletzt hinzugefügten</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Over each other with</source>
        <translation>Überlagern mit</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Add the distribution of a weight or captured value</source>
        <translation>Verteilung eines Gewichts oder erfassten Werts hinzufügen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>add a tensor…</source>
        <translation>Tensor hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>At most %1 tensors are drawn over each other.</source>
        <translation>Höchstens %1 Tensoren werden überlagert gezeichnet.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Counting %1</source>
        <translation>%1 wird gezählt</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>No tensor of the same shape, so there is no difference.</source>
        <translation>Kein Tensor derselben Form, daher keine Differenz.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Comparing %1</source>
        <translation>%1 wird verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>All %1 elements equal those of %2.</source>
        <translation>Alle %1 Elemente sind gleich denen von %2.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>%1 of %2 elements differ from those of %3. Largest difference %4, at element %5; relative (L2) %6.</source>
        <translation>%1 von %2 Elementen weichen von denen von %3 ab. Größte Differenz %4, bei Element %5; relativ (L2) %6.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Subtracting tensors</source>
        <translation>Tensoren werden subtrahiert</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Reading elements…</source>
        <translation>Elemente werden gelesen…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 of %2 read</source>
        <translation>%1 von %2 gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 of %1 read</source>
        <translation>%1 von %1 gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Smallest · largest</source>
        <translation>Kleinster · größter</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Mean ± std</source>
        <translation>Mittel ± Std.-Abw.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>p1 · p50 · p99</source>
        <translation>p1 · p50 · p99</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Within %1, read from a histogram.</source>
        <translation>Auf %1 genau, aus einem Histogramm gelesen.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Largest magnitude at</source>
        <translation>Größter Betrag bei</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Zero</source>
        <translation>Null</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>NaN · Inf</source>
        <translation>NaN · Inf</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Save tensor</source>
        <translation>Tensor speichern</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>NumPy array (*.npy)</source>
        <translation>NumPy-Array (*.npy)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>ONNX tensor (*.pb)</source>
        <translation>ONNX-Tensor (*.pb)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Slice as CSV (*.csv)</source>
        <translation>Ausschnitt als CSV (*.csv)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Bytes as stored (*.raw)</source>
        <translation>Bytes wie gespeichert (*.raw)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The file was read again and has no value of this name any more.</source>
        <translation>Die Datei wurde neu gelesen und hat keinen Wert dieses Namens mehr.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The file was read again and has no value of this name any more. What is shown was read before.</source>
        <translation>Die Datei wurde neu gelesen und hat keinen Wert dieses Namens mehr. Was angezeigt wird, wurde davor gelesen.</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Slice</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Scale</source>
        <comment>of colours</comment>
        <translation>Skala</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Scale of the colours</source>
        <translation>Skalierung der Farben</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>from data, symmetric</source>
        <translation>aus den Daten, symmetrisch</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>percentile 1 to 99</source>
        <translation>Perzentil 1 bis 99</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>fixed</source>
        <translation>fest</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Magnitude of the strongest colour</source>
        <translation>Betrag der stärksten Farbe</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Channels, scales and zero points</source>
        <translation>Kanäle, Skalierungen und Nullpunkte</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Slice of dimension %1</source>
        <translation>Ausschnitt der Dimension %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>0 to %1: an index, a range such as 10 : 20, or : for all</source>
        <translation>0 bis %1: ein Index, ein Bereich wie 10 : 20 oder : für alle</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Dimension %1: %2</source>
        <translation>Dimension %1: %2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The first %1 of %2 rows</source>
        <translation>Die ersten %1 von %2 Zeilen</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Colouring %1</source>
        <translation>%1 wird eingefärbt</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>± %1, symmetric</source>
        <translation>± %1, symmetrisch</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>± %1, percentile 1 to 99</source>
        <translation>± %1, Perzentil 1 bis 99</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>"%1" is no scale, expected a number above 0</source>
        <translation>„%1“ ist keine Skalierung, erwartet wird eine Zahl über 0</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Drawing lines of %1</source>
        <translation>Linien von %1 werden gezeichnet</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Around %1</source>
        <translation>Um %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>Filter by name</source>
        <translation>Nach Namen filtern</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>This model has no weights.</source>
        <translation>Dieses Modell hat keine Gewichte.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>%n weight(s)</source>
        <translation><numerusform>%n Gewicht</numerusform><numerusform>%n Gewichte</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Readers</source>
        <translation>Leser</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Offset (B)</source>
        <translation>Offset (B)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, sparse</source>
        <translation>Datei, dünn besetzt</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, byte %1</source>
        <translation>Datei, Byte %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, as fields</source>
        <translation>Datei, als Felder</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>run %1, typical</source>
        <translation>Lauf %1, typisch</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>in run %1</source>
        <translation>in Lauf %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Zoom in (W)</source>
        <translation>Hineinzoomen (W)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Zoom out (S)</source>
        <translation>Herauszoomen (S)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Typical run (T)</source>
        <translation>Typischer Lauf (T)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Overlay runs (O)</source>
        <translation>Läufe überlagern (O)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Keep the range as a mark (M)</source>
        <translation>Bereich als Markierung behalten (M)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>run %1 of %2 (median)</source>
        <translation>Lauf %1 von %2 (Median)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>%1 records lost</source>
        <translation>%1 Einträge verloren</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>No recorded run: none can be the typical one</source>
        <translation>Kein aufgezeichneter Lauf: Keiner kann der typische sein</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Name of the mark</source>
        <translation>Name der Markierung</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Copy Span</source>
        <translation>Abschnitt kopieren</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Next Span of the Same Node</source>
        <translation>Nächster Abschnitt desselben Knotens</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Find Kernel…</source>
        <translation>Kernel suchen…</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Fit Selection</source>
        <translation>Auswahl einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Fit Median Run</source>
        <translation>Medianlauf einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Clear Range</source>
        <translation>Bereich aufheben</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Keep as Mark</source>
        <translation>Als Markierung behalten</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Next Mark</source>
        <translation>Nächste Markierung</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Previous Mark</source>
        <translation>Vorherige Markierung</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Shift+J</source>
        <translation>Umschalt+J</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Rename Mark…</source>
        <translation>Markierung umbenennen…</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Delete Mark</source>
        <translation>Markierung löschen</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Delete All Marks</source>
        <translation>Alle Markierungen löschen</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Clear Filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Filter %1</source>
        <translation>Nach %1 filtern</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>there is nothing to undo</source>
        <translation>es gibt nichts zurückzunehmen</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>there is nothing to redo</source>
        <translation>es gibt nichts zu wiederholen</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Quit Opscope</source>
        <translation>Opscope beenden</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%1 are needed in %2, and %3 are free</source>
        <translation>%1 werden in %2 benötigt, und %3 sind frei</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n measurement(s) under way</source>
        <translation><numerusform>%n Messung im Gang</numerusform><numerusform>%n Messungen im Gang</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Opened models are never changed and need no saving.</source>
        <translation>Geöffnete Modelle werden nie geändert und müssen nicht gespeichert werden.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>They took %1 to measure.</source>
        <translation>Das Messen dauerte %1.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Measurements that are not saved</source>
        <translation>Nicht gespeicherte Messungen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>sweep of %1</source>
        <translation>Sweep von %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n size(s)</source>
        <translation><numerusform>%n Größe</numerusform><numerusform>%n Größen</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>running; its complete runs are kept</source>
        <translation>läuft; die vollständigen Läufe werden behalten</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Kept measurements lie in Opscope’s own folder, %1, and are offered at the next start.</source>
        <translation>Behaltene Messungen liegen im Ordner von Opscope, %1, und werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Kept measurements lie in Opscope’s own folder and are offered at the next start.</source>
        <translation>Behaltene Messungen liegen im Ordner von Opscope und werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Save all…</source>
        <translation>&amp;Alle speichern…</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>Test folder: model.onnx with test_data_set_0</source>
        <translation>Testordner: model.onnx mit test_data_set_0</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>Verify against reference</source>
        <translation>Gegen Referenz verifizieren</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>The model runs with its usual kernels and with the reference kernels, which are slow; every operator is compared.

Most memory for values of the reference run, MiB:</source>
        <translation>Das Modell läuft mit seinen üblichen Kerneln und mit den Referenzkerneln, die langsam sind; jeder Operator wird verglichen.

Höchstens so viel Speicher für Werte des Referenzlaufs, MiB:</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>%1 has no test_data_set_0 to verify the model with</source>
        <translation>%1 hat kein test_data_set_0, mit dem das Modell verifiziert werden könnte</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_controller.cpp"/>
        <source>Verifying %1</source>
        <translation>%1 wird verifiziert</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_controller.cpp"/>
        <source>Comparing %1 with the reference kernels</source>
        <translation>%1 wird mit den Referenzkerneln verglichen</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Histogram of the errors</source>
        <translation>Histogramm der Fehler</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Select a row to see its errors.</source>
        <translation>Wählen Sie eine Zeile, um ihre Fehler zu sehen.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Found there</source>
        <translation>Dort gefunden</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Expected there</source>
        <translation>Dort erwartet</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_offer.cpp"/>
        <source>Run the model on the data beside it and compare its outputs with those expected</source>
        <translation>Das Modell mit den Daten neben ihm ausführen und seine Ausgaben mit den erwarteten vergleichen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/verify/verify_offer.cpp"/>
        <source>Verify with %n data set(s)</source>
        <translation><numerusform>Mit %n Datensatz verifizieren</numerusform><numerusform>Mit %n Datensätzen verifizieren</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Nothing verified yet. Run the model on a test folder (model.onnx, test_data_set_0) and compare its outputs with those expected.</source>
        <translation>Noch nichts verifiziert. Führen Sie das Modell mit einem Testordner (model.onnx, test_data_set_0) aus und vergleichen Sie seine Ausgaben mit den erwarteten.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verify again</source>
        <translation>Neu verifizieren</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Only failures</source>
        <translation>Nur Fehlschläge</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Most memory</source>
        <translation>Höchstens Speicher</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Most memory for values of the reference run. What does not fit is compared in further runs.</source>
        <translation>Höchstens so viel Speicher für Werte des Referenzlaufs. Was nicht hineinpasst, wird in weiteren Läufen verglichen.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Tolerance in place of the test's own, or of what rounding explains. An element passes if |found − expected| ≤ absolute + relative × |expected|.</source>
        <translation>Toleranz anstelle der des Tests oder dessen, was Rundung erklärt. Ein Element besteht, wenn |gefunden − erwartet| ≤ absolut + relativ × |erwartet|.</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verifying</source>
        <translation>Wird verifiziert</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verify  %1</source>
        <translation>Verifikation  %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/wall_bars.cpp"/>
        <source>. Click to show its profile.</source>
        <translation>. Klicken, um sein Profil anzuzeigen.</translation>
    </message>
    <message>
        <location filename="../../ui/compare/waterfall_view.cpp"/>
        <source>Where the difference comes from</source>
        <translation>Woher der Unterschied kommt</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/wave_view.cpp"/>
        <source>Samples over time</source>
        <translation>Samples über die Zeit</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>no keys</source>
        <translation>keine Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>See an ONNX model, run it, and know where the time goes.</source>
        <translation>Ein ONNX-Modell sehen, ausführen und wissen, wo die Zeit bleibt.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Drop a model or a profile here</source>
        <translation>Ein Modell oder Profil hierher ziehen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Models: .onnx, whatever the name (.pb).   Profiles: .opscope, reports (.html),</source>
        <translation>Modelle: .onnx, gleich unter welchem Namen (.pb).   Profile: .opscope, Berichte (.html),</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>and of ONNX Runtime, PyTorch, Chrome (.json), trtexec, Nsight Systems (.sqlite), oneDNN.</source>
        <translation>und solche von ONNX Runtime, PyTorch, Chrome (.json), trtexec, Nsight Systems (.sqlite), oneDNN.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Open and compare two…</source>
        <translation>Zwei öffnen und vergleichen…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Files that you open appear here.</source>
        <translation>Dateien, die Sie öffnen, erscheinen hier.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Recent files are switched off.</source>
        <translation>Zuletzt geöffnete Dateien sind abgeschaltet.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Ctrl+1 … Ctrl+9 open these</source>
        <translation>Strg+1 … Strg+9 öffnet diese</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>file has moved — Locate…</source>
        <translation>Datei wurde verschoben — suchen…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>not run yet</source>
        <translation>noch nicht ausgeführt</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Sample models</source>
        <translation>Beispielmodelle</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>The samples are not installed.</source>
        <translation>Die Beispiele sind nicht installiert.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Keys worth knowing</source>
        <translation>Wissenswerte Tasten</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>find nodes, tensors, values</source>
        <translation>Knoten, Tensoren, Werte suchen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>every command by name</source>
        <translation>jeder Befehl beim Namen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>walk producers and readers</source>
        <translation>Erzeuger und Leser durchgehen</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>profile with the last settings</source>
        <translation>mit den letzten Einstellungen profilieren</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Nothing leaves this machine</source>
        <translation>Nichts verlässt diesen Rechner</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>No account, no network, no telemetry.</source>
        <translation>Kein Konto, kein Netz, keine Telemetrie.</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Models run in a separate process; files are never changed.</source>
        <translation>Modelle laufen in einem eigenen Prozess; Dateien werden nie geändert.</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Change the Whole Model</source>
        <translation>Ganzes Modell ändern</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>names, separated by commas</source>
        <translation>Namen, durch Kommas getrennt</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose a folder with inputs</source>
        <translation>Ordner mit Eingaben wählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Reading the model</source>
        <translation>Das Modell wird gelesen</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Computing what would change</source>
        <translation>Was sich ändern würde, wird berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Computing a preview</source>
        <translation>Vorschau wird berechnet</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Zoom out</source>
        <translation>Herauszoomen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Zoom in</source>
        <translation>Hineinzoomen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Fit graph</source>
        <translation>Graph einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Fit selection</source>
        <translation>Auswahl einpassen</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>name</name>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>single</source>
        <translation>einzeln</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>profiled</source>
        <translation>profiliert</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>unprofiled</source>
        <translation>nicht profiliert</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <location filename="../../app/cli/profiling/json_progress.cpp"/>
        <source>warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>folded</source>
        <translation>gefaltet</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>fused</source>
        <translation>fusioniert</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>inlined</source>
        <translation>inline eingesetzt</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to device</source>
        <translation>Kopie auf das Gerät</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to host</source>
        <translation>Kopie auf den Host</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy on device</source>
        <translation>Kopie auf dem Gerät</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to another device</source>
        <translation>Kopie auf ein anderes Gerät</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy on host</source>
        <translation>Kopie auf dem Host</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>set</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>overhead</source>
        <translation>Overhead</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>compilation</source>
        <translation>Kompilierung</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>warps</source>
        <translation>Warps</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>launch-bound</source>
        <translation>durch Starts begrenzt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>memory-bound</source>
        <translation>durch Speicher begrenzt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>compute-bound</source>
        <translation>durch Rechenleistung begrenzt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>too short to classify</source>
        <translation>zu kurz zum Einordnen</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>lost records</source>
        <translation>verlorene Einträge</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>synchronise</source>
        <translation>Synchronisieren</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>wait for a copy</source>
        <translation>Warten auf eine Kopie</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>operators on the CPU</source>
        <translation>Operatoren auf der CPU</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>wait for a launch</source>
        <translation>Warten auf einen Start</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>command buffer full</source>
        <translation>Befehlspuffer voll</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>end of the run</source>
        <translation>Ende des Laufs</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>cause not recorded</source>
        <translation>Ursache nicht erfasst</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>between kernels</source>
        <translation>zwischen Kerneln</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>give the tracer more room for records, or record fewer runs</source>
        <translation>dem Tracer mehr Platz für Einträge geben oder weniger Läufe aufzeichnen</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>the host reads a value back before it goes on: keep that part on one device</source>
        <translation>der Host liest einen Wert zurück, bevor er weitermacht: diesen Teil auf einem Gerät lassen</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>copy from page-locked memory, while something else runs</source>
        <translation>aus seitengesperrtem Speicher kopieren, während etwas anderes läuft</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>an operator has no kernel for the device; its step shows the reason</source>
        <translation>ein Operator hat keinen Kernel für das Gerät; sein Schritt nennt den Grund</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>use a CUDA graph, larger operators or a larger batch</source>
        <translation>einen CUDA-Graphen, größere Operatoren oder einen größeren Batch verwenden</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>caused by recording or by the first use of a kernel; it does not occur without recording</source>
        <translation>durch die Aufzeichnung oder die erste Verwendung eines Kernels verursacht; ohne Aufzeichnung tritt es nicht auf</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>the host is far ahead of the device; no action is needed</source>
        <translation>der Host ist dem Gerät weit voraus; es ist nichts zu tun</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>steady enough</source>
        <translation>stabil genug</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>recorder full</source>
        <translation>Aufzeichnungsspeicher voll</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 GHz by its cycles</source>
        <translation>%1 GHz nach seinen Takten</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>cpufreq told %1 GHz</source>
        <translation>cpufreq meldete %1 GHz</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>cpufreq told %1 to %2 GHz</source>
        <translation>cpufreq meldete %1 bis %2 GHz</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>the engine's thread: processor %2 (core %3, NUMA node %4) %5</source>
        <translation>Thread der Engine: Prozessor %2 (Kern %3, NUMA-Knoten %4) %5</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>helper %1: processor %2 (core %3, NUMA node %4) %5</source>
        <translation>Helfer %1: Prozessor %2 (Kern %3, NUMA-Knoten %4) %5</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>mean of separate runs (%1, in %2 passes); their times are not used. misses/k: per thousand instructions</source>
        <translation>Mittel getrennter Läufe (%1, in %2 Durchgängen); ihre Zeiten werden nicht verwendet. misses/k: je tausend Befehle</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>counters were read by %1, %2 for all of a pass</source>
        <translation>Zähler gelesen mit %1, %2 für alle eines Durchgangs</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 run left out, because counters were shared with another program</source>
        <translation>%1 Lauf ausgelassen, weil Zähler mit einem anderen Programm geteilt wurden</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 runs left out, because counters were shared with another program</source>
        <translation>%1 Läufe ausgelassen, weil Zähler mit einem anderen Programm geteilt wurden</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 dropped</source>
        <translation>%1 verworfen</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 without time</source>
        <translation>%1 ohne Zeit</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 launched but never told</source>
        <translation>%1 gestartet, aber nie gemeldet</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 of no step</source>
        <translation>%1 ohne Schritt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 times without room</source>
        <translation>%1-mal kein Platz</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 damaged buffers</source>
        <translation>%1 beschädigte Puffer</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the tracer reads the host's clock</source>
        <translation>der Tracer liest die Uhr des Hosts</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the device's own clock, its distance known to %1</source>
        <translation>eigene Uhr des Geräts, Abstand auf %1 genau bekannt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the tracer's own clock, its distance known to %1</source>
        <translation>eigene Uhr des Tracers, Abstand auf %1 genau bekannt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 kernel begins before the launch, by %2 (median)</source>
        <translation>%1 Kernel beginnt vor seinem Start, um %2 (Median)</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 kernels begin before the launch, by %2 (median)</source>
        <translation>%1 Kernel beginnen vor ihrem Start, um %2 (Median)</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the system's clock was set %1 time meanwhile</source>
        <translation>die Uhr des Systems wurde dabei %1-mal gestellt</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the system's clock was set %1 times meanwhile</source>
        <translation>die Uhr des Systems wurde dabei %1-mal gestellt</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_text.cpp"/>
        <source>%1 proven</source>
        <translation>%1 bewiesen</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_text.cpp"/>
        <source>%1 proven: %2</source>
        <translation>%1 bewiesen: %2</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream</source>
        <translation>%1 Stream</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams</source>
        <translation>%1 Streams</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream of %2 thread</source>
        <translation>%1 Stream mit %2 Thread</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams of %2 thread each</source>
        <translation>%1 Streams mit je %2 Thread</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream of %2 threads</source>
        <translation>%1 Stream mit %2 Threads</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams of %2 threads each</source>
        <translation>%1 Streams mit je %2 Threads</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>closed loop</source>
        <translation>geschlossene Schleife</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 requests a second in all, at fixed intervals</source>
        <translation>insgesamt %1 Anfragen pro Sekunde in festen Abständen</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 requests a second in all, Poisson arrivals</source>
        <translation>insgesamt %1 Anfragen pro Sekunde, Poisson-Ankünfte</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>dispatch %1</source>
        <translation>Dispatch %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>reorders %1</source>
        <translation>Umordnungen %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>copies %1</source>
        <translation>Kopien %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>waiting %1</source>
        <translation>Warten %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>allocation %1</source>
        <translation>Allokation %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>unaccounted %1</source>
        <translation>nicht zugeordnet %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>%1 of %2 tokens: all figures are of these</source>
        <translation>%1 von %2 Tokens: alle Zahlen gelten für diese</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>runs chose different tokens from token %1 on: times after it are of different inputs</source>
        <translation>die Läufe wählten ab Token %1 verschiedene Tokens: Zeiten danach gelten für verschiedene Eingaben</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>bound by memory: a token moves at least %1 at %2, the machine was measured at %3</source>
        <translation>durch den Speicher begrenzt: ein Token bewegt mindestens %1 mit %2, der Rechner wurde mit %3 gemessen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>bound by memory: a token moves at least %1 at %2, the machine was measured at %3; faster kernels can win %4 at most, fewer bits per weight more</source>
        <translation>durch den Speicher begrenzt: ein Token bewegt mindestens %1 mit %2, der Rechner wurde mit %3 gemessen; schnellere Kernel bringen höchstens %4, weniger Bits pro Gewicht mehr</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>%1 takes as long as %2 from position %3 on (estimated)</source>
        <translation>%1 braucht ab Position %3 so lange wie %2 (geschätzt)</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>choosing %1</source>
        <translation>Auswählen %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>one run, error unknown</source>
        <translation>ein Lauf, Fehler unbekannt</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>95 %, %1 runs</source>
        <translation>95 %, %1 Läufe</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>too short to classify: kernels below 5 µs do not show what limits them</source>
        <translation>zu kurz für eine Einordnung: Kernel unter 5 µs zeigen nicht, was sie begrenzt</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>no roof: what this machine multiplies in %1 at most was not measured</source>
        <translation>keine Obergrenze: wie viel dieser Rechner in %1 höchstens multipliziert, wurde nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>memory-bound, %1 of %2: its operands were left in a nearer cache</source>
        <translation>durch Speicher begrenzt, %1 von %2: die Operanden lagen in einem näheren Cache</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>memory-bound, %1 of %2</source>
        <translation>durch Speicher begrenzt, %1 von %2</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>compute-bound, %1 of %2: it needs fewer multiplications than are counted (Winograd), or the peak was measured at a lower clock</source>
        <translation>durch Rechenleistung begrenzt, %1 von %2: es braucht weniger Multiplikationen als gezählt werden (Winograd), oder die Spitze wurde bei niedrigerem Takt gemessen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>compute-bound, %1 of %2</source>
        <translation>durch Rechenleistung begrenzt, %1 von %2</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>may be too low: %1</source>
        <translation>vielleicht zu niedrig: %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>lower bound, %1</source>
        <translation>untere Grenze, %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>windows agree within %1</source>
        <translation>Fenster stimmen auf %1 überein</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>best of five windows</source>
        <translation>bestes von fünf Fenstern</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>from about run %1 on the runs take %2, before %3: the figures mix two states of the machine (clock, temperature, other load)</source>
        <translation>etwa ab Lauf %1 dauern die Läufe %2, davor %3: die Zahlen mischen zwei Zustände des Rechners (Takt, Temperatur, andere Last)</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs lie at two levels, %1 at about %2 and %3 at about %4: the median represents at most one of the two levels</source>
        <translation>die Läufe liegen auf zwei Niveaus, %1 bei etwa %2 und %3 bei etwa %4: der Median steht für höchstens eines davon</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs drift: the first quarter takes %1, the last %2: the median stands for the middle of the measurement only</source>
        <translation>die Läufe driften: das erste Viertel dauert %1, das letzte %2: der Median steht nur für die Mitte der Messung</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs depend on the ones before them (drift, clock, temperature): the interval of so few may be too narrow; measure more of them</source>
        <translation>die Läufe hängen von den vorherigen ab (Drift, Takt, Temperatur): das Intervall aus so wenigen kann zu eng sein; mehr davon messen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs spread by %1: the figures are indicative (other load, clock, temperature)</source>
        <translation>die Läufe streuen um %1: die Zahlen sind Richtwerte (andere Last, Takt, Temperatur)</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%1 of %2 generations were recorded</source>
        <translation>%1 von %2 Generierungen wurden aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%1 of %2 runs were recorded</source>
        <translation>%1 von %2 Läufen wurden aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%0: %1 of %2 generations were recorded</source>
        <translation>%0: %1 von %2 Generierungen wurden aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%0: %1 of %2 runs were recorded</source>
        <translation>%0: %1 von %2 Läufen wurden aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (%0)</source>
        <translation>%1 (%0)</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (95 % %2): within noise</source>
        <translation>%1 (95 % %2): im Rauschen</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (95 % %2)</source>
        <translation>%1 (95 % %2)</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>fewer than %1 runs per size: knees, and who overtakes whom, are not judged</source>
        <translation>weniger als %1 Läufe pro Größe: Knicke und Überholungen werden nicht beurteilt</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>from %1 %2 on, %3 takes longer than %4</source>
        <translation>ab %1 %2 dauert %3 länger als %4</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>%1 grows as %2^%3 up to %4, as %2^%5 beyond</source>
        <translation>%1 wächst wie %2^%3 bis %4, darüber wie %2^%5</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Pooling &amp; reduction</source>
        <translation>Pooling &amp; Reduktion</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Normalisation</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Elementwise</source>
        <translation>Elementweise</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Shape &amp; layout</source>
        <translation>Form &amp; Layout</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Indexing</source>
        <translation>Indizierung</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Quantise &amp; cast</source>
        <translation>Quantisierung &amp; Cast</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Recurrent</source>
        <translation>Rekurrent</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Control flow</source>
        <translation>Kontrollfluss</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Other domains</source>
        <translation>Andere Domänen</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Custom operator</source>
        <translation>Eigener Operator</translation>
    </message>
    <message>
        <location filename="../../model/contents/channels.cpp"/>
        <source>reading channels</source>
        <translation>Kanäle werden gelesen</translation>
    </message>
    <message>
        <location filename="../../model/contents/difference.cpp"/>
        <source>comparing elements</source>
        <translation>Elemente werden verglichen</translation>
    </message>
    <message>
        <location filename="../../model/contents/tensor_statistics.cpp"/>
        <source>reading elements</source>
        <translation>Elemente werden gelesen</translation>
    </message>
    <message>
        <location filename="../../model/edit/document.cpp"/>
        <source>editing</source>
        <translation>Wird bearbeitet</translation>
    </message>
    <message>
        <location filename="../../model/inference/shape_inference.cpp"/>
        <source>inferring shapes</source>
        <translation>Formen werden hergeleitet</translation>
    </message>
    <message>
        <location filename="../../model/onnx/wire_index.cpp"/>
        <source>reading the file</source>
        <translation>Datei wird gelesen</translation>
    </message>
    <message>
        <location filename="../../model/support/hash.cpp"/>
        <source>hashing the file</source>
        <translation>Prüfsumme der Datei</translation>
    </message>
    <message>
        <location filename="../../layout/compound/place_levels.cpp"/>
        <location filename="../../layout/layered.cpp"/>
        <source>placing</source>
        <translation>Wird angeordnet</translation>
    </message>
    <message>
        <location filename="../../layout/graphviz/graphviz.cpp"/>
        <source>placing with Graphviz</source>
        <translation>Graphviz ordnet an</translation>
    </message>
    <message>
        <location filename="../../layout/layered/ordering.cpp"/>
        <source>ordering</source>
        <translation>Wird sortiert</translation>
    </message>
    <message>
        <location filename="../../layout/svg/svg.cpp"/>
        <source>drawing</source>
        <translation>Wird gezeichnet</translation>
    </message>
    <message>
        <location filename="../../engine/calibrate/calibration.cpp"/>
        <source>calibrating</source>
        <translation>Wird kalibriert</translation>
    </message>
    <message>
        <location filename="../../engine/calibrate/operator_errors.cpp"/>
        <location filename="../../app/cli/comparing/compare_numbers.cpp"/>
        <source>comparing</source>
        <translation>Wird verglichen</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_values.cpp"/>
        <source>asking for values</source>
        <translation>Werte werden abgefragt</translation>
    </message>
    <message>
        <location filename="../../profiler/file/profile_reader.cpp"/>
        <source>reading rows</source>
        <translation>Zeilen werden gelesen</translation>
    </message>
    <message>
        <location filename="../../profiler/file/profile_rows.cpp"/>
        <source>writing rows</source>
        <translation>Zeilen werden geschrieben</translation>
    </message>
    <message>
        <location filename="../../profiler/fleet/fleet_index.cpp"/>
        <source>reading metadata</source>
        <translation>Metadaten werden gelesen</translation>
    </message>
    <message>
        <location filename="../../profiler/fleet/measured_folder.cpp"/>
        <source>reading profiles</source>
        <translation>Profile werden gelesen</translation>
    </message>
    <message>
        <location filename="../../profiler/remote/remote_profile.cpp"/>
        <source>checking</source>
        <translation>Wird geprüft</translation>
    </message>
    <message>
        <location filename="../../profiler/remote/remote_shell.cpp"/>
        <source>copying</source>
        <translation>Wird kopiert</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <location filename="../../app/cli/profiling/json_progress.cpp"/>
        <source>measuring</source>
        <translation>Messung</translation>
    </message>
</context>
<context>
    <name>rule</name>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>arity-input</source>
        <extracomment>a node has too few or too many inputs, or leaves out one that its operator needs</extracomment>
        <translation>ein Knoten hat zu wenige oder zu viele Eingaben oder lässt eine aus, die sein Operator braucht</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>arity-output</source>
        <extracomment>a node has too few or too many outputs</extracomment>
        <translation>ein Knoten hat zu wenige oder zu viele Ausgaben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-duplicate</source>
        <extracomment>an attribute is written twice</extracomment>
        <translation>ein Attribut ist zweimal angegeben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-kind</source>
        <extracomment>an attribute is of another kind than its operator says</extracomment>
        <translation>ein Attribut ist von anderer Art, als sein Operator verlangt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-missing</source>
        <extracomment>an attribute is missing that the operator needs</extracomment>
        <translation>ein Attribut fehlt, das der Operator braucht</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-payload</source>
        <extracomment>an attribute has no value, or one of another type than declared</extracomment>
        <translation>ein Attribut hat keinen Wert oder einen anderen Typs als deklariert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-unknown</source>
        <extracomment>no version of the operator has this attribute</extracomment>
        <translation>keine Version des Operators hat dieses Attribut</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-value</source>
        <extracomment>an attribute has a value that its operator does not know</extracomment>
        <translation>ein Attribut hat einen Wert, den sein Operator nicht kennt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-version</source>
        <extracomment>another version of the operator has this attribute, the imported one does not</extracomment>
        <translation>eine andere Version des Operators hat dieses Attribut, die importierte nicht</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>bf16-possible</source>
        <extracomment>products in float32 on a machine with faster units for bf16 or tf32</extracomment>
        <translation>Produkte in float32 auf einem Rechner mit schnelleren Einheiten für bf16 oder tf32</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>big-copy</source>
        <extracomment>operators that only move data take over 3 % of wall</extracomment>
        <translation>Operatoren, die nur Daten bewegen, brauchen über 3 % der Laufzeit</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>channels-unaligned</source>
        <extracomment>channel or column counts that fill vectors badly</extracomment>
        <translation>Kanal- oder Spaltenanzahlen, die Vektoren schlecht füllen</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>clock-fell</source>
        <extracomment>steps over 2 % of wall and 20 µs whose clock is below 90 % of the highest of others</extracomment>
        <translation>Schritte über 2 % der Laufzeit und 20 µs, deren Takt unter 90 % des höchsten der anderen liegt</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>cold-start</source>
        <extracomment>the first run takes over five times the median</extracomment>
        <translation>der erste Lauf dauert über fünfmal so lange wie der Median</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>constant-redefined</source>
        <extracomment>a Constant gives a value that another Constant gives too; the last one counts</extracomment>
        <translation>ein Constant liefert einen Wert, den auch ein anderes Constant liefert; das letzte zählt</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>constant-subgraph</source>
        <extracomment>what depends on weights only is computed in each run</extracomment>
        <translation>was nur von Gewichten abhängt, wird in jedem Lauf berechnet</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>cycle</source>
        <extracomment>nodes form a cycle</extracomment>
        <translation>Knoten bilden einen Zyklus</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>depth-nesting</source>
        <extracomment>graphs are nested deeper than other tools can read</extracomment>
        <translation>Graphen sind tiefer verschachtelt, als andere Werkzeuge lesen können</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>dispatch-bound</source>
        <extracomment>over 15 % of wall lies between operators</extracomment>
        <translation>über 15 % der Laufzeit liegen zwischen Operatoren</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>element-type-unknown</source>
        <extracomment>an element type that ONNX does not have</extracomment>
        <translation>ein Elementtyp, den ONNX nicht hat</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-invalid</source>
        <extracomment>the location of external data is invalid</extracomment>
        <translation>der Ort externer Daten ist ungültig</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-missing</source>
        <extracomment>a file with external data is not there</extracomment>
        <translation>eine Datei mit externen Daten ist nicht vorhanden</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-range</source>
        <extracomment>external data lies outside of its file</extracomment>
        <translation>externe Daten liegen außerhalb ihrer Datei</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-refused</source>
        <extracomment>external data lies where a model may not read</extracomment>
        <translation>externe Daten liegen, wo ein Modell nicht lesen darf</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>fallback-copy</source>
        <extracomment>copies around an operator on another device</extracomment>
        <translation>Kopien um einen Operator auf einem anderen Gerät</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>far-from-roof</source>
        <extracomment>steps over 2 % of wall below 20 % of their roof</extracomment>
        <translation>Schritte über 2 % der Laufzeit, die unter 20 % ihrer Roofline-Grenze liegen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-attribute</source>
        <extracomment>a call leaves out an attribute that the local function may need</extracomment>
        <translation>ein Aufruf lässt ein Attribut aus, das die lokale Funktion brauchen kann</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-duplicate</source>
        <extracomment>two local functions have one name</extracomment>
        <translation>zwei lokale Funktionen haben denselben Namen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-input</source>
        <extracomment>a call gives more inputs than the local function takes</extracomment>
        <translation>ein Aufruf gibt mehr Eingaben an, als die lokale Funktion annimmt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-output</source>
        <extracomment>a call takes more outputs than the local function gives</extracomment>
        <translation>ein Aufruf entnimmt mehr Ausgaben, als die lokale Funktion liefert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-recursive</source>
        <extracomment>a local function calls itself</extracomment>
        <translation>eine lokale Funktion ruft sich selbst auf</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-cpu-operators</source>
        <extracomment>the GPU idles over 2 % of wall while operators run on the CPU</extracomment>
        <translation>die GPU ist über 2 % der Laufzeit im Leerlauf, während Operatoren auf der CPU laufen</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-few-blocks</source>
        <extracomment>kernels over 5 % of wall with fewer blocks than the GPU has multiprocessors</extracomment>
        <translation>Kernel über 5 % der Laufzeit mit weniger Blöcken, als die GPU Multiprozessoren hat</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>gpu-launch-gap</source>
        <extracomment>the GPU waits for launches for over 10 % of wall</extracomment>
        <translation>die GPU wartet über 10 % der Laufzeit auf Starts</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-low-occupancy</source>
        <extracomment>kernels over 5 % of wall of which less than a quarter of the warps fit</extracomment>
        <translation>Kernel über 5 % der Laufzeit, von denen weniger als ein Viertel der Warps Platz findet</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-small-copies</source>
        <extracomment>eight or more copies below 64 KiB in a run, with the idle time around them</extracomment>
        <translation>acht oder mehr Kopien unter 64 KiB in einem Lauf, mit dem Leerlauf darum herum</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>gpu-sync</source>
        <extracomment>the GPU idles over 5 % of wall after the CPU waited for it</extracomment>
        <translation>die GPU ist über 5 % der Laufzeit im Leerlauf, nachdem die CPU auf sie gewartet hat</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>initializer-unnamed</source>
        <extracomment>a weight has no name</extracomment>
        <translation>ein Gewicht hat keinen Namen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-invalid</source>
        <extracomment>an input has a shape or value that the operator does not take</extracomment>
        <translation>eine Eingabe hat eine Form oder einen Wert, die der Operator nicht annimmt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-kind</source>
        <extracomment>a sequence, map or optional where the operator takes a tensor, or the other way round</extracomment>
        <translation>eine Sequenz, Map oder ein Optional, wo der Operator einen Tensor erwartet, oder umgekehrt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-odd</source>
        <extracomment>an input differs from the operator's requirement but can be interpreted</extracomment>
        <translation>eine Eingabe weicht von der Anforderung des Operators ab, lässt sich aber deuten</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-type</source>
        <extracomment>an element type that the operator does not take</extracomment>
        <translation>ein Elementtyp, den der Operator nicht annimmt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-type-mismatch</source>
        <extracomment>two inputs differ in type that must have the same</extracomment>
        <translation>zwei Eingaben, die denselben Typ haben müssen, haben verschiedene</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-undefined</source>
        <extracomment>a node reads a value that nothing defines</extracomment>
        <translation>ein Knoten liest einen Wert, den nichts definiert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-default</source>
        <extracomment>the default value of an input has another type than the input declares</extracomment>
        <translation>der Standardwert einer Eingabe hat einen anderen Typ, als die Eingabe deklariert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-empty</source>
        <extracomment>the model has no nodes and no outputs</extracomment>
        <translation>das Modell hat keine Knoten und keine Ausgaben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-initializer</source>
        <extracomment>an initializer is not a graph input, as old IR versions require</extracomment>
        <translation>ein Initializer ist keine Graph-Eingabe, wie es alte IR-Versionen verlangen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-name</source>
        <extracomment>the graph has no name</extracomment>
        <translation>der Graph hat keinen Namen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-output</source>
        <extracomment>the model has no outputs</extracomment>
        <translation>das Modell hat keine Ausgaben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-shape</source>
        <extracomment>an input or output of the model has no shape</extracomment>
        <translation>eine Ein- oder Ausgabe des Modells hat keine Form</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-type</source>
        <extracomment>an input or output of the model has no type</extracomment>
        <translation>eine Ein- oder Ausgabe des Modells hat keinen Typ</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>ir-version-missing</source>
        <extracomment>the file gives no IR version</extracomment>
        <translation>die Datei gibt keine IR-Version an</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>ir-version-newer</source>
        <extracomment>the IR version is newer than what is known here</extracomment>
        <translation>die IR-Version ist neuer, als hier bekannt ist</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>memory-bound-at-peak</source>
        <extracomment>steps that reach 80 % of the measured bandwidth</extracomment>
        <translation>Schritte, die 80 % der gemessenen Bandbreite erreichen</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/memory_rules.cpp"/>
        <source>memory-peak</source>
        <extracomment>the peak is over 1.5 times weights and the largest two values</extracomment>
        <translation>die Spitze liegt über dem 1,5-Fachen der Gewichte und der größten zwei Werte</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>name-duplicate</source>
        <extracomment>two inputs have one name; of two weights the last one counts</extracomment>
        <translation>zwei Eingaben haben denselben Namen; von zwei Gewichten zählt das letzte</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>node-invalid</source>
        <extracomment>attributes and inputs of a node do not fit together</extracomment>
        <translation>Attribute und Eingaben eines Knotens passen nicht zusammen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>nodes-unsorted</source>
        <extracomment>nodes are not topologically sorted</extracomment>
        <translation>Knoten sind nicht topologisch sortiert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>operator-deprecated</source>
        <extracomment>the operator is withdrawn</extracomment>
        <translation>der Operator ist zurückgezogen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>operator-unknown</source>
        <extracomment>the operator does not exist in the imported version, or its domain is not known</extracomment>
        <translation>den Operator gibt es in der importierten Version nicht, oder seine Domäne ist nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-duplicate</source>
        <extracomment>a domain is imported twice</extracomment>
        <translation>eine Domäne ist zweimal importiert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-invalid</source>
        <extracomment>a domain is imported in a version below 1</extracomment>
        <translation>eine Domäne ist in einer Version unter 1 importiert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-missing</source>
        <extracomment>operators of a domain are used that is not imported</extracomment>
        <translation>Operatoren einer nicht importierten Domäne werden verwendet</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-newer</source>
        <extracomment>a domain is imported in a version newer than what is known here</extracomment>
        <translation>eine Domäne ist in einer neueren Version importiert, als hier bekannt ist</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>other-core</source>
        <extracomment>threads that changed their core at least once per run, or that share one</extracomment>
        <translation>Threads, die mindestens einmal je Lauf den Kern gewechselt haben oder sich einen teilen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>output-undefined</source>
        <extracomment>an output of a graph is not computed</extracomment>
        <translation>eine Ausgabe eines Graphen wird nicht berechnet</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>page-faults</source>
        <extracomment>page faults that take over 10 % of a step and 1 % of wall at 0.5 µs each, or that read from disk</extracomment>
        <translation>Seitenfehler, die bei je 0,5 µs über 10 % eines Schritts und 1 % der Laufzeit ausmachen oder vom Datenträger lesen</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>parallel-branches</source>
        <extracomment>independent branches run one after the other</extracomment>
        <translation>unabhängige Zweige laufen nacheinander</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>qdq-unfused</source>
        <extracomment>quantising and dequantising as steps of their own</extracomment>
        <translation>Quantisieren und Dequantisieren als eigene Schritte</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>redundant-op</source>
        <extracomment>Identity, casts of casts, transposes of transposes, the same operator on the same inputs again</extracomment>
        <translation>Identity, Casts von Casts, Transpositionen von Transpositionen, derselbe Operator noch einmal auf denselben Eingaben</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>reference-kernel</source>
        <extracomment>steps on the plain reference kernels</extracomment>
        <translation>Schritte auf den einfachen Referenzkerneln</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>reorder-share</source>
        <extracomment>layout changes and copies take over 5 % of wall, or one over 20 % of its reader</extracomment>
        <translation>Layout-Änderungen und Kopien brauchen über 5 % der Laufzeit oder eine über 20 % ihres Lesers</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>shapes-limit</source>
        <extracomment>too many nested calls and bodies, or too many known elements, to infer all shapes</extracomment>
        <translation>zu viele verschachtelte Aufrufe und Rümpfe oder zu viele bekannte Elemente, um alle Formen abzuleiten</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>small-batch</source>
        <extracomment>all products have fewer than 8 rows</extracomment>
        <translation>alle Produkte haben weniger als 8 Zeilen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>subgraph-arity</source>
        <extracomment>a body of If, Loop or Scan has too few or too many inputs or outputs</extracomment>
        <translation>ein Rumpf von If, Loop oder Scan hat zu wenige oder zu viele Ein- oder Ausgaben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>tensor-dimensions</source>
        <extracomment>a tensor has a negative or too large size, or too many dimensions</extracomment>
        <translation>ein Tensor hat eine negative oder zu große Größe oder zu viele Dimensionen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>tensor-size</source>
        <extracomment>a tensor has more or less data than its shape says</extracomment>
        <translation>ein Tensor hat mehr oder weniger Daten, als seine Form besagt</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>text-not-utf8</source>
        <extracomment>a name is not valid UTF-8</extracomment>
        <translation>ein Name ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>thread-imbalance</source>
        <extracomment>threads are busy less than 60 % of the time in operators over 5 % of wall</extracomment>
        <translation>Threads sind weniger als 60 % der Zeit aktiv, in Operatoren über 5 % der Laufzeit</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>type-conflict</source>
        <extracomment>a value is declared with another type than its operator gives</extracomment>
        <translation>ein Wert ist mit einem anderen Typ deklariert, als sein Operator liefert</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>unfused-activation</source>
        <extracomment>activations as steps of their own behind a product</extracomment>
        <translation>Aktivierungen als eigene Schritte hinter einem Produkt</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>unstable</source>
        <extracomment>runs spread by over 5 %, over 10 % of them were interrupted, or they or the clock shifted permanently</extracomment>
        <translation>Läufe streuen um über 5 %, über 10 % von ihnen wurden unterbrochen, oder sie oder der Takt haben sich dauerhaft verschoben</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>unused-node</source>
        <extracomment>nothing reads what a node computes</extracomment>
        <translation>nichts liest, was ein Knoten berechnet</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>unused-weight</source>
        <extracomment>nothing reads a weight</extracomment>
        <translation>nichts liest ein Gewicht</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>value-info-duplicate</source>
        <extracomment>the type of a value is declared twice</extracomment>
        <translation>der Typ eines Werts ist zweimal deklariert</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>value-redefined</source>
        <extracomment>a value is defined by two nodes, or by a node and an input</extracomment>
        <translation>ein Wert wird von zwei Knoten definiert oder von einem Knoten und einer Eingabe</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>waits-for-memory</source>
        <extracomment>steps over 2 % of wall of whose cycles half are stalled, or that read 60 % of the measured bandwidth</extracomment>
        <translation>Schritte über 2 % der Laufzeit, deren Takte zur Hälfte blockiert sind oder die 60 % der gemessenen Bandbreite lesen</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>weights-missing</source>
        <extracomment>the file has no data for a weight</extracomment>
        <translation>die Datei hat keine Daten für ein Gewicht</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>wire-type</source>
        <extracomment>a field is written in another wire type than the standard says</extracomment>
        <translation>ein Feld ist in einem anderen Wire-Typ geschrieben, als der Standard besagt</translation>
    </message>
</context>
</TS>
