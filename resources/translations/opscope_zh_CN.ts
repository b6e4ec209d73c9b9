<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ui</name>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>The process that ran the model died (%1).</source>
        <translation>运行模型的进程异常终止（%1）。</translation>
    </message>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>The process that ran the model ended with code %1.</source>
        <translation>运行模型的进程已结束，退出代码为%1。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>one of a list</source>
        <translation>从列表中选一项</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>, required</source>
        <translation>，必填</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source> (default)</source>
        <translation> （默认）</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source> (default %1)</source>
        <translation> （默认 %1）</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Set %1 of %2 to %3</source>
        <translation>将 %2 的 %1 设为 %3</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Set %1 of %2 from %3 to %4</source>
        <translation>将 %2 的 %1 从 %3 改为 %4</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>from attribute %1</source>
        <translation>取自属性 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Add attribute…</source>
        <translation>添加属性…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Attributes that are not set</source>
        <translation>未设置的属性</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>Give it a value: %1</source>
        <translation>为其赋值：%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>new attribute</source>
        <translation>新属性</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>name = value, as in axes = [1, 2]</source>
        <translation>名称 = 值，如 axes = [1, 2]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_fields.cpp"/>
        <source>schema %1-%2</source>
        <translation>schema %1-%2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>numbers</source>
        <translation>数值列表</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <location filename="../../ui/edit/attribute_text.cpp"/>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict.cpp"/>
        <source>Sorted the nodes</source>
        <translation>已对节点排序</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>nothing: leave this input out</source>
        <translation>无：不使用此输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Connect %1 to</source>
        <translation>将 %1 连接到</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>%n of other types not listed</source>
        <translation><numerusform>另有%n个其他类型未列出</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Data from a file</source>
        <translation>来自文件的数据</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_links.cpp"/>
        <source>Tensors (*.npy *.pb *.raw *.bin);;All files (*)</source>
        <translation>张量 (*.npy *.pb *.raw *.bin);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1</source>
        <translation>已移除 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1 nodes</source>
        <translation>已移除%1个节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Removed %1 and connected its readers</source>
        <translation>已移除 %1 并重新连接其消费者</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Inserted %1 after %2</source>
        <translation>已在 %2 之后插入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Added %1</source>
        <translation>已添加 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Disconnected input %1 of %2</source>
        <translation>已断开 %2 的输入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edits.cpp"/>
        <source>Connected input %1 of %2 to %3</source>
        <translation>已将 %2 的输入 %1 连接到 %3</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>and %n more: select one in the panel Model to edit it</source>
        <translation><numerusform>另有%n个：请在“模型”面板中选择后编辑</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new input</source>
        <translation>新输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>name: type, as in mask: float[1,batch]</source>
        <translation>名称: 类型，如 mask: float[1,batch]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Add output…</source>
        <translation>添加输出…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>Make an output of</source>
        <translation>将哪个值设为输出</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>description</source>
        <translation>说明</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>opset %1</source>
        <translation>opset %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>declares a version; nodes are not converted</source>
        <translation>仅声明版本，不转换节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new opset</source>
        <translation>新 opset</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>domain = version, as in com.microsoft = 1</source>
        <translation>域 = 版本，如 com.microsoft = 1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>new metadata</source>
        <translation>新元数据</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>key = value</source>
        <translation>键 = 值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>another name, or a size to fix it; in %n input(s)</source>
        <translation><numerusform>填写其他名称，或填写大小将其固定；用于%n个输入</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>IR version</source>
        <translation>IR 版本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>graph name</source>
        <translation>图名称</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>producer</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>its version</source>
        <translation>其版本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>domain</source>
        <translation>域</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <source>model version</source>
        <translation>模型版本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editing.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>named at %n place(s)</source>
        <translation><numerusform>在%n处使用此名称</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>inferred, not declared; as in float[1,batch,?]</source>
        <translation>推断所得，未声明；格式如 float[1,batch,?]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>declared, as in float[1,batch,?]</source>
        <translation>已声明，格式如 float[1,batch,?]</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make an input</source>
        <translation>设为输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make a constant…</source>
        <translation>设为常量…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Remove from the outputs</source>
        <translation>从输出中移除</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Make an output</source>
        <translation>设为输出</translation>
    </message>
    <message>
        <location filename="../../ui/edit/node_editing.cpp"/>
        <source>Replace data…</source>
        <translation>替换数据…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>input %1</source>
        <translation>输入%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/tensors/tensor_source.cpp"/>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <location filename="../../ui/edit/producers.cpp"/>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>, 95 % %1</source>
        <translation>，95 %：%1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>commit %1</source>
        <translation>提交 %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>There is no file %1.</source>
        <translation>文件 %1 不存在。</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>%1 has the type %2, the input takes %3.</source>
        <translation>%1 的类型是 %2，该输入需要 %3。</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>%1 has the shape %2, the input takes %3.</source>
        <translation>%1 的形状是 %2，该输入需要 %3。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/findings.cpp"/>
        <location filename="../../ui/inspectors/elided_label.cpp"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/findings.cpp"/>
        <source>%n more in Problems</source>
        <translation><numerusform>“问题”中另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>repeats</source>
        <translation>重复块</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>subgraph</source>
        <translation>子图</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as Text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>The nodes in ONNX's textual syntax, a line each</source>
        <translation>以 ONNX 文本语法表示的节点，每行一个</translation>
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
        <translation>时间</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>Sum of the operators' medians</source>
        <translation>各算子中位数之和</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Share of wall</source>
        <translation>占墙钟时间</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>and %n more</source>
        <translation><numerusform>另有%n个</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>%n selected</source>
        <translation><numerusform>已选择%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>With bodies of calls</source>
        <translation>计入被调用的函数体</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/group_sections.cpp"/>
        <source>%1 in all</source>
        <translation>共%1个</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>unknown operator</source>
        <translation>未知算子</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>local function</source>
        <translation>局部函数</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>never defined</source>
        <translation>从未定义</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/headers.cpp"/>
        <source>Select a node or press an arrow key in the graph.</source>
        <translation>选择一个节点，或在图中按方向键。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>Show it in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>GPU idle before it</source>
        <translation>之前的 GPU 空闲</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>of it for launches</source>
        <translation>其中等待启动</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>CPU time of its calls</source>
        <translation>其调用的 CPU 时间</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>%n more in Operators</source>
        <translation><numerusform>“算子”中另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/kernel_section.cpp"/>
        <source>run %1, median</source>
        <translation>第%1次运行，中位</translation>
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
        <translation>正在计算…</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Find them</source>
        <translation>查找它们</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>and %n more types</source>
        <translation><numerusform>另有%n种类型</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>%n type(s)</source>
        <translation><numerusform>%n种类型</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>A multiply-add counts as two.</source>
        <translation>一次乘加计为两次运算。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>%n node(s) could not be counted.</source>
        <translation><numerusform>有%n个节点无法统计。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Least traffic</source>
        <translation>最小访存量</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Every operand read or written once.</source>
        <translation>每个操作数只读或写一次。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Counted for</source>
        <translation>统计条件</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Not counted</source>
        <translation>未统计</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n node(s)</source>
        <translation><numerusform>%n个节点</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Subgraphs</source>
        <translation>子图</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Opsets</source>
        <translation>Opset</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Producer</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Training graphs</source>
        <translation>训练图</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Values from outside</source>
        <translation>外部的值</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_sections.cpp"/>
        <source>Belongs to</source>
        <translation>所属</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1 (default)</source>
        <translation>%1（默认）</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Click to show all of it</source>
        <translation>点击显示全部</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, optional</source>
        <translation>，可选</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, any number</source>
        <translation>，任意个数</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source> (required)</source>
        <translation> （必填）</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>A function of this model, without a description.</source>
        <translation>此模型的函数，没有说明。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>Since opset %1 of %2</source>
        <translation>自 %2 opset %1 起</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/node_sections.cpp"/>
        <source>, deprecated</source>
        <translation>，已弃用</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/statistics_section.cpp"/>
        <source>Computed by a run; no run has kept it.</source>
        <translation>由运行计算得出；尚无运行保留它。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/statistics_section.cpp"/>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>view ›</source>
        <translation>查看 ›</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>No operator of %1 was led to this node: it was removed, or some operator that was led to no node does its work.</source>
        <translation>%1 没有算子归属到此节点：它已被移除，或其工作由某个未归属到节点的算子完成。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Became</source>
        <translation>去向</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 by %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 (95 %)</source>
        <translation>%1（95 %）</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of wall</source>
        <translation>占墙钟时间%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%n more</source>
        <translation><numerusform>另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 executed this node as %2</source>
        <translation>%1 以 %2 执行了此节点</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>, together with %1</source>
        <translation>，与 %1 一同执行</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source> Attributed by %1.</source>
        <translation> 归属依据：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>CPU, fallback</source>
        <translation>CPU，回退</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Copy</source>
        <comment>of data</comment>
        <translation>拷贝</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Times by run</source>
        <translation>各次运行的时间</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n run(s)</source>
        <translation><numerusform>%n次运行</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>p95 · max</source>
        <translation>p95 · 最大值</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Threads busy</source>
        <translation>线程忙碌</translation>
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
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>by all nodes of its step</source>
        <translation>由该步骤的所有节点共享</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Ran</source>
        <translation>实际执行</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>Fused from</source>
        <translation>融合自</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/time_sections.cpp"/>
        <source>%1 nodes</source>
        <translation>%1个节点</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>solid: yes, dashed: no</source>
        <translation>实线：是，虚线：否</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>%1 deeper ones are not drawn</source>
        <translation>更深的 %1 未绘制</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>of %1</source>
        <translation>共%1个</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>output %1</source>
        <translation>输出%1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>not readable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>from</source>
        <translation>来自</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>graph input</source>
        <translation>图输入</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>graph output</source>
        <translation>图输出</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>no readers</source>
        <translation>无消费者</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>to</source>
        <translation>去往</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>+ %n</source>
        <translation><numerusform>+ %n</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>reconnect…</source>
        <translation>重新连接…</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_cards.cpp"/>
        <source>Show %n more</source>
        <translation><numerusform>再显示%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>in the model file, byte %1</source>
        <translation>位于模型文件，字节%1</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>%1, byte %2</source>
        <translation>%1，字节%2</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>in the model file, as fields</source>
        <translation>位于模型文件，以字段存储</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>sparse, %1 values</source>
        <translation>稀疏，%1个值</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Elements</source>
        <translation>元素</translation>
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
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Denotation</source>
        <translation>含义标注</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Stored</source>
        <translation>存储</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Not readable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Produced by</source>
        <translation>生产者</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>Read by</source>
        <translation>消费者</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>none (output of the graph)</source>
        <translation>无（图的输出）</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/value_sections.cpp"/>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%n reader(s)</source>
        <translation><numerusform>%n个消费者</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>%1 parameters</source>
        <translation>%1个参数</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>shared or in no group</source>
        <translation>共享或不属于任何组</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>%1, %2 same</source>
        <translation>%1，相同%2个</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>By group</source>
        <translation>按组</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/weight_sections.cpp"/>
        <source>and %n more groups</source>
        <translation><numerusform>另有%n个组</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>no tensor</source>
        <translation>无张量</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Graph: walk to readers, producers and neighbours</source>
        <translation>图：移动到消费者、生产者和邻近节点</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Arrows; digits choose a branch</source>
        <translation>方向键；数字键选择分支</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: zoom, move</source>
        <translation>时间线：缩放、移动</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: previous or next span, row above or below</source>
        <translation>时间线：上一个或下一个片段，上一行或下一行</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: next or previous span of the same node</source>
        <translation>时间线：同一节点的下一个或上一个片段</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: fit the range or the selected span</source>
        <translation>时间线：缩放至所选范围或片段</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: keep the range as a mark</source>
        <translation>时间线：将范围保留为标记</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: next or previous mark, delete it</source>
        <translation>时间线：下一个或上一个标记，删除标记</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Timeline: clear the range</source>
        <translation>时间线：清除范围</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Runs over each other: next or previous varying operator</source>
        <translation>叠加运行：下一个或上一个波动的算子</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Runs over each other: show all, back to the timeline</source>
        <translation>叠加运行：显示全部，返回时间线</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Model, Find: from the line to the rows, clear the line</source>
        <translation>模型、查找：从输入框到结果行，清空输入框</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Down; Esc</source>
        <translation>↓；Esc</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Rows: on to the graph, what can be done</source>
        <translation>结果行：转到图，显示可用操作</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Return; Menu</source>
        <translation>Enter；菜单键</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>What the model has in fp32 is computed in fp32; sums in the order that is fastest</source>
        <translation>模型中的 fp32 以 fp32 计算；求和采用最快的顺序</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Plain fp32: no TF32, no products in reduced precision, no Winograd or FFT convolutions</source>
        <translation>纯 fp32：不用 TF32，不用低精度乘积，不用 Winograd 或 FFT 卷积</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to 10 bits after the point, on tensor cores; sums are fp32</source>
        <translation>fp32 乘积在张量核心 (Tensor Core) 上计算，输入舍入到10位尾数；求和为 fp32</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to fp16; sums are fp32. Values above 65,504 become infinite</source>
        <translation>fp32 乘积将输入舍入为 fp16；求和为 fp32。大于65,504的值变为无穷大</translation>
    </message>
    <message>
        <location filename="../../ui/run/precision_text.cpp"/>
        <source>Products of fp32 round their inputs to 7 bits after the point, with the range of fp32; sums are fp32. A CPU needs AVX512-BF16 or AMX</source>
        <translation>fp32 乘积将输入舍入到7位尾数，数值范围与 fp32 相同；求和为 fp32。CPU 需要 AVX512-BF16 或 AMX</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>%n stream(s)</source>
        <translation><numerusform>%n个流</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/runs/run_text.cpp"/>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>%n thread(s)</source>
        <translation><numerusform>%n个线程</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>0 records dropped</source>
        <translation>丢弃0条记录</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>%n record(s) dropped</source>
        <translation><numerusform>丢弃%n条记录</numerusform></translation>
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
        <translation>或在“运行设置”面板中选择 CPU</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_findings.cpp"/>
        <source>no CUDA device: %1</source>
        <translation>没有 CUDA 设备：%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%1 reader(s)</source>
        <translation><numerusform>%1个消费者</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2像素</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1. Above 32,767 pixels a side many programs cannot open it: SVG or PDF can be read at any size.</source>
        <translation>%1。任一边超过32,767像素时许多程序无法打开：SVG 或 PDF 在任何尺寸下都可读取。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%n page(s)</source>
        <translation><numerusform>%n页</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1, scaled to %2 %</source>
        <translation>%1，缩放至%2 %</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>%1 × %2 units, sharp at any size</source>
        <translation>%1 × %2单位，任何尺寸下都清晰</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>SVG picture</source>
        <translation>SVG 图片</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/export/export_picture.cpp"/>
        <location filename="../../ui/dialogs/export_dialog.cpp"/>
        <source>PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Output bytes</source>
        <translation>输出字节数</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>the model has no nodes</source>
        <translation>该模型没有节点</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>this graph has no groups</source>
        <translation>该图没有组</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run yet: profile the model to see what ran where</source>
        <translation>尚无运行：对模型进行性能分析，即可查看各部分在哪里执行</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no node reads weights</source>
        <translation>没有节点读取权重</translation>
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
        <translation>FLOP 未知：请为命名维度指定大小</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>memory traffic is unknown: give the named dimensions a size</source>
        <translation>访存量未知：请为命名维度指定大小</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run yet: profile the model to colour by time</source>
        <translation>尚无运行：对模型进行性能分析后即可按时间着色</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <source>no run with planned memory yet</source>
        <translation>尚无带内存规划的运行</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/overlays.cpp"/>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>nothing was verified yet</source>
        <translation>尚未进行任何验证</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>NO WEIGHTS</source>
        <translation>无权重</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FALLBACK</source>
        <translation>回退</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>NOT SUPPORTED</source>
        <translation>不支持</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>ERROR</source>
        <translation>错误</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/painting/group_text.h"/>
        <location filename="../../ui/inspectors/tree_section.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>%1 node(s)</source>
        <translation><numerusform>%1个节点</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/group_text.h"/>
        <source>%1 identical · %2</source>
        <translation>%1个相同 · %2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/marks_painter.cpp"/>
        <source>%1 found</source>
        <translation>找到%1个</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>renamed</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>within</source>
        <translation>容差内</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>past tolerance</source>
        <translation>超出容差</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>In A</source>
        <translation>A 中</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>In B</source>
        <translation>B 中</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>What differs</source>
        <translation>差异内容</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Shape and type</source>
        <translation>形状和类型</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Past</source>
        <translation>超出</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Largest difference</source>
        <translation>最大差异</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Worst element</source>
        <translation>最差元素</translation>
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
        <translation>结果</translation>
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
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>Effect</source>
        <translation>影响</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>verdicts are still given</source>
        <translation>仍给出判定</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_rows.cpp"/>
        <source>verdicts are not comparable</source>
        <translation>判定不可比</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>within noise</source>
        <translation>噪声范围内</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>new</source>
        <translation>新出现</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>not comparable</source>
        <translation>不可比</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Models run in a sandbox: the process that runs one can write its results only, start no program and reach no network.</source>
        <translation>模型在沙箱中运行：运行模型的进程只能写入其结果，不能启动任何程序，也不能访问网络。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>The sandbox in which models run is incomplete on this machine: the kernel has no %1.</source>
        <translation>本机上用于运行模型的沙箱不完整：系统内核缺少 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>About Opscope</source>
        <translation>关于 Opscope</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Opscope %1

See an ONNX model, run it, and know where the time goes.

Licence: Apache-2.0. Built on the work of others, listed below.

%2</source>
        <translation>Opscope %1

查看 ONNX 模型，运行它，弄清时间花在哪里。

许可证：Apache-2.0。基于下列他人的成果构建。

%2</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>From a file to the operator that takes the time. Help, Keys lists every key; Ctrl+Shift+P finds every command by its name.</source>
        <translation>从打开文件到找出耗时的算子。“帮助”›“快捷键”列出所有按键；Ctrl+Shift+P 可按名称查找任何命令。</translation>
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
        <translation>1. 打开
将文件拖放到窗口，或按 Ctrl+O。已打开的模型会切换到前台。发现的错误列在“问题”中；按 F8 逐个查看。

2. 查看
拖动可移动图，滚轮可缩放，双击或按空格键可展开组。方向键沿数据流在算子之间移动。检查器说明所选内容；“查看”显示张量的数值。Alt+← 返回之前查看的内容，无论在哪个标签页。

3. 查找
Ctrl+F：词语、type:Conv、attr:axis&lt;0, in:1x*, size&gt;1MiB。F3 转到下一个。

4. 运行
在“运行设置”面板中为命名维度指定大小并选择输入。“性能分析”(Ctrl+R) 会多次运行模型并记录每个算子。没有权重的模型以随机权重运行：时间是真实的，结果不是。

5. 读懂时间
“算子”按从慢到快列出算子；每个数值都附有95 % 区间。“时间线”显示各算子何时运行，“火焰图”显示时间累积在哪里，Roofline 显示机器所允许的速度，“内存”显示哪些张量存活。按 F4、T 可按时间为图着色。

6. 比较
Ctrl+Shift+C 与另一个模型或运行进行比较。只有测量结果能够证明时，才会判定为有变化。

7. 保存
“运行”›“保存性能数据”将测量结果写入您自己的文件。Ctrl+E 生成报告，可在任何浏览器中打开，也可再次在此打开。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Nothing leaves this machine.

Opscope has no network code: no account, no telemetry, no check for updates. A test of every build proves that no program of ours links a network library or opens a socket.

Models run in a process of their own. The files that you open are never written. Recent files, the tabs that were open and settings are kept in one file of your user folder. Recent files can be cleared or switched off on the welcome page, the tabs in Preferences.</source>
        <translation>任何数据都不会离开本机。

Opscope 没有网络代码：无账号、无遥测、不检查更新。每次构建都有测试证明：我们的程序均未链接网络库，也不会打开套接字。

模型在单独的进程中运行。您打开的文件绝不会被写入。最近的文件、打开过的标签页和设置保存在您用户文件夹中的一个文件里。最近的文件可在欢迎页清除或关闭，标签页可在首选项中设置。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>What is measured</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/about_dialog.cpp"/>
        <source>Wall is the time of one run from the first step to the last. Operators + not in any operator − overlap = wall, taken from the median run. A figure with two ends (or ±, where it reaches as far down as up) is a median with its 95 % interval; where there are too few runs for one, it says how many there were.</source>
        <translation>墙钟时间是一次运行从第一个步骤到最后一个步骤的时间。算子 + 不属于任何算子 − 重叠 = 墙钟时间，取自中位运行。带两个端点的数值（或上下幅度相同时的 ±）是中位数及其95 % 区间；运行次数不足以得出区间时，会注明次数。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <location filename="../../ui/canvas/tools/choice_list.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/keys_dialog.cpp"/>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Convert the opset version</source>
        <translation>转换 opset 版本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Rewrites all nodes for another version of ONNX's operators, up or down. It fails if a step is not exact.</source>
        <translation>将所有节点改写为 ONNX 算子的另一版本，可升级或降级。若某一步不能精确转换则失败。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Convert floats to fp16, bf16 or fp32</source>
        <translation>将浮点数转换为 fp16、bf16 或 fp32</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Changes the type of all floats, with casts where operators or the interface keep theirs.</source>
        <translation>更改所有浮点数的类型；在算子或接口保持原类型处插入类型转换。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Operators that stay</source>
        <translation>保持不变的算子</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Inputs and outputs keep their types</source>
        <translation>输入和输出保持原类型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise weights in blocks</source>
        <translation>按块量化权重</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Codes the weights of MatMul, Gemm and Gather with 4 or 8 bits. Sums stay floats.</source>
        <translation>以4位或8位编码 MatMul、Gemm 和 Gather 的权重。求和仍为浮点。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Elements with one scale</source>
        <translation>共用一个缩放系数的元素数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Zero points</source>
        <translation>零点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Nodes that stay</source>
        <translation>保持不变的节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise to int8, ranges of each run</source>
        <translation>量化为 int8，范围取自每次运行</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Codes weights as int8, and activations as uint8 with ranges that each run finds.</source>
        <translation>将权重编码为 int8，激活值编码为 uint8，其范围由每次运行确定。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Scales of weights</source>
        <translation>权重的缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Quantise to int8, ranges from calibration runs</source>
        <translation>量化为 int8，范围来自校准运行</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Runs the model in our engine to find the ranges of activations, and puts QuantizeLinear and DequantizeLinear around operators. Without a folder of inputs (input_0.pb or NAME.npy), eight random ones are used, which real inputs may exceed.</source>
        <translation>在我们的引擎中运行模型以求得激活的范围，并在算子前后插入 QuantizeLinear 和 DequantizeLinear。若没有输入文件夹（input_0.pb 或 NAME.npy），则使用八个随机输入，真实输入可能超出其范围。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Folder with inputs</source>
        <translation>含输入的文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Fix a dimension</source>
        <translation>固定维度</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives a named dimension a size everywhere.</source>
        <translation>在所有位置为命名维度指定大小。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Rename a dimension</source>
        <translation>重命名维度</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Also in bodies and in expressions such as 2*N.</source>
        <translation>也包括子图以及 2*N 这样的表达式。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Change the batch</source>
        <translation>更改批大小</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives the first dimension of the inputs another size or a name. Targets of Reshape, Expand and Resize and the types of outputs follow.</source>
        <translation>为各输入的第一个维度指定另一大小或名称。Reshape、Expand 和 Resize 的目标以及输出类型随之更改。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Size or name</source>
        <translation>大小或名称</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Only of these inputs</source>
        <translation>仅限这些输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Extract a part</source>
        <translation>提取一部分</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>The nodes between values become the model, with typed inputs and outputs. Give names of values, or the beginning of nodes' names as the scope.</source>
        <translation>两组值之间的节点成为新模型，输入和输出带有类型。请给出值的名称，或以节点名称的开头作为作用域。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>From values</source>
        <translation>起始值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>To values</source>
        <translation>终止值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Put another model behind this one</source>
        <translation>在此模型之后接上另一个模型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Outputs of this model become inputs of the other one: those of equal names, or the only output and the only input.</source>
        <translation>此模型的输出成为另一模型的输入：按同名对应，或唯一的输出对唯一的输入。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Outputs that are read stay outputs</source>
        <translation>被读取的输出仍保留为输出</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Inline functions</source>
        <translation>内联函数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Replaces calls by the nodes of the function.</source>
        <translation>以函数的节点替换对它的调用。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Fold constants</source>
        <translation>折叠常量</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Computes what depends on constants and fixed sizes alone, and replaces it by its value if that has at most 1 MiB.</source>
        <translation>计算只依赖常量和固定尺寸的部分，若结果不超过 1 MiB，则用其值替换。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Optimise</source>
        <translation>优化</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Writes out what our optimiser changes, as far as operators of ONNX can say it: constants, operators without effect, and with full also BatchNormalization in convolutions, LayerNormalization and Gelu. Results differ by rounding at most.</source>
        <translation>写出我们的优化器所做的更改（限于 ONNX 算子能够表达的部分）：常量、没有作用的算子；选择 full 时还包括并入卷积的 BatchNormalization、LayerNormalization 和 Gelu。结果最多只有舍入差异。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Remove identities</source>
        <translation>移除 Identity</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes Identity, and Dropout that does not train.</source>
        <translation>移除 Identity，以及不处于训练模式的 Dropout。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Remove what is not needed</source>
        <translation>移除不需要的内容</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes nodes, weights and functions that no output needs.</source>
        <translation>移除没有任何输出需要的节点、权重和函数。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Strip doc strings</source>
        <translation>剥离文档字符串</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes all doc strings.</source>
        <translation>移除所有文档字符串。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Strip weights</source>
        <translation>剥离权重</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Removes the data of weights: what is left is a skeleton to show, not to run.</source>
        <translation>移除权重数据：剩下的骨架只能查看，不能运行。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>From this many bytes on</source>
        <translation>最小字节数</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Anonymise names</source>
        <translation>匿名化名称</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Gives values, nodes, dimensions and functions names without meaning; removes doc strings and metadata.</source>
        <translation>为值、节点、维度和函数赋予无意义的名称；移除文档字符串和元数据。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Mends the findings that have one sure repair, and gives nodes of one name names of their own.</source>
        <translation>修正只有一种确定修复方法的问题，并为重名的节点赋予各自的名称。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>%1 is no whole number: %2</source>
        <translation>%1 不是整数：%2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>%1 is empty</source>
        <translation>%1 为空</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>File: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Operators: %1</source>
        <translation>算子：%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>… and %n more</source>
        <translation><numerusform>… 另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>New finding, %1: %2</source>
        <translation>新问题，%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_operations.cpp"/>
        <source>Mended, %1: %2</source>
        <translation>已修复，%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_choice.cpp"/>
        <source>This is a setting of Opscope's engine; %1 does not have it.</source>
        <translation>这是 Opscope 引擎的设置；%1 没有此项。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>the engine's own</source>
        <translation>引擎自身的</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>of no known node</source>
        <translation>所属节点未知</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>dispatch, gaps</source>
        <translation>调度、间隙</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>adds up exactly</source>
        <translation>总和精确吻合</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>only here</source>
        <translation>仅此处有</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>only there</source>
        <translation>仅彼处有</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>fewer than two engines were measured</source>
        <translation>测量的引擎少于两个</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1, by %2</source>
        <translation>%1，快%2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>to %1, 95 % %2</source>
        <translation>相对 %1，95 %：%2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no difference shown</source>
        <translation>未见差异</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 and %2: within noise</source>
        <translation>%1 与 %2：噪声范围内</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Found at</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Precision run</source>
        <translation>运行精度</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Open and prepare</source>
        <translation>打开与准备</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>First run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Steps executed</source>
        <translation>执行的步骤</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source> (its own choice: %1)</source>
        <translation> （其自选：%1）</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>within tolerance</source>
        <translation>容差内</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 was not measured completely: %2.</source>
        <translation>%1 未完整测量：%2。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 is not compared: %2.</source>
        <translation>%1 未参与比较：%2。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>Each engine ran in a process of its own.</source>
        <translation>每个引擎在各自的进程中运行。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>reorders, casts</source>
        <translation>重排、类型转换</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>not led to a node</source>
        <translation>未归属到节点</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Not in any operator</source>
        <translation>不属于任何算子</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Wall</source>
        <translation>墙钟时间</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>and %n smaller</source>
        <translation><numerusform>另有%n个较小的</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 and %2 cannot be told apart</source>
        <translation>%1 与 %2 无法区分</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 takes %2 more than %3</source>
        <translation>%1 比 %3 多用%2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1 takes %2 less than %3</source>
        <translation>%1 比 %3 少用%2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no row differs</source>
        <translation>没有行存在差异</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>%1: only one of them has this</source>
        <translation>%1：仅其中一方有此项</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>cannot be told apart</source>
        <translation>无法区分</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>no step</source>
        <translation>无步骤</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Time, nodes before the first run</source>
        <translation>时间（首次运行前为节点数）</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>main graph</source>
        <translation>主图</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of the range</source>
        <translation>占范围%1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 of the median run</source>
        <translation>占中位运行%1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>median %1, %2</source>
        <translation>中位数%1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 executions in the range</source>
        <translation>范围内执行%1次</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%1 executions per run</source>
        <translation>每次运行执行%1次</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>what ran</source>
        <translation>执行内容</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>in no operator</source>
        <translation>不属于任何算子</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%n operator(s)</source>
        <translation><numerusform>%n个算子</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>dispatch, waiting and what has no name: the account in Operators says which</source>
        <translation>调度、等待以及没有名称的时间：“算子”中的账目有具体说明</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_text.cpp"/>
        <source>%n frame(s) in one pixel</source>
        <translation><numerusform>一个像素内有%n个帧</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>%1 core(s)</source>
        <translation><numerusform>%1核</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 point(s)</source>
        <translation><numerusform>%1个点</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>95 %: %1</source>
        <translation>95 %：%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 per token in the model, median</source>
        <translation>模型内每 token %1，中位数</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 tokens/s</source>
        <translation>%1 token/s</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>95 %: %1 … %2</source>
        <translation>95 %：%1 … %2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>token %1, position %2</source>
        <translation>token %1，位置%2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Slowest token</source>
        <translation>最慢的 token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 tokens/s · </source>
        <translation>%1 token/s · </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Prefill, %n token(s)</source>
        <translation><numerusform>预填充，%n个 token</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Time to first token</source>
        <translation>首 token 时间</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>prefill and choosing</source>
        <translation>预填充与选取</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Cache, %1 positions</source>
        <translation>缓存，%1个位置</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 per position</source>
        <translation>每个位置%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>%1 of the median token</source>
        <translation>占中位 token 的%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>grid %1, block %2</source>
        <translation>网格%1，线程块%2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%n register(s) per thread</source>
        <translation><numerusform>每线程%n个寄存器</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%1 shared memory per block</source>
        <translation>每线程块共享内存%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>%1 spilled per thread</source>
        <translation>每线程溢出%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>clusters of %1 blocks</source>
        <translation>%1个线程块的集群</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>node %1 of graph %2</source>
        <translation>图%2的节点%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>page-locked memory</source>
        <translation>页锁定内存</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>pageable memory</source>
        <translation>可分页内存</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>asynchronous</source>
        <translation>异步</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>occupancy %1, computed: %n warp(s) at once on a multiprocessor, limited by %2</source>
        <translation><numerusform>占用率%1，计算所得：一个多处理器上同时有%n个 warp，受限于 %2</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>; the grid fills %1 of the device</source>
        <translation>；网格占满设备的%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>its kernels and copies run %1 of that time</source>
        <translation>其内核和拷贝占该时间的%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>failed with error %1</source>
        <translation>失败，错误%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/kernel_text.cpp"/>
        <source>begins %1 after its call</source>
        <translation>在其调用后%1开始</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Implementation</source>
        <translation>实现</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>GPU kernels</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Identical groups</source>
        <translation>相同的组</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Entering</source>
        <translation>流入</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Leaving</source>
        <translation>流出</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Decision trees</source>
        <translation>决策树</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Inputs and outputs</source>
        <translation>输入和输出</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Documentation</source>
        <translation>文档</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <source>Raw</source>
        <translation>原始数据</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_sections.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>Metadata</source>
        <translation>元数据</translation>
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
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Median (ns)</source>
        <translation>中位数 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>95 % CI</source>
        <translation>95 % 置信区间</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Share of wall (%)</source>
        <translation>占墙钟时间 (%)</translation>
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
        <translation>调用</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Calls per run</source>
        <translation>每次运行的调用</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Least traffic (B)</source>
        <translation>最小访存量 (B)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate (FLOP/s)</source>
        <translation>速率 (FLOP/s)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Of roof</source>
        <translation>占上限</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Of roof (%)</source>
        <translation>占上限 (%)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Threads busy (%)</source>
        <translation>线程忙碌 (%)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernel time</source>
        <translation>内核时间</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Kernel time (ns)</source>
        <translation>内核时间 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Gap before</source>
        <translation>之前的间隙</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Gap before (ns)</source>
        <translation>之前的间隙 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>IPC</source>
        <translation>IPC</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>L1 misses/k</source>
        <translation>L1 未命中/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>L2 misses/k</source>
        <translation>L2 未命中/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>LLC misses/k</source>
        <translation>LLC 未命中/k</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>From memory</source>
        <translation>内存读取</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>From memory (B/s)</source>
        <translation>内存读取 (B/s)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Of bandwidth</source>
        <translation>占带宽</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Of bandwidth (0 to 1)</source>
        <translation>占带宽 (0～1)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Stalled</source>
        <translation>停顿</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Stalled (0 to 1)</source>
        <translation>停顿 (0～1)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Clock (Hz)</source>
        <translation>时钟频率 (Hz)</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Page faults</source>
        <translation>缺页</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Page faults per run</source>
        <translation>每次运行的缺页</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Switches</source>
        <translation>切换</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Switches per run</source>
        <translation>每次运行的切换</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Migrations</source>
        <translation>迁移</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Migrations per run</source>
        <translation>每次运行的迁移</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/fed_picture.cpp"/>
        <source>over %1, the picture of %2 in the Run panel</source>
        <translation>叠加在 %1 上，即“运行设置”面板中 %2 的图片</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>whole numbers whose name says tokens</source>
        <translation>名称表明是 token 的整数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 tokens</source>
        <translation>%1个 token 各有一个分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>four numbers for each of %1 boxes</source>
        <translation>%1个框各有四个数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>corners, score and class for each of %1 boxes</source>
        <translation>%1个框各有角点、分数和类别</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>centre, size and %1 scores for each of %2 boxes, as YOLOv8 has</source>
        <translation>%2个框各有中心、尺寸和%1个分数，同 YOLOv8</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>centre, size, score and %1 scores for each of %2 boxes, as YOLOv5 has</source>
        <translation>%2个框各有中心、尺寸、分数和%1个类别分数，同 YOLOv5</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a number per pixel, and its name says mask</source>
        <translation>每个像素一个数，且名称表明是掩码</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 classes per pixel</source>
        <translation>每个像素有%1个类别的分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>%1 numbers in a row, and the name says sound</source>
        <translation>一行%1个数，且名称表明是声音</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_as.cpp"/>
        <source>a score for each of %1 classes</source>
        <translation>%1个类别各有一个分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_boxes.cpp"/>
        <source>%1 of %2 objects reach the threshold, %3 without overlaps%4</source>
        <translation>%2个目标中有%1个达到阈值，去除重叠后剩%3个%4</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_boxes.cpp"/>
        <source>; their numbers are taken as shares of the picture</source>
        <translation>；其数值按占图片的比例解释</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>the number of each pixel is its class</source>
        <translation>每个像素的数值即其类别</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>inside: %1 and more</source>
        <translation>内部：%1及以上</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_mask.cpp"/>
        <source>the best of %1 channels at each pixel</source>
        <translation>每个像素取%1个通道中最优者</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>softmax of %1 scores</source>
        <translation>%1个分数的 softmax</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 scores as they are</source>
        <translation>%1个原始分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 tokens</source>
        <translation>%1个 token</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>the token with the best score at each of %1 places</source>
        <translation>%1个位置上分数最高的 token</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 samples, %2 at %3 Hz, largest %4</source>
        <translation>%1个采样，%2，%3 Hz，最大%4</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/shown_output.cpp"/>
        <source>%1 samples, largest %2</source>
        <translation>%1个采样，最大%2</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Small image classifier</source>
        <translation>小型图像分类器</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>54 nodes · 2.3 MiB, with inputs</source>
        <translation>54个节点 · 2.3 MiB，含输入</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Walk through graph, inspector and a first profiling run.</source>
        <translation>体验图、检查器和首次性能分析。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Tiny decoder, 4 blocks</source>
        <translation>微型解码器，4个块</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>482 nodes · untrained weights</source>
        <translation>482个节点 · 未训练的权重</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Repeated blocks, symbolic dimensions, attention.</source>
        <translation>重复的块、符号维度、注意力。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Loop, If, Scan and a local function</source>
        <translation>Loop、If、Scan 和一个局部函数</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Enter subgraphs and functions, see how often they ran.</source>
        <translation>进入子图和函数，查看它们运行了多少次。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>d MMM</source>
        <comment>format of a date</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Channel %1: %2</source>
        <translation>通道%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>one number takes %1 bits from all others</source>
        <translation>一个数使其他所有数损失%1位</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The largest magnitude is %1, the next one %2.</source>
        <translation>最大幅值为%1，其次为%2。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Cutting it off there lowers the error from %1 to %2.</source>
        <translation>在此截断可使误差从%1降至%2。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Cutting it off there raises the error from %1 to %2; blocks keep it away from the others.</source>
        <translation>在此截断会使误差从%1升至%2；分块可避免其影响其他数。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 of the codes are at the ends</source>
        <translation>%1的码值位于两端</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Numbers beyond %1 and %2 would have been cut off there. The file does not say what the codes were made from.</source>
        <translation>%1至%2范围之外的数当时会在此截断。文件未说明码值由什么得来。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>scale is too small, %1 saturate</source>
        <translation>缩放系数过小，%1饱和</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The scale %1 covers %2 to %3; numbers reach from %4 to %5.</source>
        <translation>缩放系数%1覆盖%2至%3；数值实际范围为%4至%5。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 of %2 bits are unused</source>
        <translation>%2位中有%1位未使用</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>The scale %1 is for a wider range than most of the numbers have: %2 to %3 are the middle half.</source>
        <translation>缩放系数%1适用的范围宽于大多数数值：中间一半为%2至%3。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>all numbers are zero</source>
        <translation>所有数均为零</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Its output is the bias alone.</source>
        <translation>其输出只有偏置。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 NaN and %2 infinities</source>
        <translation>%1个 NaN 和%2个无穷大</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>They have no code. The quantiser refuses such a weight.</source>
        <translation>它们没有码值。量化器会拒绝这样的权重。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>, channels along axis %1</source>
        <translation>，通道沿轴%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) not finite</source>
        <translation><numerusform>%1个通道非有限</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 outlier(s)</source>
        <translation><numerusform>%1个离群值</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) saturated</source>
        <translation><numerusform>%1个通道饱和</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 scale(s) too wide</source>
        <translation><numerusform>%1个缩放系数过大</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>%1 channel(s) of zeros</source>
        <translation><numerusform>%1个全零通道</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>Try clipping</source>
        <translation>尝试裁剪</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>Use scale %1</source>
        <translation>使用缩放系数%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>show the channel</source>
        <translation>显示通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/finding_card.cpp"/>
        <source>view the values ›</source>
        <translation>查看数值 ›</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/report/paper_table.cpp"/>
        <source>%n more in the page</source>
        <translation><numerusform>页面中另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_preview.cpp"/>
        <source>%1 … %2, mean %3</source>
        <translation>%1 … %2，均值%3</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_preview.cpp"/>
        <source>%1 × %2 → %3 × %4</source>
        <translation>%1 × %2 → %3 × %4</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n problem(s) of the model must be solved first: %1</source>
        <translation><numerusform>须先解决模型的%n个问题：%1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n weight(s) without readable data</source>
        <translation><numerusform>%n个权重没有可读数据</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n error(s)</source>
        <translation><numerusform>%n个错误</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n warning(s)</source>
        <translation><numerusform>%n个警告</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>%n note(s)</source>
        <translation><numerusform>%n个提示</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_blockers.cpp"/>
        <source>the model cannot run</source>
        <translation>该模型无法运行</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>unknown time</source>
        <translation>时间未知</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>found in %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>settings: %1</source>
        <translation>设置：%1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>operators led to nodes, by time: %1</source>
        <translation>归属到节点的算子（按时间）：%1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>of the model with %n edit(s) that were not saved</source>
        <translation><numerusform>取自有%n处未保存编辑的模型</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>not of the model as it is now</source>
        <translation>并非取自模型的当前版本</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n record(s) lost</source>
        <translation><numerusform>丢失%n条记录</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%1 of its time proven to be of its nodes</source>
        <translation>%1的时间已证实属于其节点</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%1 of its time matched</source>
        <translation>%1的时间已匹配</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n recorded</source>
        <translation><numerusform>%n次记录</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n plain</source>
        <translation><numerusform>%n次普通</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/run_text.cpp"/>
        <source>%n warm-up</source>
        <translation><numerusform>%n次预热</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_copy.cpp"/>
        <source>These are the first %1 of %2 rows: Export writes all of them.</source>
        <translation>这是%2行中的前%1行：“导出”会写出全部行。</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Markdown table (*.md)</source>
        <translation>Markdown 表格 (*.md)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Tab-separated text (*.txt)</source>
        <translation>制表符分隔文本 (*.txt)</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Filter this table</source>
        <translation>筛选此表格</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Copy the selected rows, or all; more forms in the menu</source>
        <translation>复制所选行或全部行；菜单中有更多形式</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_tools.cpp"/>
        <source>Export all rows of this table (CSV, Markdown, text)…</source>
        <translation>导出此表格的所有行（CSV、Markdown、文本）…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_source.cpp"/>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_text.cpp"/>
        <source>… %1 of %2 elements; narrow the slice to see others
</source>
        <translation>… %2个元素中的%1个；缩小切片可查看其他元素
</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>copy</source>
        <translation>拷贝</translation>
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
        <translation>启动</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/device_looks.cpp"/>
        <source>end</source>
        <translation>结尾</translation>
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
        <translation>空闲</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>reorder</source>
        <translation>重排</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>dispatch</source>
        <translation>调度</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>allocation</source>
        <translation>分配</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>work</source>
        <translation>工作</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>piece of work of %1</source>
        <translation>%1 的一部分工作</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>run %1, %2</source>
        <translation>第%1次运行，%2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>records of the device were lost here: sums are lower bounds</source>
        <translation>此处丢失了设备记录：总和为下界</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>not launched by an operator</source>
        <translation>不是由算子启动</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>starts %1, lasts %2</source>
        <translation>开始于%1，持续%2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%1 of run %2</source>
        <translation>占第%2次运行的%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%n span(s) in this place
sum %1, longest %2</source>
        <translation><numerusform>此处有%n个片段
总计%1，最长%2</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>idle %1
no operator runs between %2 and %3</source>
        <translation>空闲%1
%2至%3之间没有算子运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the device is idle for %1: %2</source>
        <translation>设备空闲%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>between %1 and %2</source>
        <translation>在 %1 与 %2 之间</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the begin of the run</source>
        <translation>运行开始</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>the end of the run</source>
        <translation>运行结束</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>from %1 to %2 in this recording</source>
        <translation>本次记录中从%1到%2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>not counted</source>
        <translation>未计数</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>counted in runs of their own, not in this one</source>
        <translation>在单独的运行中计数，不在本次运行中</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>%n step(s)</source>
        <translation><numerusform>%n个步骤</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>peak %1 · %n live</source>
        <translation><numerusform>峰值%1 · %n个存活</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%1 of activations, %n tensor(s) live</source>
        <translation><numerusform>激活值%1，%n个张量存活</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>at %1 of the run</source>
        <translation>运行的%1处</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>and %1 of weights all the time</source>
        <translation>以及始终占用的权重%1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>lasts %1</source>
        <translation>持续%1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>Run %1 is the only one that was recorded: %2</source>
        <translation>第%1次运行是唯一有记录的运行：%2</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>Run %1 is the median by wall time, %2: of %3 recorded runs %4 are faster, %5 slower. The account is taken from it.</source>
        <translation>第%1次运行按墙钟时间为中位运行，%2：在%3次记录的运行中，%4次更快，%5次更慢。账目取自该次运行。</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>how it varies is not computed yet</source>
        <translation>尚未计算其波动情况</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>median %1, p10 to p90 %2 to %3 over %4 runs</source>
        <translation>%4次运行的中位数%1，p10至p90：%2至%3</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>starts %1</source>
        <translation>开始于%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/timeline/span_text.cpp"/>
        <source>%n kernel(s)</source>
        <translation><numerusform>%n个内核</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>worker %1</source>
        <translation>工作线程 %1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>CPU main</source>
        <translation>CPU 主线程</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>lost records</source>
        <translation>丢失的记录</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>all other threads</source>
        <translation>所有其他线程</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>CPU counters</source>
        <translation>CPU 计数器</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_lanes.cpp"/>
        <source>live memory</source>
        <translation>存活内存</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Mark %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unmark %1</source>
        <translation>取消标记 %1</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Rename Mark</source>
        <translation>重命名标记</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Mark in Timeline</source>
        <translation>在时间线中标记</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Remove Mark</source>
        <translation>移除标记</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Stack of Groups</source>
        <translation>组的堆叠</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unfold %1</source>
        <translation>展开 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Unfold %n group(s)</source>
        <translation><numerusform>展开%n个组</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Fold %1</source>
        <translation>折叠 %1</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold All</source>
        <translation>全部折叠</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold %n group(s)</source>
        <translation><numerusform>折叠%n个组</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Fold and Unfold</source>
        <translation>折叠和展开</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_job.cpp"/>
        <source>Stopped before everything was compared.</source>
        <translation>在全部比较完成前已停止。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Own error</source>
        <translation>自身误差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Largest absolute</source>
        <translation>最大绝对误差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Largest relative</source>
        <translation>最大相对误差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Found</source>
        <translation>实际值</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Expected</source>
        <translation>期望值</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Beyond tolerance</source>
        <translation>超出容差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_table.cpp"/>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>at fault</source>
        <translation>出错源</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>carried</source>
        <translation>误差传递</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 of %2 values are past the tolerance.</source>
        <translation>%2个值中有%1个超出容差。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>First faulty step: %1.</source>
        <translation>首个出错的步骤：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 + %2 × |expected|</source>
        <translation>%1 + %2 × |期望值|</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%n output(s) compared, all within the tolerance.</source>
        <translation><numerusform>比较了%n个输出，全部在容差内。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>%1 of %2 outputs are not as expected.</source>
        <translation>%2个输出中有%1个与预期不符。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>NaN, ∞</source>
        <translation>NaN、∞</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>absolute tolerance</source>
        <translation>绝对容差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>errors by decade</source>
        <translation>按数量级统计的误差</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>not finite on one side only</source>
        <translation>仅一侧非有限值</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_text.cpp"/>
        <source>error from %1 to %2</source>
        <translation>误差从%1到%2</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/dialog_buttons.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <location filename="../../ui/problems/problem_detail.cpp"/>
        <source>Show in Graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>Select All %1</source>
        <translation>选择所有 %1</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/item_menu.cpp"/>
        <source>View Values</source>
        <translation>查看数值</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mo&amp;del</source>
        <translation>模型(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Selec&amp;t</source>
        <translation>选择(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>La&amp;yout Engine</source>
        <translation>布局引擎(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Colour by</source>
        <translation>着色依据(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Zoom</source>
        <translation>缩放(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Neigh&amp;bours</source>
        <translation>邻近节点(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Gro&amp;ups</source>
        <translation>组(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Split</source>
        <translation>拆分(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Lay&amp;out</source>
        <translation>面板布局(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/language_actions.cpp"/>
        <source>The window shows the chosen language from the next start on</source>
        <translation>所选语言将在下次启动时生效</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/timeline/timeline_view.cpp"/>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Flame</source>
        <translation>火焰图</translation>
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
        <translation>扫描</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Edit history</source>
        <translation>编辑历史</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <location filename="../../ui/window/panels.cpp"/>
        <source>Run</source>
        <translation>运行设置</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Viewer, engine and profiler for ONNX models</source>
        <translation>ONNX 模型的查看器、引擎与性能分析器</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Models (.onnx) or profiles (.opscope) to open</source>
        <translation>要打开的模型 (.onnx) 或性能数据 (.opscope)</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp"/>
        <source>Start without the tabs of the last session</source>
        <translation>启动时不打开上次会话的标签页</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Open &amp;Folder of Profiles…</source>
        <translation>打开性能数据文件夹(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Re&amp;load</source>
        <translation>重新加载(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Attach Profile…</source>
        <translation>附加性能数据(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Save Model As…</source>
        <translation>模型另存为(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Sa&amp;ve Edits as Script…</source>
        <translation>将编辑保存为脚本(&amp;V)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Export &amp;Picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Export Report…</source>
        <translation>导出报告(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Export &amp;Data…</source>
        <translation>导出数据(&amp;D)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Pr&amp;int…</source>
        <translation>打印(&amp;I)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Close Tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy as &amp;Markdown</source>
        <translation>复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy as C&amp;SV</source>
        <translation>复制为 CSV(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Find &amp;Next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Find &amp;Previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Select &amp;All Results</source>
        <translation>选择所有结果(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>C&amp;lear Selection</source>
        <translation>清除选择(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Ed&amp;it Model</source>
        <translation>编辑模型(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Delete and Re&amp;connect</source>
        <translation>删除并重新连接(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Insert on Line…</source>
        <translation>插入到连线上(&amp;I)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Add Node…</source>
        <translation>添加节点(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Connect an In&amp;put to…</source>
        <translation>连接输入到(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Make an &amp;Output</source>
        <translation>设为输出(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Change the &amp;Whole Model…</source>
        <translation>更改整个模型(&amp;W)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Show Di&amp;fference to the File</source>
        <translation>显示与文件的差异(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Copy Edits as &amp;Script</source>
        <translation>将编辑复制为脚本(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Disca&amp;rd Edits…</source>
        <translation>放弃编辑(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Add N&amp;ote to Selection…</source>
        <translation>为所选内容添加备注(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mar&amp;k Selection</source>
        <translation>标记所选内容(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Ancestors</source>
        <translation>祖先(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Descendants</source>
        <translation>后代(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Neighbours</source>
        <translation>邻近节点(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Path Between Two Nodes</source>
        <translation>两节点间的路径(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Pr&amp;eferences…</source>
        <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Attributes</source>
        <translation>属性(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Names</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>S&amp;hapes on Edges</source>
        <translation>在边上显示形状(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Flow &amp;Direction</source>
        <translation>流向(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Arran&amp;ge Anew</source>
        <translation>重新排列(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mouse Wh&amp;eel Zooms</source>
        <translation>鼠标滚轮缩放(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Layered</source>
        <translation>分层(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Graphviz</source>
        <translation>Graphviz(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Category</source>
        <translation>类别(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>T&amp;ype</source>
        <translation>类型(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Group</source>
        <translation>组(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Parameters</source>
        <translation>参数量(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;FLOP</source>
        <translation>FLOP(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Least T&amp;raffic</source>
        <translation>最小访存量(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Memory</source>
        <translation>内存(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Error</source>
        <translation>误差(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Actual Si&amp;ze</source>
        <translation>实际大小(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Fit Graph</source>
        <translation>缩放至整图(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fit Se&amp;lection</source>
        <translation>缩放至所选内容(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fit Wi&amp;dth</source>
        <translation>缩放至图宽(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Isolate Selection</source>
        <translation>隔离所选内容(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;1 Step</source>
        <translation>1步(&amp;1)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;2 Steps</source>
        <translation>2步(&amp;2)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;3 Steps</source>
        <translation>3步(&amp;3)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;4 Steps</source>
        <translation>4步(&amp;4)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Unfold Selection</source>
        <translation>展开所选内容(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Fold &amp;All</source>
        <translation>全部折叠(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Unfold One &amp;Level</source>
        <translation>展开一层(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>U&amp;nfold All</source>
        <translation>全部展开(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Second View &amp;Beside</source>
        <translation>并排第二视图(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Second View Belo&amp;w</source>
        <translation>下方第二视图(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Close This View</source>
        <translation>关闭此视图(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Minimap</source>
        <translation>缩略图(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compact &amp;Rows</source>
        <translation>紧凑行(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>O&amp;verlay Runs</source>
        <translation>叠加运行(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Explore</source>
        <translation>浏览(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Profile</source>
        <translation>性能分析(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Numbers</source>
        <translation>数值(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;My Layout</source>
        <translation>我的布局(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Save as My Layout</source>
        <translation>保存为我的布局(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Parent Graph</source>
        <translation>上级图(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Enter Subgraph or Function</source>
        <translation>进入子图或函数(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Propert&amp;ies</source>
        <translation>特性(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Go to Node or Tensor…</source>
        <translation>转到节点或张量(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>P&amp;roducer</source>
        <translation>生产者(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Rea&amp;ders…</source>
        <translation>消费者(&amp;D)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Notes and Mar&amp;ks…</source>
        <translation>备注和标记(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Problem</source>
        <translation>下一个问题(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Previous Proble&amp;m</source>
        <translation>上一个问题(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Next P&amp;ane</source>
        <translation>下一个窗格(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Previo&amp;us Pane</source>
        <translation>上一个窗格(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Grap&amp;h</source>
        <translation>图(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Mode&amp;l</source>
        <translation>模型(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Inspe&amp;ctor</source>
        <translation>检查器(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>T&amp;ypical Run</source>
        <translation>典型运行(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Operators</source>
        <translation>算子(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Problem&amp;s</source>
        <translation>问题(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;What Was Edited</source>
        <translation>编辑过的内容(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Run Once</source>
        <translation>运行一次(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Check Only</source>
        <translation>仅检查(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compute S&amp;tatistics</source>
        <translation>计算统计数据(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>S&amp;weep…</source>
        <translation>扫描(&amp;W)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Show Ge&amp;neration</source>
        <translation>显示生成(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Verify with Test Folder…</source>
        <translation>用测试文件夹验证(&amp;V)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Verify A&amp;gainst Reference…</source>
        <translation>对照参考验证(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Run S&amp;ettings…</source>
        <translation>运行设置(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;With…</source>
        <translation>与…比较(&amp;W)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Open and Compare Two…</source>
        <translation>打开并比较两个(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Last Two Runs</source>
        <translation>最近两次运行(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Compare &amp;Engines…</source>
        <translation>比较引擎(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Difference</source>
        <translation>下一处差异(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Previous Difference</source>
        <translation>上一处差异(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>New &amp;Window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Move Tab to New Window</source>
        <translation>将标签页移到新窗口(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Split Ri&amp;ght</source>
        <translation>向右拆分(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>Move Tab to &amp;Other Group</source>
        <translation>将标签页移到另一组(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Next Tab</source>
        <translation>下一个标签页(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Previous Tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Command Palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>What Is &amp;Measured</source>
        <translation>测量内容(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;Privacy</source>
        <translation>隐私(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/actions.cpp"/>
        <source>&amp;About Opscope</source>
        <translation>关于 Opscope(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run on the CPU</source>
        <translation>在 CPU 上运行</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>The same run again, without the GPU</source>
        <translation>不使用 GPU，再次进行相同的运行</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Choose the CPU</source>
        <translation>选择 CPU</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Runs of this model use the CPU from now on</source>
        <translation>此模型今后的运行使用 CPU</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Copy Install Command</source>
        <translation>复制安装命令</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Open Operators</source>
        <translation>打开“算子”</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Open the Run Panel</source>
        <translation>打开“运行设置”面板</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Repair All</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_actions.cpp"/>
        <source>Mends all findings that have one sure repair</source>
        <translation>修正所有只有一种确定修复方法的问题</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FOLDED</source>
        <translation>常量折叠</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>REMOVED</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>FUSED %1</source>
        <translation>融合%1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>DIVERGES</source>
        <translation>偏离</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>AT FAULT</source>
        <translation>出错源</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>ADDED</source>
        <translation>新增</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>not in the file</source>
        <translation>不在文件中</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>CHANGED</source>
        <translation>更改</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/painting/badges.cpp"/>
        <source>differs from the file</source>
        <translation>与文件不同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>RENAMED</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>FASTER</source>
        <translation>更快</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_picture.cpp"/>
        <source>SLOWER</source>
        <translation>更慢</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/banner.cpp"/>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Run anyway</source>
        <translation>仍然运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Use random weights</source>
        <translation>使用随机权重</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Run the rest</source>
        <translation>运行其余部分</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add plug-in…</source>
        <translation>添加插件…</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>This model cannot run</source>
        <translation>该模型无法运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>The results then depend on the implementation</source>
        <translation>此时结果取决于具体实现</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Seeded numbers stand in for what cannot be read: times are real, results are not</source>
        <translation>以种子生成的数代替无法读取的数据：时间是真实的，结果不是</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Leaves out what the unsupported operators would compute, and all that depends on it</source>
        <translation>略去不支持的算子所计算的内容，以及依赖它的一切</translation>
    </message>
    <message>
        <location filename="../../ui/run/blocker_card.cpp"/>
        <source>Preferences: a plug-in brings operators of other domains</source>
        <translation>首选项：插件可提供其他域的算子</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>Group %1, %2, folded</source>
        <translation>组 %1，%2，已折叠</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to fold</source>
        <translation>点击箭头或按空格键可折叠</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to show the members, and again to unfold one</source>
        <translation>点击箭头或按空格键显示成员，再按一次展开其中一个</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_groups.cpp"/>
        <source>click the arrow or press Space to unfold</source>
        <translation>点击箭头或按空格键可展开</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n reader(s): go to</source>
        <translation><numerusform>%n个消费者：转到</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n producer(s): go to</source>
        <translation><numerusform>%n个生产者：转到</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>the first %1 are listed</source>
        <translation>列出前%1个</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>click for the list</source>
        <translation>点击查看列表</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>%n far reader(s), click for the list</source>
        <translation><numerusform>%n个远处的消费者，点击查看列表</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_input.cpp"/>
        <source>click to go to the producer</source>
        <translation>点击转到生产者</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Input %1, %2</source>
        <translation>输入 %1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Output %1, %2</source>
        <translation>输出 %1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>Outer value %1, %2</source>
        <translation>外部值 %1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>node %1 of %2</source>
        <translation>节点%1 / %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/canvas_view.cpp"/>
        <source>%n input(s), </source>
        <translation><numerusform>%n个输入， </numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>Range of each channel</source>
        <translation>各通道的范围</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel %1</source>
        <translation>通道%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channels %1</source>
        <translation>通道%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>%1 to %2, p25 to p75: %3 to %4</source>
        <translation>%1至%2，p25至p75：%3至%4</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>chosen: channel %1</source>
        <translation>所选：通道%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>error %1</source>
        <translation>误差%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel; several in a bar, with the widest range</source>
        <translation>通道；一条含多个通道，取最宽范围</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_ranges.cpp"/>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as Text</source>
        <translation>将数据复制为文本</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as Markdown</source>
        <translation>将数据复制为 Markdown</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Data as CSV</source>
        <translation>将数据复制为 CSV</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy	Ctrl+C</source>
        <translation>复制	Ctrl+C</translation>
    </message>
    <message>
        <location filename="../../ui/charts/chart_view.cpp"/>
        <source>Copy Picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <location filename="../../ui/jobs/child_process.cpp"/>
        <source>%1 cannot be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>not possible now</source>
        <translation>现在无法执行</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/command_palette.cpp"/>
        <source>No command has these letters</source>
        <translation>没有命令含有这些字母</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>it is at work already</source>
        <translation>已在进行中</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>a profile cannot be run, only its model can</source>
        <translation>性能数据无法运行，只有其模型可以</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>both are runs of one model</source>
        <translation>两者是同一模型的运行</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>%1 is not open</source>
        <translation>%1 未打开</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>A: %1. B: %2.</source>
        <translation>A：%1。B：%2。</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Measuring %1 and %2</source>
        <translation>正在测量 %1 和 %2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>No folder for the results can be made in %1. Free some space, or set TMPDIR to a folder that can be written.</source>
        <translation>无法在 %1 中创建结果文件夹。请释放一些空间，或将 TMPDIR 设为可写的文件夹。</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Measuring both in turns</source>
        <translation>正在交替测量两者</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <source>Comparing the values of both</source>
        <translation>正在比较两者的值</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compare_runner.cpp"/>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>stopped before the first round was complete; nothing is kept</source>
        <translation>在第一轮完成前已停止；未保留任何内容</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_canvases.cpp"/>
        <source>Placing both graphs</source>
        <translation>正在布局两个图</translation>
    </message>
    <message>
        <location filename="../../ui/compare/compared_canvases.cpp"/>
        <source>The graphs were not placed: %1</source>
        <translation>图未能布局：%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Changed in</source>
        <translation>更改方</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The file now</source>
        <translation>当前文件</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Your edits</source>
        <translation>您的编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>both</source>
        <translation>双方</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>both, alike</source>
        <translation>双方，相同</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>your edits</source>
        <translation>您的编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>Edit</source>
        <comment>noun</comment>
        <translation>编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>On the file as it is now</source>
        <translation>应用于当前文件</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>fits</source>
        <translation>适用</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>does not fit: %1</source>
        <translation>不适用：%1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <source>To %1</source>
        <translation>相对 %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_rows.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Operator group</source>
        <translation>算子组</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>Median, 95 %</source>
        <translation>中位数，95 %</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>at %1</source>
        <translation>位置%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_rows.cpp"/>
        <source>per position</source>
        <translation>每个位置</translation>
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
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Error, rel.</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Bits used</source>
        <translation>已用位数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>At the ends</source>
        <translation>位于两端</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Saturated</source>
        <translation>已饱和</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Smallest</source>
        <translation>最小值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/channel_rows.cpp"/>
        <source>Largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>Output error</source>
        <translation>输出误差</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>to spread</source>
        <translation>相对离散度</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32, not measured yet</source>
        <translation>fp32，尚未测量</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>%1, not measured yet</source>
        <translation>%1，尚未测量</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/operator_losses.cpp"/>
        <source>fp32: %1</source>
        <translation>fp32：%1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>same machine and settings</source>
        <translation>机器和设置相同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>settings differ</source>
        <translation>设置不同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>settings differ: not comparable</source>
        <translation>设置不同：不可比</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>measured in turns, %n round(s)</source>
        <translation><numerusform>交替测量，%n轮</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>not interleaved: differences below %1 are not significant</source>
        <translation>非交替测量：低于%1的差异不显著</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Wall, median</source>
        <translation>墙钟时间，中位数</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>not measured on both sides</source>
        <translation>并非两侧都有测量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Aligned nodes</source>
        <translation>已对应的节点</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1 removed · %2 added · %3 changed</source>
        <translation>移除%1 · 新增%2 · 更改%3</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1 only in A · %2 only in B</source>
        <translation>仅 A 有%1 · 仅 B 有%2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>First past tolerance</source>
        <translation>首个超出容差者</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>no aligned tensors</source>
        <translation>没有相互对应的张量</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%n tensor(s) compared</source>
        <translation><numerusform>比较了%n个张量</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>%1, allowed %2</source>
        <translation>%1，允许%2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Measure both</source>
        <translation>测量两者</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_head.cpp"/>
        <source>Runs both alternately, so that other load on the machine affects both equally</source>
        <translation>交替运行两者，使机器上的其他负载对两者影响相同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <source>Export comparison</source>
        <translation>导出比较结果</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Report</source>
        <translation>报告</translation>
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
        <translation>已比较%1，超出容差%2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <location filename="../../ui/window/report_export.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_export.cpp"/>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Measure each with its own settings</source>
        <translation>各用自身的设置测量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>blue: faster   orange: slower   grey: within noise</source>
        <translation>蓝色：更快   橙色：更慢   灰色：噪声范围内</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>Views move together</source>
        <translation>视图同步移动</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>By type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>no differences</source>
        <translation>无差异</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>%n difference(s)</source>
        <translation><numerusform>%n处差异</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_layout.cpp"/>
        <source>difference %1 of %2</source>
        <translation>差异%1 / %2</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Where the difference comes from: sums to %1</source>
        <translation>差异来源：合计%1</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>The run settings of A and B differ.</source>
        <translation>A 和 B 的运行设置不同。</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Measure both with those of A</source>
        <translation>都用 A 的设置测量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>No tensor of A has a matching tensor in B</source>
        <translation>A 中没有任何张量在 B 中有对应张量</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>No value is past its tolerance</source>
        <translation>没有值超出其容差</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>The graphs have no differences</source>
        <translation>两图没有差异</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Nothing is faster, slower, new or gone</source>
        <translation>没有更快、更慢、新出现或已消失的项</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_page.cpp"/>
        <source>Comparing the other way round</source>
        <translation>正在反向比较</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>%1 → %2 steps</source>
        <translation>%1 → %2个步骤</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <location filename="../../ui/compare/comparison_table.cpp"/>
        <source>Aligned operators</source>
        <translation>已对应的算子</translation>
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
        <translation>已略去</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>run of %1</source>
        <translation>%1的运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare with</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare: choose the baseline (A)</source>
        <translation>比较：选择基线 (A)</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Compare: choose the file to compare with it (B)</source>
        <translation>比较：选择与之比较的文件 (B)</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Models, profiles and traces (*.onnx *.opscope *.part *.html *.json *.gz *.sqlite *.txt *.log);;All files (*)</source>
        <translation>模型、性能数据和跟踪 (*.onnx *.opscope *.part *.html *.json *.gz *.sqlite *.txt *.log);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1, first</source>
        <translation>%1，第一个</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1, second</source>
        <translation>%1，第二个</translation>
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
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>edited</source>
        <translation>编辑后</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>This file is open already: choose another one to compare</source>
        <translation>此文件已打开：请选择另一个进行比较</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>One of the two files could not be opened</source>
        <translation>两个文件之一无法打开</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>%1 has no run to compare: profile it first</source>
        <translation>%1 没有可比较的运行：请先进行性能分析</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Profiling %1, to compare it</source>
        <translation>正在对 %1 进行性能分析，以便比较</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>Comparing %1 and %2</source>
        <translation>正在比较 %1 和 %2</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>no model or profile is open</source>
        <translation>没有打开的模型或性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>the document has fewer than two runs</source>
        <translation>该文档的运行少于两次</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/main_window.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>no model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <location filename="../../ui/window/comparisons.cpp"/>
        <source>no comparison is shown</source>
        <translation>没有显示比较</translation>
    </message>
    <message>
        <location filename="../../ui/find/completion_list.cpp"/>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>checking for a GPU…</source>
        <translation>正在检查 GPU…</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>if %1 has a GPU</source>
        <translation>如果 %1 有 GPU</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>CUDA: %1</source>
        <translation>CUDA：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_note.cpp"/>
        <source>No CUDA device: %1</source>
        <translation>没有 CUDA 设备：%1</translation>
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
        <translation>CUDA，此处不可用</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_probe.cpp"/>
        <source>the program that runs models gave no answer</source>
        <translation>运行模型的程序没有应答</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Hardware counters</source>
        <translation>硬件计数器</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Pin threads</source>
        <translation>线程绑核</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On for Run once, off for Profile and Sweep, where every operator is measured</source>
        <translation>“运行一次”时开启；“性能分析”和“扫描”时关闭，因为要测量每个算子</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Also in a profile, which then has one step Replay for what is launched as one; kernels are told by operator all the same</source>
        <translation>性能分析时也开启，此时作为整体启动的部分只有一个步骤 Replay；内核仍可按算子区分</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Every kernel is launched on its own</source>
        <translation>每个内核单独启动</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Steps that follow each other on the GPU are recorded in the third run and launched as one from then on. That spares the CPU the launches, not the GPU its work: it helps where kernels are short. Compare a profile with On to one with Off.</source>
        <translation>在 GPU 上连续执行的步骤会在第三次运行时被记录，此后作为整体启动。这样省去了 CPU 的启动开销，但不减少 GPU 的工作：内核较短时有用。请将开启与关闭时的性能数据相比较。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>On the CPU: what is not remembered is timed, for up to 1 s. On a GPU: as Off, unless the environment variable OPSCOPE_CUDA_TUNE is 1</source>
        <translation>在 CPU 上：对没有记住结果的进行计时，最长1 s。在 GPU 上：同“关”，除非环境变量 OPSCOPE_CUDA_TUNE 为1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Up to 10 s (GPU: 3 s) more until the model first runs; what was fastest is remembered for this processor or GPU</source>
        <translation>模型首次运行前最多增加10 s（GPU：3 s）；最快的结果会为此处理器或 GPU 记住</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Always the same kernel: what the libraries propose first, or our own</source>
        <translation>始终使用同一内核：库首先建议的，或我们自己的</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Where several kernels could run an operator (convolutions on the CPU; products, convolutions, pools and attention on a GPU), they are timed and the fastest is taken. The inspector shows what else was timed.</source>
        <translation>当有多个内核可运行某个算子时（CPU 上的卷积；GPU 上的矩阵乘积、卷积、池化和注意力），会对它们计时并采用最快者。检查器会显示其他的计时结果。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Kernel timing</source>
        <translation>内核计时</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Bytes of memory and use of tensor cores per operator, in runs of their own. They need permission: the driver option NVreg_RestrictProfilingToAdminUsers=0, or root. Timeline and kernel times are complete without them.</source>
        <translation>每个算子的内存字节数和张量核心使用情况，在单独的运行中测得。需要权限：驱动选项 NVreg_RestrictProfilingToAdminUsers=0，或 root。没有它们时，时间线和内核时间依然完整。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Profile then counts for every operator, in runs of their own after the timed ones, whose times are not used. Of single runs only, not of generated tokens.</source>
        <translation>性能分析随后会在计时运行之后的单独运行中为每个算子计数，这些运行的时间不被采用。仅适用于单次运行，不适用于 token 生成。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Per operator, as far as the system of %1 shows them</source>
        <translation>按算子，取决于 %1 的系统所提供的内容</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Instructions, cache misses, stalls, clock, page faults and cores per operator</source>
        <translation>每个算子的指令、缓存未命中、停顿、时钟频率、缺页和核心</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Only page faults, switches and cores: %1</source>
        <translation>仅有缺页、切换和核心：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>one per core</source>
        <translation>每核心一个</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Profile and Sweep keep each thread on a core of its own, in order of the cores. Runs then vary less, and are slower where another program needs one of these cores. Of single runs only, not of generated tokens.</source>
        <translation>“性能分析”和“扫描”按核心顺序将每个线程固定在各自的核心上。这样各次运行波动更小，但若其他程序需要其中某个核心则会变慢。仅适用于单次运行，不适用于 token 生成。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Full: fold and fuse</source>
        <translation>完全：折叠并融合</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Basic: fold constants</source>
        <translation>基本：折叠常量</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>None: every node a step</source>
        <translation>无：每个节点一个步骤</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>%1: only GPUs have it</source>
        <translation>%1：仅 GPU 支持</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>What is greyed is a setting of Opscope's engine; %1 does not have it.</source>
        <translation>灰色项是 Opscope 引擎的设置；%1 没有这些项。</translation>
    </message>
    <message>
        <location filename="../../ui/run/device_settings_box.cpp"/>
        <source>Only GPUs have it: the CPU computes in fp32 or bf16</source>
        <translation>仅 GPU 支持：CPU 以 fp32 或 bf16 计算</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Previous kernel of this name (Shift+Enter)</source>
        <translation>上一个同名内核 (Shift+Enter)</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Next kernel of this name (Enter)</source>
        <translation>下一个同名内核 (Enter)</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Find kernel</source>
        <translation>查找内核</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Find kernel by name</source>
        <translation>按名称查找内核</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>No kernel has this in its name</source>
        <translation>没有内核的名称含有此内容</translation>
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
        <translation>相对 A</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>of A (%)</source>
        <translation>相对 A (%)</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>95 % intervals</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>apart</source>
        <translation>分离</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <location filename="../../ui/runs/run_difference.cpp"/>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source>not bound</source>
        <translation>未指定</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>used by %1</source>
        <translation>用于 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source> and %n more</source>
        <translation><numerusform> 另有%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/dimension_field.cpp"/>
        <source>%1 is no size: expected a whole number from 0 to 1,000,000,000</source>
        <translation>%1 不是有效大小：应为0到1,000,000,000的整数</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>Histograms over each other</source>
        <translation>叠加的直方图</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>share of the elements, logarithmic</source>
        <translation>元素占比，对数</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <source>share of the elements, linear</source>
        <translation>元素占比，线性</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>%1: %2 elements</source>
        <translation>%1：%2个元素</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Click for a linear scale.</source>
        <translation>点击切换为线性刻度。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/distribution_view.cpp"/>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Click for a logarithmic scale.</source>
        <translation>点击切换为对数刻度。</translation>
    </message>
    <message>
        <location filename="../../ui/window/dock_title.cpp"/>
        <source>Close this panel</source>
        <translation>关闭此面板</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Panel: %1</source>
        <translation>面板：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Layout saved. View, Layout, My Layout restores it</source>
        <translation>布局已保存。“视图”›“面板布局”›“我的布局”可将其恢复</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>no layout was saved for these screens</source>
        <translation>没有为这些屏幕保存过布局</translation>
    </message>
    <message>
        <location filename="../../ui/window/docks.cpp"/>
        <source>Opscope crashed while it restored the panel layout. The panels are at their default places now</source>
        <translation>Opscope 在恢复面板布局时崩溃。各面板现在位于默认位置</translation>
    </message>
    <message>
        <location filename="../../ui/document/document.cpp"/>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Inferring shapes</source>
        <translation>正在推断形状</translation>
    </message>
    <message>
        <location filename="../../ui/document/document.cpp"/>
        <source>The file was not read again: %1, or discard the edits</source>
        <translation>未重新读取文件：%1，或放弃编辑</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_edits.cpp"/>
        <source>the model has edits that are not saved: save it first</source>
        <translation>模型有未保存的编辑：请先保存</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_runs.cpp"/>
        <source>Computing statistics</source>
        <translation>正在计算统计数据</translation>
    </message>
    <message>
        <location filename="../../ui/document/document_runs.cpp"/>
        <source>Matching runs to the model</source>
        <translation>正在将运行与模型匹配</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>To begin with:</source>
        <translation>入门提示：</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>arrow keys walk along the flow, Space unfolds, %1 finds, %2 measures every operator.</source>
        <translation>方向键沿数据流移动，空格键展开，%1 查找，%2 测量每个算子。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The file is gone.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>What was read stays open; weights that were not looked at yet, and runs, need it.</source>
        <translation>已读取的内容仍保持打开；尚未查看的权重以及运行仍需要该文件。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The file has changed on disk.</source>
        <translation>文件在磁盘上已更改。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%n edit(s) not saved: keep them as a copy, repeat them on the new file, or discard them.</source>
        <translation><numerusform>%n处编辑未保存：可保存为副本、在新文件上重做，或放弃。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Decide…</source>
        <translation>决定…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>What is shown was read before that. Weights may come from the new file.</source>
        <translation>所显示的内容是在此之前读取的。权重可能来自新文件。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The run on the GPU failed.</source>
        <translation>GPU 上的运行失败。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The last run failed.</source>
        <translation>上次运行失败。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Opened with %n error(s).</source>
        <translation><numerusform>打开时有%n个错误。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Allow for this file…</source>
        <translation>对此文件允许…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Locate weight file…</source>
        <translation>定位权重文件…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Runs of this model use random weights where the file has none. The Run panel takes it back.</source>
        <translation>此模型的运行会在文件缺少权重处使用随机权重。可在“运行设置”面板中取消。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1 differs by %2, beyond %3.</source>
        <translation>%1 相差%2，超出%3。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Its own inputs were right: %1 is at fault.</source>
        <translation>其自身的输入是正确的：%1 是出错源。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>The first step at fault is %1.</source>
        <translation>首个出错的步骤是 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>First node past tolerance: %1</source>
        <translation>首个超出容差的节点：%1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Locate %1</source>
        <translation>定位 %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Weights outside the model's folder</source>
        <translation>权重位于模型文件夹之外</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>This model reads weights from outside its folder.</source>
        <translation>此模型从其文件夹之外读取权重。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>%1
Nothing of it was read. If you allow the folder, this model may read files in it, now and when it is opened again.</source>
        <translation>%1
其中的内容均未读取。如果允许该文件夹，此模型现在以及再次打开时都可以读取其中的文件。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Allow for this file</source>
        <translation>对此文件允许</translation>
    </message>
    <message>
        <location filename="../../ui/pages/document_page.cpp"/>
        <source>Open without weights</source>
        <translation>不带权重打开</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs, left group</source>
        <translation>标签页，左组</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>Tabs, right group</source>
        <translation>标签页，右组</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there are two groups of tabs already</source>
        <translation>已有两组标签页</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there is no other tab to stand beside</source>
        <translation>没有其他标签页可以并排</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tab_groups.cpp"/>
        <source>there is one group of tabs only: Split Right makes another</source>
        <translation>只有一组标签页：“向右拆分”可再建一组</translation>
    </message>
    <message>
        <location filename="../../ui/window/tabs/document_tabs.cpp"/>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <location filename="../../ui/undo/document_undo_recorder.cpp"/>
        <source>Colour by %1</source>
        <translation>按%1着色</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Edits are not safe from a crash: %1</source>
        <translation>编辑无法在崩溃后保全：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Discard edits</source>
        <translation>放弃编辑</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Give up the %n edit(s) of this model?</source>
        <translation><numerusform>放弃此模型的%n处编辑？</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>editing is off: choose Edit Model first</source>
        <translation>编辑已关闭：请先选择“编辑模型”</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>there are no edits</source>
        <translation>没有编辑</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Editing is on: click a line to insert a node, or change the selection</source>
        <translation>编辑已开启：点击连线插入节点，或更改所选内容</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Editing is off: edits stay as they are</source>
        <translation>编辑已关闭：现有编辑保持不变</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%1 is open in another tab: close it there first, or choose another name</source>
        <translation>%1 已在另一个标签页中打开：请先在那里关闭，或选择其他名称</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>; it no longer reads %1</source>
        <translation>；不再读取 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Save edits as a script</source>
        <translation>将编辑保存为脚本</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Scripts (*.json)</source>
        <translation>脚本 (*.json)</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Wrote %1: opscope-cli edit MODEL --script %2 repeats the edits</source>
        <translation>已写入 %1：opscope-cli edit MODEL --script %2 可重做这些编辑</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>An edit is still being applied; try again</source>
        <translation>仍有编辑正在应用；请重试</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Repeated %n edit(s) on the new file</source>
        <translation><numerusform>已在新文件上重做%n处编辑</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Edits that do not fit</source>
        <translation>不适用的编辑</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%n edit(s) cannot be repeated on the new file.</source>
        <translation><numerusform>%n处编辑无法在新文件上重做。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>&amp;Save them as a script…</source>
        <translation>将其保存为脚本(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>&amp;Leave them out</source>
        <translation>略去它们(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>Save the other edits as a script</source>
        <translation>将其余编辑保存为脚本</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Edits that are not saved</source>
        <translation>未保存的编辑</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/edit_actions.cpp"/>
        <source>%1 has %n edit(s) that are not saved.</source>
        <translation><numerusform>%1 有%n处未保存的编辑。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/edit_actions.cpp"/>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Show difference</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Discard…</source>
        <translation>放弃…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <source>Edits are in a copy; the file is untouched.</source>
        <translation>编辑在副本中进行；文件未被改动。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n edit(s) not saved.</source>
        <translation><numerusform>%n处编辑未保存。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_banner.cpp"/>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>Reset to the default</source>
        <translation>重置为默认值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>%1. Not applied: the model keeps %2.</source>
        <translation>%1。未应用：模型保留 %2。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_field.cpp"/>
        <source>what it has</source>
        <translation>原有内容</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Not done: %1</source>
        <translation>未执行：%1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a node, an input, an output or a weight</source>
        <translation>未选择任何内容：请选择节点、输入、输出或权重</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%1 is made by a node: select the node to delete it</source>
        <translation>%1 由节点生成：请选择该节点进行删除</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%n node(s) selected: one is deleted and reconnected at a time</source>
        <translation><numerusform>已选择%n个节点：一次只能删除并重新连接一个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Insert on this line</source>
        <translation>插入到此连线上</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a line, a value or a node</source>
        <translation>未选择任何内容：请选择连线、值或节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing reads %1; Add Node adds a reader</source>
        <translation>没有节点读取 %1；“添加节点”可添加消费者</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Insert after</source>
        <translation>插入到其后</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Add a node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>reads %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>without inputs</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>%1 has no inputs</source>
        <translation>%1 没有输入</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Which input?</source>
        <translation>哪个输入？</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>select the node whose input shall be connected</source>
        <translation>请选择要连接其输入的节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>only a node can read a value: drop the line on one</source>
        <translation>只有节点能读取值：请将连线拖放到节点上</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Which output?</source>
        <translation>哪个输出？</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>this line leads to an output of the model, which keeps its value: make an output of the other value</source>
        <translation>此连线通向模型的输出，该输出保持其值：请将另一个值设为输出</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Connected %n reader(s) of %1 to %2</source>
        <translation><numerusform>已将 %1 的%n个消费者连接到 %2</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a node or a value</source>
        <translation>未选择任何内容：请选择节点或值</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Rename this node</source>
        <translation>重命名此节点</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>Rename this value at %n place(s)</source>
        <translation><numerusform>在%n处重命名此值</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>The model has changed meanwhile</source>
        <translation>模型在此期间已更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>nothing is selected: select a value or a node</source>
        <translation>未选择任何内容：请选择值或节点</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_gestures.cpp"/>
        <source>only values of the main graph can be outputs of the model</source>
        <translation>只有主图的值才能作为模型的输出</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>Opened</source>
        <translation>已打开</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <source>redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_model.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>No edits. Turn on Edit Model, then click a line to insert, or change an attribute.</source>
        <translation>没有编辑。打开“编辑模型”，然后点击连线进行插入，或更改属性。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Copy as script</source>
        <translation>复制为脚本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>%1 done · %2 can be redone</source>
        <translation>已做%1处 · 可重做%2处</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>%1 done</source>
        <translation>已做%1处</translation>
    </message>
    <message>
        <location filename="../../ui/edit/edit_history_panel.cpp"/>
        <source>Edit history %1</source>
        <translation>编辑历史 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>its file does not exist any more</source>
        <translation>其文件已不存在</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>its file has changed since</source>
        <translation>其文件此后已更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_journal.cpp"/>
        <source>Noting edits</source>
        <translation>正在记下编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Looking for edits that were not saved</source>
        <translation>正在查找未保存的编辑</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>%n edit(s) of %1, last at %2.</source>
        <translation><numerusform>%1 的%n处编辑，最近一次在%2。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>They may not fit: %1.</source>
        <translation>它们可能不适用：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Edits were not saved.</source>
        <translation>编辑未保存。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>%1 has edits already: the others were not restored and are offered again at the next start</source>
        <translation>%1 已有编辑：其余编辑未恢复，下次启动时会再次提供</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Restored %n edit(s) of %1</source>
        <translation><numerusform>已恢复 %1 的%n处编辑</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/journal/edit_restorer.cpp"/>
        <source>Edit %1 of %2 was not restored: %3. It and those after it are offered again at the next start</source>
        <translation>第%1处编辑（共%2处）未恢复：%3。该处及其后的编辑会在下次启动时再次提供</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose the library of an engine that is not found, or another version</source>
        <translation>选择未找到的引擎的库，或其他版本</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose %1…</source>
        <translation>选择 %1…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Look for all again</source>
        <translation>重新查找全部</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Choose the library of %1</source>
        <translation>选择 %1 的库</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Libraries and programs (*.so* *);;All files (*)</source>
        <translation>库和程序 (*.so* *);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1, not found</source>
        <translation>%1，未找到</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>looked for on %1</source>
        <translation>在 %1 上查找</translation>
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
        <translation>其他选项</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>%1 is not NAME:KEY=VALUE</source>
        <translation>%1 不符合 NAME:KEY=VALUE</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Opscope's own engine, built in</source>
        <translation>Opscope 自身的引擎，内置</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Looked for on %1 when the run begins</source>
        <translation>运行开始时在 %1 上查找</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>looking for %1…</source>
        <translation>正在查找 %1…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engine_box.cpp"/>
        <source>Found in %1. Runs on the CPU, in a process of its own.</source>
        <translation>位于 %1。在 CPU 上以独立进程运行。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Wall, %1</source>
        <translation>墙钟时间，%1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>The engines are not measured yet</source>
        <translation>引擎尚未测量</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Export the comparison of engines</source>
        <translation>导出引擎比较</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Measurement with its profiles, as a folder</source>
        <translation>测量结果及其性能数据，存为文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Open a measurement of engines</source>
        <translation>打开引擎测量结果</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_export.cpp"/>
        <source>Measurements (*.json);;All files (*)</source>
        <translation>测量结果 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Which engine is fastest here</source>
        <translation>此处哪个引擎最快</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Numbers of threads, separated by commas</source>
        <translation>线程数，以逗号分隔</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>In each round every engine runs once or more, in a random order</source>
        <translation>每一轮中，各引擎以随机顺序运行一次或多次</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Not measured yet. Every engine that is installed runs this model on the same inputs, in turns, in a process of its own. Outputs are compared before times.</source>
        <translation>尚未测量。所有已安装的引擎将在各自的进程中以相同输入交替运行此模型。先比较输出，再比较时间。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Measure all engines</source>
        <translation>测量所有引擎</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Open a measurement…</source>
        <translation>打开测量结果…</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>A file that “opscope-cli engines --profiles FOLDER --format json” wrote, or that was exported here</source>
        <translation>由“opscope-cli engines --profiles FOLDER --format json”写出或在此处导出的文件</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/engines/wall_bars.cpp"/>
        <source>Wall, median and 95 % interval</source>
        <translation>墙钟时间，中位数和95 % 区间</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Conditions</source>
        <translation>条件</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Times by operator group</source>
        <translation>各算子组的时间</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>By operators</source>
        <translation>按算子</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>The engine whose times the others are compared with</source>
        <translation>用来与其他引擎的时间相比较的引擎</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Each</source>
        <translation>逐个</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>How times were led to nodes</source>
        <translation>时间如何归属到节点</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_layout.cpp"/>
        <source>Which step runs which nodes</source>
        <translation>哪个步骤运行哪些节点</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>The engines were not measured.</source>
        <translation>引擎未测量。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1: engines</source>
        <translation>%1：引擎</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1: %n engine(s)</source>
        <translation><numerusform>%1：%n个引擎</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%n interleaved round(s)</source>
        <translation><numerusform>交替%n轮</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Threads are numbers such as 1, 2</source>
        <translation>线程应为数字，如1, 2</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Runs all engines in turns</source>
        <translation>交替运行所有引擎</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Waits for: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Preparing the engines</source>
        <translation>正在准备引擎</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Measuring in turns: %1, round %2 of %3</source>
        <translation>正在交替测量：%1，第%2 / %3轮</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Figures of the engines</source>
        <translation>引擎的数值</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>There are no profiles: the walls are known, not where the time goes.</source>
        <translation>没有性能数据：只知道墙钟时间，不知道时间花在哪里。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Shares of recorded runs, scaled to the wall without recording. Below 0 %, %1 is faster.</source>
        <translation>取自有记录的运行的占比，按不记录时的墙钟时间折算。低于0 %时，%1 更快。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Verdicts are not given: %1.</source>
        <translation>未给出判定：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>This engine was measured without a profile</source>
        <translation>测量此引擎时没有性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Reading the profile of %1</source>
        <translation>正在读取 %1 的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>The times on the graph are now of this profile</source>
        <translation>图上的时间现在取自此性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>proven %1</source>
        <translation>已证实%1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>not led %1</source>
        <translation>未归属%1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>No row is selected</source>
        <translation>未选择任何行</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>Select a row or a node of the graph.</source>
        <translation>请选择一行或图中的一个节点。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_page.cpp"/>
        <source>%1, %n node(s) selected</source>
        <translation><numerusform>%1，已选择%n个节点</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>%1, %n thread(s)</source>
        <translation><numerusform>%1，%n个线程</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>Measuring %1 in all engines</source>
        <translation>正在所有引擎中测量 %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/engines_runner.cpp"/>
        <source>Measuring in all engines</source>
        <translation>正在所有引擎中测量</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explorer/explorer_model.cpp"/>
        <source>%n same</source>
        <translation><numerusform>相同%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>The filter hides what is selected. Esc clears it.</source>
        <translation>筛选隐藏了所选内容。按 Esc 清除筛选。</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Filter by name or type</source>
        <translation>按名称或类型筛选</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Parts of the model</source>
        <translation>模型的组成部分</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Listing the model</source>
        <translation>正在列出模型内容</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>No model is open.</source>
        <translation>没有打开的模型。</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <source>This file could not be opened. See Problems.</source>
        <translation>此文件无法打开。参见“问题”。</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Reading the model…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>A profile without its model has no graph.</source>
        <translation>没有模型的性能数据不含图。</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Nothing matches %1.</source>
        <translation>没有与 %1 匹配的内容。</translation>
    </message>
    <message>
        <location filename="../../ui/explorer/explorer_panel.cpp"/>
        <source>Content of the second column</source>
        <translation>第二列的内容</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The File Has Changed</source>
        <translation>文件已更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%1 was changed by another program or window</source>
        <translation>%1 已被其他程序或窗口更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>What changed since the file was read</source>
        <translation>读取文件后发生的更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Discard my edits</source>
        <translation>放弃我的编辑(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Decide later</source>
        <translation>稍后决定</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Keep mine as a copy…</source>
        <translation>将我的保存为副本(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>&amp;Repeat my edits on the new file</source>
        <translation>在新文件上重做我的编辑(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Comparing the file as it was, as it is, and your edits…</source>
        <translation>正在比较文件的原状、现状和您的编辑…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Comparing %1 with its edits</source>
        <translation>正在比较 %1 与其编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>The file cannot be read now: %1. Your edits can be kept as a copy.</source>
        <translation>现在无法读取文件：%1。您的编辑可保存为副本。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n change(s) in the file.</source>
        <translation><numerusform>文件中有%n处更改。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>%n part(s) changed by both.</source>
        <translation><numerusform>双方都更改了%n个部分。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>All of your edits fit the new file.</source>
        <translation>您的所有编辑都适用于新文件。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>Edits that do not fit the new file: %1.</source>
        <translation>不适用于新文件的编辑：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>You took back edits that the file had when it was saved. They cannot be repeated on the new file; a copy keeps your model.</source>
        <translation>您撤销了文件保存时已有的编辑。它们无法在新文件上重做；可用副本保留您的模型。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/conflict/file_conflict_dialog.cpp"/>
        <source>A copy cannot be saved any more, and weights cannot be compared: %1.</source>
        <translation>已无法再保存副本，也无法比较权重：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Models and profiles (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;All files (*)</source>
        <translation>模型和性能数据 (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open Folder of Profiles</source>
        <translation>打开性能数据文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open &amp;Recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Nothing opened yet</source>
        <translation>尚未打开任何文件</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Recent files are switched off</source>
        <translation>最近的文件已关闭</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attach a profile</source>
        <translation>附加性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Profiles (*.opscope *.html);;All files (*)</source>
        <translation>性能数据 (*.opscope *.html);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attached %1, which was recorded with this model file</source>
        <translation>已附加 %1，它是用此模型文件记录的</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attached %1: %2 of its time belongs to nodes of this model</source>
        <translation>已附加 %1：其%2的时间属于此模型的节点</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Open profile</source>
        <translation>打开性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>%1 was recorded with %2.</source>
        <translation>%1 是用 %2 记录的。</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>%1 was recorded with another file than %2.
%3 of its time can be matched to nodes of this model by their names.</source>
        <translation>%1 不是用 %2 而是用另一个文件记录的。
其%3的时间可按名称与此模型的节点匹配。</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Attach to %1</source>
        <translation>附加到 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/file_opener.cpp"/>
        <source>Open on its own</source>
        <translation>单独打开</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Drop last term</source>
        <translation>去掉最后一项</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Previous result (Shift+F3)</source>
        <translation>上一个结果 (Shift+F3)</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Next result (F3)</source>
        <translation>下一个结果 (F3)</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Operators that the GPU of this run left to the CPU: on:fallback</source>
        <translation>本次运行中由 GPU 留给 CPU 的算子：on:fallback</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Words, type:Conv, out:1x*, size&gt;1MiB</source>
        <translation>词语、type:Conv、out:1x*、size&gt;1MiB</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Show the results in the graph in a colour of their own</source>
        <translation>在图中以专用颜色显示结果</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Runs on the CPU, %1</source>
        <translation>在 CPU 上运行，%1</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Preparing to search</source>
        <translation>正在准备搜索</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Searches names, operator types and values of all graphs.</source>
        <translation>搜索所有图的名称、算子类型和值。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 result(s)</source>
        <translation><numerusform>%1个结果</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Nothing matches %1. %2 match without %3.</source>
        <translation>没有与 %1 匹配的内容。去掉 %3 后有%2个匹配。</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 read, %2.</source>
        <translation>已读取 %1，%2。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <location filename="../../ui/find/find_results.cpp"/>
        <source>%1 element(s)</source>
        <translation><numerusform>%1个元素</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%1 weight(s) and captured value(s)</source>
        <translation><numerusform>%1个权重和捕获值</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Without %n tensor(s) that cannot be read.</source>
        <translation><numerusform>不含无法读取的%n个张量。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>%n more graph(s)</source>
        <translation><numerusform>另有%n个图</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Column %1: %2</source>
        <translation>第%1列：%2</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Went on from the last result.</source>
        <translation>已从最后一个结果继续。</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_panel.cpp"/>
        <source>Went on from the first result.</source>
        <translation>已从第一个结果继续。</translation>
    </message>
    <message>
        <location filename="../../ui/find/find_results.cpp"/>
        <source>first: element %1</source>
        <translation>首个：元素%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>%1 "%2" runs on the CPU: %3</source>
        <translation>%1 "%2" 在 CPU 上运行：%3</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>Operators lists its %n transfer(s) between GPU and CPU with their times</source>
        <translation><numerusform>“算子”列出了其在 GPU 与 CPU 之间的%n次传输及时间</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/gpu/fallback_findings.cpp"/>
        <source>its inputs and outputs are in CPU memory</source>
        <translation>其输入和输出位于 CPU 内存</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>No run yet. Profile this model to see where time goes.</source>
        <translation>尚无运行。对此模型进行性能分析，即可查看时间花在哪里。</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Medians</source>
        <translation>中位数</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Each operator as wide as its median over all recorded runs</source>
        <translation>每个算子的宽度为其在所有有记录的运行中的中位数</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Median run</source>
        <translation>中位运行</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>The median run. Operators and time outside operators add up to its wall time</source>
        <translation>中位运行。算子与算子之外的时间之和即其墙钟时间</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only range</source>
        <translation>仅范围</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Only the range selected in the timeline, over all runs in it</source>
        <translation>仅时间线中所选的范围，涵盖其中的所有运行</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Flame graph as a table</source>
        <translation>以表格显示火焰图</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>Zoom out (Backspace)</source>
        <translation>缩小 (Backspace)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Show all (Home)</source>
        <translation>显示全部 (Home)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>As a table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only range %1</source>
        <translation>仅范围%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>%1 in %n operator(s)</source>
        <translation><numerusform>%n个算子，共%1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>the range, %1</source>
        <translation>范围，%1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>wall, %1</source>
        <translation>墙钟时间，%1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_panel.cpp"/>
        <source>search: %1</source>
        <translation>搜索：%1</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Time (ns)</source>
        <translation>时间 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Share (%)</source>
        <translation>占比 (%)</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_table.cpp"/>
        <source>Executions</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Zoom Into	Enter</source>
        <translation>放大查看	Enter</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <source>Zoom Out	Backspace</source>
        <translation>缩小	Backspace</translation>
    </message>
    <message>
        <location filename="../../ui/flame/flame_view.cpp"/>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Show All	Home</source>
        <translation>显示全部	Home</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Filter profiles</source>
        <translation>筛选性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Words of model, machine, host, settings, date, commit, label or file; all must match</source>
        <translation>模型、机器、主机、设置、日期、提交、标签或文件中的词语；须全部匹配</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Where models and operators became slower over the commits</source>
        <translation>模型和算子从哪些提交起变慢</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Profiles</source>
        <translation>性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>A dot is the median of a profile, its line the 95 % interval. Blue: this machine; grey: other machines</source>
        <translation>圆点是一份性能数据的中位数，线段是95 % 区间。蓝色：本机；灰色：其他机器</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Wall over time</source>
        <translation>墙钟时间的变化趋势</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Reading the profiles of %1…</source>
        <translation>正在读取 %1 的性能数据…</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Reading profiles of %1</source>
        <translation>正在读取 %1 的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 has no profile.
Expected .opscope files of Profile or “opscope-cli profile -o”, or the folder of “opscope-cli pack”.</source>
        <translation>%1 没有性能数据。
应为“性能分析”或“opscope-cli profile -o”生成的 .opscope 文件，或“opscope-cli pack”生成的文件夹。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 unreadable file(s)</source>
        <translation><numerusform>%1个文件无法读取</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 profile(s)</source>
        <translation><numerusform>%1个性能数据</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 of %2 profiles</source>
        <translation>%1 / %2份性能数据</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 model(s)</source>
        <translation><numerusform>%1个模型</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>%1 kind(s) of machine</source>
        <translation><numerusform>%1种机器</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>packed</source>
        <translation>已打包</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>single files</source>
        <translation>单个文件</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Open the profile (Enter)</source>
        <translation>打开性能数据 (Enter)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select a profile</source>
        <translation>选择一份性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Compare the two profiles, the older one is A</source>
        <translation>比较两份性能数据，较早的一份为 A</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select two profiles to compare them</source>
        <translation>选择两份性能数据进行比较</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_page.cpp"/>
        <source>Select a profile to see its model over time</source>
        <translation>选择一份性能数据，查看其模型随时间的变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Wall (ns)</source>
        <translation>墙钟时间 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>95 % CI low (ns)</source>
        <translation>95 % 置信区间下限 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>95 % CI high (ns)</source>
        <translation>95 % 置信区间上限 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/fleet_table.cpp"/>
        <source>The measurement was interrupted</source>
        <translation>测量被中断</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Show one by one</source>
        <translation>逐个显示</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>Unfold in place</source>
        <translation>就地展开</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>, %1 folded</source>
        <translation>，%1 已折叠</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>%1 group(s)</source>
        <translation><numerusform>%1个组</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source> · %1 drawn</source>
        <translation> · 已绘制 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source>%1 card(s)</source>
        <translation><numerusform>%1张卡片</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/fold_control.cpp"/>
        <source> · %n changed</source>
        <translation><numerusform> · 更改%n个</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/foldable_section.cpp"/>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/foldable_section.cpp"/>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/folder_page.cpp"/>
        <source>Reading packed profiles</source>
        <translation>正在读取打包的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>Why the GPU was idle, of the wall: %1</source>
        <translation>GPU 空闲的原因，占墙钟时间：%1</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/device_strip.cpp"/>
        <source>The GPU was idle, of the wall:
%1</source>
        <translation>GPU 的空闲时间，占墙钟时间：
%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Cache found</source>
        <translation>找到缓存</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n pair(s)</source>
        <translation><numerusform>%n对</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n pair(s) of another shape</source>
        <translation><numerusform>%n对形状不同</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Grows in</source>
        <translation>增长维度</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>At the end</source>
        <translation>结束时</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%1 positions, %2</source>
        <translation>%1个位置，%2</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%1 positions</source>
        <translation>%1个位置</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>1 output leads back to an input of the same type.</source>
        <translation>1个输出回接到同类型的输入。</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>All %1 outputs lead back to an input of the same type.</source>
        <translation>全部%1个输出均回接到同类型的输入。</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Number of random tokens, or token ids with commas: 464,2068,7586</source>
        <translation>随机 token 的数量，或以逗号分隔的 token id：464,2068,7586</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Profile generates so many tokens; off: it runs the model once a run</source>
        <translation>“性能分析”生成这么多 token；关：每次运行只运行一次模型</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>This token ends a generation</source>
        <translation>遇到此 token 时结束生成</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Stop token</source>
        <translation>停止 token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n random token(s)</source>
        <translation><numerusform>%n个随机 token</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Tokens are generated on the CPU only: on a GPU, Profile measures single runs.</source>
        <translation>token 只在 CPU 上生成：在 GPU 上，“性能分析”测量单次运行。</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>The token with the largest logit is chosen: the same tokens in every run, so that runs can be compared.</source>
        <translation>选取 logit 最大的 token：每次运行的 token 相同，因此运行之间可以比较。</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>The ids are those of the input's file.</source>
        <translation>id 取自该输入的文件。</translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>Expected a number of tokens, or ids with commas: 464,2068. Until then Profile uses %1</source>
        <translation>应为 token 的数量，或以逗号分隔的 id：464,2068。在此之前“性能分析”使用 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n random token(s), seed %1</source>
        <translation><numerusform>%n个随机 token，种子%1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_box.cpp"/>
        <source>%n token id(s)</source>
        <translation><numerusform>%n个 token id</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Time per token over position</source>
        <translation>每 token 时间随位置的变化</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>%1, median of %n generation(s)</source>
        <translation><numerusform>%1，%n次生成的中位数</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>one took %1</source>
        <translation>其中一次耗时%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_chart.cpp"/>
        <source>one took %1: %2</source>
        <translation>其中一次耗时%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>One token</source>
        <translation>单个 token</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Previous token (Left in the chart)</source>
        <translation>上一个 token（图表中按 ←）</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Next token (Right in the chart)</source>
        <translation>下一个 token（图表中按 →）</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Token 9999</source>
        <translation>Token 9999</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>Operators of a token</source>
        <translation>token 的算子</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_layout.cpp"/>
        <source>What grows with position</source>
        <translation>随位置增长的部分</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Generation, %1</source>
        <translation>生成，%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>No run yet.</source>
        <translation>尚无运行。</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>This run generated no tokens.</source>
        <translation>本次运行没有生成 token。</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>The figures are being computed</source>
        <translation>正在计算数值</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Figures of the generation</source>
        <translation>生成的数值</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>You stopped computing the figures. Close this tab and choose Run › Show Generation to compute them.</source>
        <translation>您已停止计算数值。关闭此标签页并选择“运行”›“显示生成”即可计算。</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>The figures cannot be computed: %1</source>
        <translation>无法计算数值：%1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>the prompt's run chose the only token</source>
        <translation>唯一的 token 由提示词的运行选取</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>median of the recorded runs</source>
        <translation>有记录的运行的中位数</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>dots: every generation; line: robust fit, 95 %</source>
        <translation>圆点：每次生成；线：稳健拟合，95 %</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>dots: every generation</source>
        <translation>圆点：每次生成</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>This needs recorded tokens at 6 positions or more.</source>
        <translation>需要在6个或更多位置有记录的 token。</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>no recorded run of this token</source>
        <translation>此 token 没有有记录的运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>median of %n run(s): %1</source>
        <translation><numerusform>%n次运行的中位数：%1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>one run of the prompt, %n token(s)</source>
        <translation><numerusform>提示词的一次运行，%n个 token</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>prefill, %n token(s)</source>
        <translation><numerusform>预填充，%n个 token</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>no recorded run</source>
        <translation>没有有记录的运行</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median run of token %1</source>
        <translation>墙钟时间，token %1 的中位运行</translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median token</source>
        <translation>墙钟时间，中位 token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median run of the prompt, %n token(s)</source>
        <translation><numerusform>墙钟时间，提示词的中位运行，%n个 token</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/generation/generation_page.cpp"/>
        <source>Wall, median prefill</source>
        <translation>墙钟时间，中位预填充</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/generation_settings.cpp"/>
        <source>%n token(s)</source>
        <translation><numerusform>%n个 token</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/generation_settings.cpp"/>
        <source>%1 + %2 tokens</source>
        <translation>%1 + %2个 token</translation>
    </message>
    <message>
        <location filename="../../ui/gpu/gpu_report.cpp"/>
        <source>Accounting for the GPU's time</source>
        <translation>正在核算 GPU 的时间</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The complete graph would be too thin to see. Shown is the part around the middle of the view; the minimap shows the rest</source>
        <translation>完整的图会细得无法看清。现显示视图中部周围的部分；缩略图显示其余部分</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Neighbours</source>
        <translation>邻近节点</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>%1 node(s) selected</source>
        <translation><numerusform>已选择%1个节点</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: select a node or a group first</source>
        <translation>未选择任何内容：请先选择节点或组</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>%n node(s) selected, a path has two ends: select two nodes with Ctrl+click</source>
        <translation><numerusform>已选择%n个节点，而路径有两端：请用 Ctrl+点击选择两个节点</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>No path leads from one of the two nodes to the other</source>
        <translation>两个节点之间没有路径相连</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: a note belongs to a node, value or group</source>
        <translation>未选择任何内容：备注须属于节点、值或组</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>A note belongs to a node, value or group</source>
        <translation>备注须属于节点、值或组</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The note was not saved: the file was read again and the item has changed</source>
        <translation>备注未保存：文件已重新读取，该项已更改</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Nothing is selected: select what to mark</source>
        <translation>未选择任何内容：请选择要标记的内容</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>No notes yet: select a node and choose Add Note to Selection</source>
        <translation>尚无备注：请选择节点，然后选择“为所选内容添加备注”</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>Notes and marks</source>
        <translation>备注和标记</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>The item of this note is not in the model any more</source>
        <translation>此备注所属的项已不在模型中</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>NOTE</source>
        <translation>备注</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_commands.cpp"/>
        <source>MARK</source>
        <translation>标记</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph, first view</source>
        <translation>图，第一视图</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_split.cpp"/>
        <source>Graph, second view</source>
        <translation>图，第二视图</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>The graph could not be laid out: %1</source>
        <translation>图无法布局：%1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>%1 found by %2</source>
        <translation>由 %2 找到 %1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Graphviz cannot place this graph in time: the layered layout is shown</source>
        <translation>Graphviz 无法及时为此图布局：现显示分层布局</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Enter %1</source>
        <translation>进入 %1</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view.cpp"/>
        <source>Draw these edges</source>
        <translation>绘制这些边</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view_colours.cpp"/>
        <source>Colouring the graph</source>
        <translation>正在为图着色</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/graph_view_places.cpp"/>
        <source>This graph has no nodes.</source>
        <translation>该图没有节点。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/canvas/graph_view_places.cpp"/>
        <source>The model has %n local function(s): see Model, Functions.</source>
        <translation><numerusform>模型有%n个局部函数：参见“模型”›“函数”。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>Numbers of the channel against the codes</source>
        <translation>通道的数值与码值对照</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>from %1 to %2, %3 codes unused</source>
        <translation>从%1到%2，%3个码值未使用</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>bars: numbers (logarithmic count)</source>
        <translation>柱：数值（对数计数）</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>bars: numbers (linear count)</source>
        <translation>柱：数值（线性计数）</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>several scales in this channel</source>
        <translation>此通道有多个缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>ticks: the codes</source>
        <translation>刻度：码值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>ticks: the codes, every %1.</source>
        <translation>刻度：码值，每%1个一条。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>%1 of %2 codes unused here</source>
        <translation>此处%2个码值中有%1个未使用</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/grid_histogram.cpp"/>
        <source>%1 to %2: %3 numbers</source>
        <translation>%1至%2：%3个数</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/heat_map.cpp"/>
        <source>Heat map of the tensor</source>
        <translation>张量热图</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/histogram_view.cpp"/>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Latest, %1</source>
        <translation>最新，%1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>95 % %1</source>
        <translation>95 %：%1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>error unknown</source>
        <translation>误差未知</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Last change</source>
        <translation>最近一次变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>at least %1 would be found</source>
        <translation>不小于%1的变化可被发现</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>too few points to search</source>
        <translation>点数太少，无法搜索</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>first at %1, %2</source>
        <translation>首次出现于 %1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Since the first point</source>
        <translation>自第一个点以来</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>History: %1</source>
        <translation>历史：%1</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Model, machine and settings</source>
        <translation>模型、机器和设置</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Write all series as one HTML page</source>
        <translation>将所有序列写入一个 HTML 页面</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Wall over commits</source>
        <translation>墙钟时间随提交的变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Reading the history of %1</source>
        <translation>正在读取 %1 的历史</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 has no profile with recorded runs.
“opscope-cli profile --commit” says which commit it measures.</source>
        <translation>%1 没有含运行记录的性能数据。
“opscope-cli profile --commit”可注明所测量的提交。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 file(s) left out</source>
        <translation><numerusform>已略过%1个文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>E-Divisive, p ≤ 1 %; changes of at least %1; %2 tested, %3 too small. The newest %4 points are too new to judge.</source>
        <translation>E-Divisive，p ≤ 1 %；变化至少%1；已检验 %2，过小%3。最新的%4个点过新，无法判断。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>%1 operator(s)</source>
        <translation><numerusform>%1个算子</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Changes are searched from %1 points on.</source>
        <translation>从%1个点起开始搜索变化。</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Compare %1 with %2</source>
        <translation>比较 %1 与 %2</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>No change was found</source>
        <translation>未发现变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Open the profile of %1</source>
        <translation>打开 %1 的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Choose a point of the chart</source>
        <translation>选择图表中的一个点</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>Export History</source>
        <translation>导出历史</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_page.cpp"/>
        <source>HTML (*.html);;All files (*)</source>
        <translation>HTML (*.html);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Before (ns)</source>
        <translation>之前 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>After (ns)</source>
        <translation>之后 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Difference (ns)</source>
        <translation>差异 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>Change (ratio)</source>
        <translation>变化（比值）</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>95 % CI low (ratio)</source>
        <translation>95 % 置信区间下限（比值）</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>95 % CI high (ratio)</source>
        <translation>95 % 置信区间上限（比值）</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>First at</source>
        <translation>首次出现于</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>What else changed there</source>
        <translation>同时发生的其他变化</translation>
    </message>
    <message>
        <location filename="../../ui/fleet/history_table.cpp"/>
        <source>implementation: %1</source>
        <translation>实现：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Fed to the model</source>
        <translation>送入模型的数据</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Preparation of %1</source>
        <translation>%1 的预处理</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Own settings</source>
        <translation>自定义设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>None, levels of 0 to 1</source>
        <translation>无，取值0到1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Prepared as</source>
        <translation>预处理方式</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By the shape</source>
        <translation>按形状</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Channels first (NCHW)</source>
        <translation>通道在前 (NCHW)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Channels last (NHWC)</source>
        <translation>通道在后 (NHWC)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Stretch</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Cut the middle out</source>
        <translation>裁取中部</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Fit, with a border</source>
        <translation>适合，加边框</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Shorter side of %1 before the cut</source>
        <translation>裁取前 %1 的短边</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Shorter side</source>
        <translation>短边</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Level of the border of %1</source>
        <translation>%1 的边框取值</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Border</source>
        <translation>边框</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Scaled</source>
        <translation>缩放方式</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Bilinear, as Pillow</source>
        <translation>双线性，同 Pillow</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Bicubic, as Pillow</source>
        <translation>双三次，同 Pillow</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Linear, as Resize</source>
        <translation>线性，同 Resize</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Colours</source>
        <translation>颜色</translation>
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
        <translation>取值</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By the type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>0 to 1</source>
        <translation>0到1</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>0 to 255</source>
        <translation>0到255</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>Minus mean</source>
        <translation>减去均值</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>By deviation</source>
        <translation>除以标准差</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>One number for all channels, or one per channel: 0.485 / 0.456 / 0.406</source>
        <translation>所有通道共用一个数，或每通道一个数：0.485 / 0.456 / 0.406</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/image_box.cpp"/>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>channels first (NCHW)</source>
        <translation>通道在前 (NCHW)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>channels last (NHWC)</source>
        <translation>通道在后 (NHWC)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>kernels side by side (OIHW)</source>
        <translation>卷积核并排 (OIHW)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>from data</source>
        <translation>取自数据</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>−1 to 1</source>
        <translation>−1到1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Black to white</source>
        <translation>黑到白</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>The first %1 of %2 kernels</source>
        <translation>%2个卷积核中的前%1个</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>RGBA</source>
        <translation>RGBA</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>%1 of %2, grey</source>
        <translation>%1 / %2，灰度</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/image_view.cpp"/>
        <source>Drawing the picture</source>
        <translation>正在绘制图片</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>picture…</source>
        <translation>图片…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>output of a run…</source>
        <translation>运行的输出…</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>A picture, .npy or .pb file can also be dropped here</source>
        <translation>也可将图片、.npy 或 .pb 文件拖放到此处</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Values of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Tensors (%1)</source>
        <translation>张量 (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Picture for %1</source>
        <translation>%1 的图片</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/input_card.cpp"/>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_panel.cpp"/>
        <source>Pin: show this item in a second inspector</source>
        <translation>固定：在第二个检查器中显示此项</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_panel.cpp"/>
        <source>Copy what the inspector says</source>
        <translation>复制检查器的内容</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/inspector_view.cpp"/>
        <source>A profile without its model: open the model to inspect its nodes.</source>
        <translation>没有模型的性能数据：打开模型即可检查其节点。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Assign</source>
        <translation>指定</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Remove keys</source>
        <translation>移除快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>As shipped</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>All as shipped</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Filter by command or key</source>
        <translation>按命令或按键筛选</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Commands and their keys</source>
        <translation>命令及其快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>&amp;New keys</source>
        <translation>新快捷键(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>New keys</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Choose a command, press its new keys here. Arrows, letters and digits that a view answers itself stay as they are (Help, Keys).</source>
        <translation>选择一个命令，在此按下其新快捷键。由视图自身响应的方向键、字母和数字保持不变（“帮助”›“快捷键”）。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Free</source>
        <translation>可用</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/key_list.cpp"/>
        <source>Taken by %1, which will lose it</source>
        <translation>已被 %1 占用，指定后其将失去该快捷键</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n measurement(s) not saved</source>
        <translation><numerusform>%n项测量未保存</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>The measurement of %1 was kept. Open the model again to see it</source>
        <translation>已保留 %1 的测量。再次打开该模型即可查看</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <source>%1: %n edit(s)</source>
        <translation><numerusform>%1：%n处编辑</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/leaving.cpp"/>
        <source>%n model(s) with edits that are not saved.</source>
        <translation><numerusform>%n个模型有未保存的编辑。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Kept edits are offered at the next start.</source>
        <translation>保留的编辑会在下次启动时提供。</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Keep for next start</source>
        <translation>保留到下次启动(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Measuring %1</source>
        <translation>正在测量 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Measuring a comparison of two models</source>
        <translation>正在测量两个模型的比较</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Folder for the measurements</source>
        <translation>用于存放测量结果的文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Stopping the measurement. Opscope closes when the results are stored</source>
        <translation>正在停止测量。结果存储后 Opscope 将关闭</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Keeping measurements for the next start</source>
        <translation>正在为下次启动保留测量结果</translation>
    </message>
    <message>
        <location filename="../../ui/window/leaving.cpp"/>
        <source>Saving measurements</source>
        <translation>正在保存测量结果</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Restore all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>%n run(s) of %1 can be restored (%2).</source>
        <translation><numerusform>%1 的%n次运行可以恢复（%2）。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>d MMM, HH:mm</source>
        <comment>format of a date</comment>
        <translation>M月d日 HH:mm</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A sweep of %1 with %n size(s) can be restored (%2).</source>
        <translation><numerusform>%1 的一次扫描可以恢复，含%n个大小（%2）。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source> %n more after it.</source>
        <translation><numerusform> 其后还有%n项。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A recording was interrupted</source>
        <translation>有一次记录被中断</translation>
    </message>
    <message>
        <location filename="../../ui/run/recoverable_recordings_bar.cpp"/>
        <source>A recording was not saved</source>
        <translation>有一次记录未保存</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>Drag to move, click to fold</source>
        <translation>拖动可移动，点击可折叠</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source>%1: on the CPU, %2</source>
        <translation>%1：在 CPU 上，%2</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend.cpp"/>
        <source> · log</source>
        <translation> · 对数</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>nothing measured</source>
        <translation>没有测量数据</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/legend_strip.cpp"/>
        <source>and %1 more</source>
        <translation>另有%1个</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/lines_view.cpp"/>
        <source>Rows of the slice as curves</source>
        <translation>以曲线显示切片的各行</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/lines_view.cpp"/>
        <source>of %1 rows</source>
        <translation>共%1行</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Size (B)</source>
        <translation>大小 (B)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Share of live</source>
        <translation>存活占比</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Share of live (%)</source>
        <translation>存活占比 (%)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Last read by</source>
        <translation>最后的消费者</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Peak without it</source>
        <translation>无此张量的峰值</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>Peak without it (B)</source>
        <translation>无此张量的峰值 (B)</translation>
    </message>
    <message>
        <location filename="../../ui/memory/live_table.cpp"/>
        <source>output, stays</source>
        <translation>输出，保留</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_model.cpp"/>
        <source>detail</source>
        <translation>详细</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Least level shown</source>
        <translation>显示的最低级别</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Notes, warnings and errors</source>
        <translation>提示、警告和错误</translation>
    </message>
    <message>
        <location filename="../../ui/log/log_panel.cpp"/>
        <source>Everything</source>
        <translation>全部内容</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>No model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Main</source>
        <translation>主工具栏</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Run settings</source>
        <translation>运行设置</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Profile</source>
        <translation>性能分析</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Colour the graph by</source>
        <translation>图的着色依据</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Colour: %1</source>
        <translation>着色：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Edit the model</source>
        <translation>编辑模型</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Not now: %1</source>
        <translation>现在不可用：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Find nodes, tensors, values</source>
        <translation>查找节点、张量、值</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_tool_bar.cpp"/>
        <source>Run settings: %1</source>
        <translation>运行设置：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>graph %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/main_window.cpp"/>
        <source>%n selected: %1</source>
        <translation><numerusform>已选择%n个：%1</numerusform></translation>
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
        <translation><numerusform>CPU %n个线程</numerusform></translation>
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
        <translation>没有打开的文档</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>this is the main graph</source>
        <translation>这是主图</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>the graph has one view only</source>
        <translation>该图只有一个视图</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>no run yet</source>
        <translation>尚无运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>they are computed</source>
        <translation>统计数据已计算</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>the statistics are being computed</source>
        <translation>正在计算统计数据</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>there is no earlier selection</source>
        <translation>没有更早的选择</translation>
    </message>
    <message>
        <location filename="../../ui/window/main_window.cpp"/>
        <source>there is no later selection</source>
        <translation>没有更晚的选择</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>Live memory over the run</source>
        <translation>运行期间的存活内存</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>weights %1</source>
        <translation>权重%1</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>weights %1, not to scale</source>
        <translation>权重%1，未按比例</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>peak %1 at %2, %n tensor(s) live</source>
        <translation><numerusform>峰值%1，位于%2，%n个张量存活</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_chart.cpp"/>
        <source>%1: %2 of activations</source>
        <translation>%1：激活值%2</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>No run yet. Profile this model to see what memory it needs over time.</source>
        <translation>尚无运行。对此模型进行性能分析，即可查看其内存需求随时间的变化。</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>This profile does not say which tensors are live when: it comes from a program that does not record it, or nothing was planned.</source>
        <translation>此性能数据未说明各张量何时存活：它来自不记录此信息的程序，或没有进行内存规划。</translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>Live tensors</source>
        <translation>存活张量</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>%1 of activations + %2 of weights at %3, %n tensor(s) live</source>
        <translation><numerusform>%3处：激活值%1 + 权重%2，%n个张量存活</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/memory/memory_panel.cpp"/>
        <source>run %1 (median), sizes from the memory plan</source>
        <translation>第%1次运行（中位），大小取自内存规划</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/minimap.cpp"/>
        <source>Minimap</source>
        <translation>缩略图</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Preparing to edit %1</source>
        <translation>正在准备编辑 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>%n error(s) made</source>
        <translation><numerusform>产生%n个错误</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>%n error(s) mended</source>
        <translation><numerusform>修正%n个错误</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Editing %1</source>
        <translation>正在编辑 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Undoing an edit</source>
        <translation>正在撤销编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Redoing an edit</source>
        <translation>正在重做编辑</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor.cpp"/>
        <source>Select it, and mend the text in the Inspector</source>
        <translation>选择它，然后在检查器中修正文本</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <source>noted the edits in the metadata</source>
        <translation>已将编辑记入元数据</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/model_editor_saving.cpp"/>
        <source>Writing the edits of %1 for a run</source>
        <translation>正在写出 %1 的编辑以供运行</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>Counting operators and weights</source>
        <translation>正在统计算子和权重</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/model_survey.cpp"/>
        <source>Computing SHA-256</source>
        <translation>正在计算 SHA-256</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Run settings by name</source>
        <translation>按名称保存的运行设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Name, rename, remove or export these settings</source>
        <translation>命名、重命名、移除或导出这些设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Export for opscope-cli…</source>
        <translation>导出供 opscope-cli 使用…</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>%1, changed</source>
        <translation>%1，已更改</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Name of the settings</source>
        <translation>设置的名称</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>There are settings with the name %1. Replace them?</source>
        <translation>已有名为 %1 的设置。要替换吗？</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Save run settings</source>
        <translation>保存运行设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Rename run settings</source>
        <translation>重命名运行设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>The settings are still in the panel, without the name %1.</source>
        <translation>设置仍在面板中，但不再有名称 %1。</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Export run settings</source>
        <translation>导出运行设置</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <source>Settings of runs (*.settings)</source>
        <translation>运行设置 (*.settings)</translation>
    </message>
    <message>
        <location filename="../../ui/run/named_settings.cpp"/>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Text of the note</source>
        <translation>备注文本</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Kept on this machine, for this content of the file. Ctrl+Enter saves.</source>
        <translation>保存在本机，针对文件的当前内容。Ctrl+Enter 保存。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>The note was changed.</source>
        <translation>备注已更改。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/note_dialog.cpp"/>
        <source>Keep &amp;editing</source>
        <translation>继续编辑(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/notes/notes.cpp"/>
        <source>Looking for notes</source>
        <translation>正在查找备注</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>rounding</source>
        <translation>按舍入</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Absolute</source>
        <translation>绝对</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Not compared yet: both run once on the same inputs, and every tensor of B stands beside that of A.</source>
        <translation>尚未比较：两者将以相同输入各运行一次，B 的每个张量与 A 的对应张量并列显示。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>%1 tensor(s)</source>
        <translation><numerusform>%1个张量</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>, %1 exist in only one model</source>
        <translation>，%1个仅存在于一个模型中</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Compare numbers</source>
        <translation>比较数值</translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Compare again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>%1 more</source>
        <translation>另有%1个</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Looking for the tabs of the last session</source>
        <translation>正在查找上次会话的标签页</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Opscope ended while it opened %1.</source>
        <translation>Opscope 在打开 %1 时终止。</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>No longer there: %1.</source>
        <translation>已不存在：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Not all tabs of the last session are open.</source>
        <translation>上次会话的标签页未全部打开。</translation>
    </message>
    <message>
        <location filename="../../ui/window/restore/open_tabs.cpp"/>
        <source>Open it again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_list.cpp"/>
        <source>makes %1</source>
        <translation>生成 %1</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>Enter inserts  ·  ↑ ↓ choose  ·  Esc leaves the model as it is</source>
        <translation>Enter 插入  ·  ↑ ↓ 选择  ·  Esc 保持模型不变</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>%1 of %2 fit</source>
        <translation>%2个中有%1个适用</translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>Does not fit: %1, %2</source>
        <translation>不适用：%1，%2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source> (and %n more)</source>
        <translation><numerusform> （另有%n个）</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/edit/palette/operator_palette.cpp"/>
        <source>click to list</source>
        <translation>点击列出</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>the process that checked it crashed (%1). %2</source>
        <translation>检查它的进程崩溃了（%1）。%2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/plugins/operator_plugins.cpp"/>
        <source>%1, %n operator(s)</source>
        <translation><numerusform>%1，%n个算子</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>inserted by the engine</source>
        <translation>由引擎插入</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>top level</source>
        <translation>顶层</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Steps of unknown FLOP</source>
        <translation>FLOP 未知的步骤</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>The ceilings of the machine of this profile are not known. Measure peaks in Roofline measures those of this machine.</source>
        <translation>此性能数据所属机器的上限未知。Roofline 中的“测量峰值”测量的是本机的上限。</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>FLOP, bytes or the peak of their type are not known, so what the machine allows is not either.</source>
        <translation>FLOP、字节数或其类型的峰值未知，因此机器所允许的速度也未知。</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_columns.cpp"/>
        <source>Time that the roofs of its steps allow, of the time they took. Work is known of %1 of %2 steps.</source>
        <translation>各步骤的上限所允许的时间与实际用时之比。%2个步骤中有%1个的计算量已知。</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up…</source>
        <translation>正在汇总…</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>By scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>By kernel</source>
        <translation>按内核</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Only selection</source>
        <translation>仅所选内容</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Filter: words, type:Conv</source>
        <translation>筛选：词语，type:Conv</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Comparing with what the machine can do</source>
        <translation>正在与机器的能力相比较</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up kernels</source>
        <translation>正在汇总内核</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>Summing up scopes</source>
        <translation>正在汇总作用域</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>reorders</source>
        <translation>重排</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>unaccounted</source>
        <translation>未计入</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>overlap −%1</source>
        <translation>重叠−%1</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>without recording %1</source>
        <translation>不记录时%1</translation>
    </message>
    <message>
        <location filename="../../ui/operators/operators_panel.cpp"/>
        <source>recording costs %1</source>
        <translation>记录开销%1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Show as</source>
        <translation>显示为</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What the numbers mean</source>
        <translation>数值的含义</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Boxes</source>
        <translation>框</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Use the guess</source>
        <translation>采用推测</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Item </source>
        <translation>第 </translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Item of the batch</source>
        <translation>批中的项</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What the scores are</source>
        <translation>分数的含义</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Logits or probabilities, by the numbers</source>
        <translation>Logits 或概率，按数值判断</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Scores as they are</source>
        <translation>原始分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sample rate</source>
        <translation>采样率</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source> Hz</source>
        <translation> Hz</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Sample rate not known</source>
        <translation>采样率未知</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Inside from</source>
        <translation>内部阈值</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>The first four numbers of a box</source>
        <translation>框的前四个数</translation>
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
        <translation>中心 x, y, 宽, 高</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>x, y, width, height</source>
        <translation>x, y, 宽, 高</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>The numbers behind them</source>
        <translation>其后的数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>No scores</source>
        <translation>无分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score, class</source>
        <translation>分数、类别</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>A score per class</source>
        <translation>每个类别一个分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score, then a score per class</source>
        <translation>分数，然后每个类别一个分数</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Boxes are columns</source>
        <translation>框按列排列</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score from</source>
        <translation>分数下限</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Overlap up to</source>
        <translation>重叠上限</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Text of the tokens</source>
        <translation>token 的文本</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source> of %1</source>
        <translation> 项，共%1项</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary…</source>
        <translation>词表…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary: %1…</source>
        <translation>词表：%1…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels: %1…</source>
        <translation>标签：%1…</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Chosen, kept for this model</source>
        <translation>已选定，为此模型保存</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Nothing can be told by name, type and shape</source>
        <translation>无法由名称、类型和形状判断</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>A guess: %1</source>
        <translation>推测：%1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Words (*.txt *.json);;All files (*)</source>
        <translation>词语 (*.txt *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Choose above what the numbers mean.</source>
        <translation>请在上方选择数值的含义。</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Showing %1</source>
        <translation>正在显示 %1</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>%1 more are not listed</source>
        <translation>另有%1个未列出</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Share of pixels</source>
        <translation>像素占比</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Score</source>
        <translation>分数</translation>
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
        <translation>宽度</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/output_view.cpp"/>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, typical</source>
        <translation>%1，典型</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>p10 – p90</source>
        <translation>p10 – p90</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, fastest</source>
        <translation>%1，最快</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1, slowest</source>
        <translation>%1，最慢</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>No recorded run has operators to compare.</source>
        <translation>没有可比较的、含算子的运行记录。</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>highest %1</source>
        <translation>最高%1</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>statistics were not computed</source>
        <translation>未计算统计数据</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_painting.cpp"/>
        <source>%1  %2 – %3</source>
        <translation>%1  %2 – %3</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Runs laid over each other</source>
        <translation>叠加的运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Next Varying Operator	V</source>
        <translation>下一个波动的算子	V</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Zoom In	W</source>
        <translation>放大	W</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Zoom Out	S</source>
        <translation>缩小	S</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/overlay_view.cpp"/>
        <source>Back to the Timeline	Esc</source>
        <translation>返回时间线	Esc</translation>
    </message>
    <message>
        <location filename="../../ui/report/paper.cpp"/>
        <source>%1 · sheet %2</source>
        <translation>%1 · 第%2页</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Dark</source>
        <translation>深色</translation>
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
        <translation>长页面，原始大小</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>One page, made smaller if it must be</source>
        <translation>单页，必要时缩小</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>A4 sheets, fitted to their width</source>
        <translation>A4 页面，适合页宽</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Form</source>
        <translation>格式</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Scale</source>
        <comment>of a picture</comment>
        <translation>缩放比例</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Whole graph, folded as it is</source>
        <translation>整个图，按当前折叠状态</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>What the window shows</source>
        <translation>窗口显示的内容</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>Selection</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/picture_dialog.cpp"/>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/wave_view.cpp"/>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Remove plug-in</source>
        <translation>移除插件</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Operator plug-ins</source>
        <translation>算子插件</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add an operator plug-in</source>
        <translation>添加算子插件</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Plug-ins (*.so)</source>
        <translation>插件 (*.so)</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Add plug-in</source>
        <translation>添加插件</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>Run the code of this plug-in?</source>
        <translation>要运行此插件的代码吗？</translation>
    </message>
    <message>
        <location filename="../../ui/plugins/plugin_list.cpp"/>
        <source>%1
A plug-in is a program: it may do what you may. It runs within Opscope, to tell shapes, and in the process that runs models, now and at each start. Add it only if you trust where it comes from.</source>
        <translation>%1
插件是程序：您能做的它都能做。它在 Opscope 内运行以推断形状，并在运行模型的进程中运行，现在以及每次启动时都会运行。仅在信任其来源时添加。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>No animations</source>
        <translation>关闭动画</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Keep a list of recent files</source>
        <translation>保留最近的文件列表</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Remove permission</source>
        <translation>移除许可</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;General</source>
        <translation>常规(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>&amp;Permissions and plug-ins</source>
        <translation>许可和插件(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Open the tabs of the last session</source>
        <translation>打开上次会话的标签页</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>At the start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Ask when Opscope quits</source>
        <translation>退出 Opscope 时询问</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Keep for the next start</source>
        <translation>保留到下次启动</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Unsaved measurements</source>
        <translation>未保存的测量</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Models that may read weights from outside their folder:</source>
        <translation>可从其文件夹之外读取权重的模型：</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Permissions</source>
        <translation>许可</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>Operator plug-ins: libraries that bring operators of other domains. A plug-in is a program and may do what you may; add only those you trust.</source>
        <translation>算子插件：提供其他域的算子的库。插件是程序，您能做的它都能做；请只添加您信任的插件。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/preferences_dialog.cpp"/>
        <source>%1 reads from %2</source>
        <translation>%1 从 %2 读取</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problem_detail.cpp"/>
        <source>Rule: %1</source>
        <translation>规则：%1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>What to do</source>
        <translation>处理方法</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>%1 and %n more</source>
        <translation><numerusform>%1，另有%n处</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>byte %1</source>
        <translation>字节%1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_model.cpp"/>
        <source>bytes %1 to %2</source>
        <translation>字节%1至%2</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Notes %1</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Errors %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>No problems found.</source>
        <translation>未发现问题。</translation>
    </message>
    <message>
        <location filename="../../ui/problems/problems_panel.cpp"/>
        <source>Problems  %1</source>
        <translation>问题  %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>profile without its model</source>
        <translation>没有模型的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open its model…</source>
        <translation>打开其模型…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Looking for what stands out</source>
        <translation>正在查找值得注意之处</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>What stands out</source>
        <translation>值得注意之处</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Where this comes from</source>
        <translation>数据来源</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>How it was measured</source>
        <translation>测量方法</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open the model of this profile</source>
        <translation>打开此性能数据的模型</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <location filename="../../ui/pages/profile_page.cpp"/>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Models (*.onnx);;All files (*)</source>
        <translation>模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Quantisation: %1</source>
        <translation>量化：%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Run once and capture</source>
        <translation>运行一次并捕获</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Engine that the activations are coded for</source>
        <translation>激活值编码所面向的引擎</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>x86: uint8 with a zero point, for ONNX Runtime and OpenVINO. TensorRT: int8 with zero point 0.</source>
        <translation>x86：带零点的 uint8，用于 ONNX Runtime 和 OpenVINO。TensorRT：零点为0的 int8。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Profile: x86</source>
        <translation>目标：x86</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Profile: TensorRT</source>
        <translation>目标：TensorRT</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Apply as edit</source>
        <translation>作为编辑应用</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Error of this tensor</source>
        <translation>此张量的误差</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Output of the model</source>
        <translation>模型的输出</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Ranges</source>
        <translation>范围</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>line: smallest to largest, box: p25 to p75</source>
        <translation>线：最小值到最大值，框：p25到p75</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Per channel</source>
        <translation>按通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Per tensor</source>
        <translation>按张量</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Blocks</source>
        <translation>按块</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Elements of a block</source>
        <translation>每块的元素数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Bits of a code</source>
        <translation>码值的位数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>4 bits</source>
        <translation>4位</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>8 bits</source>
        <translation>8位</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Sort by error</source>
        <translation>按误差排序</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Scale and zero point</source>
        <translation>缩放系数和零点</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Findings first</source>
        <translation>问题优先</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Scale and zero point of each channel</source>
        <translation>各通道的缩放系数和零点</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Logarithmic scale of the counts, which shows single numbers</source>
        <translation>计数采用对数刻度，可显示个别数值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Operators by output error</source>
        <translation>按输出误差排列的算子</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <source>Choose inputs…</source>
        <translation>选择输入…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_layout.cpp"/>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Keep in fp32</source>
        <translation>保留为 fp32</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Quantise it again</source>
        <translation>重新量化</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Running the model once…</source>
        <translation>正在运行一次模型…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The model has no value of this name any more. What is shown was read before; Undo brings a quantised weight back.</source>
        <translation>模型中已没有此名称的值。所显示的内容是之前读取的；“撤销”可恢复被量化的权重。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>This value is computed by a run and is not kept. One run with the settings of the Run panel captures it.</source>
        <translation>此值由运行计算得出，未保留。按“运行设置”面板的设置运行一次即可捕获。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Reading channels of %1</source>
        <translation>正在读取 %1 的通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Coding channels</source>
        <translation>正在编码通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The scales of the model are not judged: %1.</source>
        <translation>不评判模型的缩放系数：%1。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Statistics read %1 of %1 values</source>
        <translation>统计数据已读取%1 / %1个值</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 channel(s)</source>
        <translation><numerusform>%1个通道</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, worst first</source>
        <translation>，最差在前</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Channel %1</source>
        <translation>通道%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Channel %1 against its %2 codes</source>
        <translation>通道%1与其%2个码值对照</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Statistics read %1 of %1 values · channel %2 of %3</source>
        <translation>统计数据已读取%1 / %1个值 · 通道%2 / %3</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Counting the numbers of a channel</source>
        <translation>正在统计一个通道的数值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>one number of %1 at %2 sets the scale of all</source>
        <translation>%1个数中位于%2的一个决定了全体的缩放系数</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 bits, blocks of %2</source>
        <translation>%1位，每块%2个</translation>
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
        <translation> · 文件中的缩放系数：%2 的 %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>per channel</source>
        <translation>按通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>per tensor</source>
        <translation>按张量</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source> · planned: %1</source>
        <translation> · 计划：%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source> · neither floats nor codes with a scale</source>
        <translation> · 既不是浮点数，也不是带缩放系数的码值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>relative L2, all channels</source>
        <translation>相对 L2，所有通道</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>the file has codes only</source>
        <translation>文件只有码值</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>not coded</source>
        <translation>未编码</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Errors are measured with the file, but %1.</source>
        <translation>误差以文件为准测量，但%1。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Running the model before and after…</source>
        <translation>正在运行量化前后的模型…</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measuring errors of %1</source>
        <translation>正在测量 %1 的误差</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Stopped; nothing is kept.</source>
        <translation>已停止；未保留任何内容。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 random inputs</source>
        <translation>%1个随机输入</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>inputs from %1</source>
        <translation>输入取自 %1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Errors need runs: each operator is quantised alone, and its output compared. Random inputs show that it works, not how exact it is on real ones.</source>
        <translation>误差需要通过运行测得：每个算子单独量化，并比较其输出。随机输入只能说明可行，不能说明在真实输入上有多准确。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 operator(s) quantised</source>
        <translation><numerusform>已量化%1个算子</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, %1 left as they are</source>
        <translation>，%1个保持不变</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The output's error is %1</source>
        <translation>输出误差为%1</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>, before %1.</source>
        <translation>，之前为%1。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measured with random inputs.</source>
        <translation>以随机输入测得。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure again for what is chosen now.</source>
        <translation>请针对当前的选择重新测量。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>to spread: the error by the difference between inputs; above 1 × it is larger than what tells inputs apart.</source>
        <translation>相对离散度：误差与各输入间差异之比；大于1 × 时，误差超过了区分各输入的差异。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 × the spread between inputs</source>
        <translation>各输入间离散度的%1倍</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>spread between inputs unknown</source>
        <translation>各输入间的离散度未知</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Measure first: the ranges of activations come from runs.</source>
        <translation>请先测量：激活值的范围来自运行。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>Quantises the operators of the model; Undo takes it back.</source>
        <translation>量化模型的算子；“撤销”可还原。</translation>
    </message>
    <message>
        <location filename="../../ui/quantisation/quantisation_page.cpp"/>
        <source>The model is quantised; save it as a new file.</source>
        <translation>模型已量化；请将其保存为新文件。</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Looking for interrupted recordings</source>
        <translation>正在查找被中断的记录</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Cannot create a folder for the recording</source>
        <translation>无法为记录创建文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restoring runs of %1</source>
        <translation>正在恢复 %1 的运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>The sweep was not restored: its model file %1 does not exist any more</source>
        <translation>扫描未恢复：其模型文件 %1 已不存在</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restored %n run(s): save them from the Runs panel to keep them</source>
        <translation><numerusform>已恢复%n次运行：如需保留，请从“运行”面板保存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/recording_restorer.cpp"/>
        <source>Restored %n run(s) as %1</source>
        <translation><numerusform>已将%n次运行恢复为 %1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <location filename="../../ui/window/report_export.cpp"/>
        <source>Export data</source>
        <translation>导出数据</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Zoom In	+</source>
        <translation>放大	+</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_chart.cpp"/>
        <source>Zoom Out	-</source>
        <translation>缩小	-</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>No run yet. Profile this model to see how near its operators come to what this machine can do.</source>
        <translation>尚无运行。对此模型进行性能分析，即可查看其算子与本机的能力相差多少。</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measure peaks</source>
        <translation>测量峰值</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Operators that ran on the GPU, against its roofs</source>
        <translation>在 GPU 上运行的算子，对照其上限</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Operators that ran on the CPU, against its roofs</source>
        <translation>在 CPU 上运行的算子，对照其上限</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Roofline as a table</source>
        <translation>以表格显示 Roofline</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Zoom in (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Zoom out (-)</source>
        <translation>缩小 (-)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measure the peaks of this machine again, %1 s</source>
        <translation>重新测量本机的峰值，%1 s</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile carries no roofs of its GPU: they are measured there, when the GPU is first profiled. Times of kernels are complete without them.</source>
        <translation>此性能数据不含其 GPU 的上限：上限在首次对该 GPU 进行性能分析时于该处测量。没有上限时，内核时间依然完整。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>What this machine can do with %n thread(s) is not measured yet. Measuring takes %1 s and wants an idle machine; the result is kept.</source>
        <translation><numerusform>尚未测量本机用%n个线程的能力。测量需要%1 s，并要求机器空闲；结果会保留。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile does not say on which processor it was taken, so no ceilings can be drawn.</source>
        <translation>此性能数据未说明是在哪种处理器上采集的，因此无法绘制上限。</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>This profile was taken on another processor (%1) and carries no ceilings. `opscope-cli selftest peaks` measures them there, for later profiles.</source>
        <translation>此性能数据是在另一种处理器 (%1) 上采集的，且不含上限。`opscope-cli selftest peaks` 可在该处测量上限，供以后的性能数据使用。</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>%1 memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>measured %1</source>
        <translation>测量于%1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>measured apart, %1</source>
        <translation>另行测量，%1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>dashed: estimated bytes</source>
        <translation>虚线：估计的字节数</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>hollow: with the gaps before it</source>
        <translation>空心：含之前的间隙</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>hollow: by cache misses</source>
        <translation>空心：按缓存未命中</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>%n without FLOP: in the table</source>
        <translation><numerusform>%n个没有 FLOP：见表格</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>table: the longest %1 of %2</source>
        <translation>表格：%2个中最长的%1个</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Roofs: the best of five windows on this GPU, a copy on the device and large products in the precision of the run. Times are of kernels, without gaps; those below 5 µs have no place.
</source>
        <translation>上限：本 GPU 上五个测量窗口中的最佳值，包括设备上的拷贝和以运行精度进行的大型矩阵乘积。时间为内核时间，不含间隙；低于5 µs 的不列入。
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Ceilings: the best of five windows on this machine, by Measure peaks or `opscope-cli selftest peaks`; measured apart: not before this run. Bytes are the least that must move</source>
        <translation>上限：本机上五个测量窗口中的最佳值，由“测量峰值”或 `opscope-cli selftest peaks` 测得；另行测量：不是在本次运行之前测得。字节数为必须搬运的最小值</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>; those of L1, L2 and LLC are counted misses times 64 B, without what the processor fetches in advance.
</source>
        <translation>；L1、L2 和 LLC 的字节数为统计的未命中次数乘以64 B，不含处理器预取的内容。
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>, none is measured.
</source>
        <translation>，均非实测。
</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>Measuring what this machine can do</source>
        <translation>正在测量本机的能力</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks are measured next, after: %1</source>
        <translation>接下来测量峰值，在此之后：%1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks are not kept: %1</source>
        <translation>峰值未保留：%1</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_panel.cpp"/>
        <source>The peaks of this machine are measured and kept</source>
        <translation>本机的峰值已测量并保留</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Intensity (FLOP/B)</source>
        <translation>计算强度 (FLOP/B)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>Rate (B/s)</source>
        <translation>速率 (B/s)</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>moves only</source>
        <translation>仅搬运数据</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location filename="../../ui/roofline/roofline_table.cpp"/>
        <source>compute</source>
        <comment>opposite of memory</comment>
        <translation>计算</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The file has changed on disk: reload it before a run</source>
        <translation>文件在磁盘上已更改：运行前请重新加载</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>The run failed: %1</source>
        <translation>运行失败：%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The model can run with these settings</source>
        <translation>模型可以用这些设置运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The sweep is done, %n size(s)</source>
        <translation><numerusform>扫描完成，%n个大小</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The run is done</source>
        <translation>运行完成</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Generated %1 tokens, %n generation(s)</source>
        <translation><numerusform>已生成%1个 token，%n次生成</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>they differ from token %1 on</source>
        <translation>从 token %1 起不同</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>every one chose the same tokens</source>
        <translation>每次都选取了相同的 token</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>%1 on %2, %n run(s)</source>
        <translation><numerusform>%1，在 %2 上，%n次运行</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Profiled: wall %1 on %2 without recording</source>
        <translation>性能分析完成：不记录时在 %2 上的墙钟时间为%1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Profiled: wall %1 on %2</source>
        <translation>性能分析完成：在 %2 上的墙钟时间为%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>  ·  %n record(s) dropped</source>
        <translation><numerusform>  ·  丢弃%n条记录</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Writing the edits of %1 for the run</source>
        <translation>正在写出 %1 的编辑以供本次运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>The run of %1 waits for: %2</source>
        <translation>%1 的运行正在等待：%2</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Stopping the run of %1</source>
        <translation>正在停止 %1 的运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Profiling %1</source>
        <translation>正在对 %1 进行性能分析</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>%1, %2 %3 of %4</source>
        <translation>%1，%2 %3 / %4</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>this is a profile without its model</source>
        <translation>这是没有模型的性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>a run is in progress</source>
        <translation>正在进行运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>only Opscope's engine has it; the Run panel has chosen %1</source>
        <translation>仅 Opscope 的引擎支持；“运行设置”面板选择了 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>a run of this document is in progress</source>
        <translation>此文档正在进行运行</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>the run that is shown generated no tokens</source>
        <translation>所显示的运行没有生成 token</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>nothing runs</source>
        <translation>没有正在运行的内容</translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Save the edits to run</source>
        <translation>请保存编辑后再运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Cannot run: %n error(s)</source>
        <translation><numerusform>无法运行：%n个错误</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window/run_actions.cpp"/>
        <source>Cannot run: weights missing</source>
        <translation>无法运行：缺少权重</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Sweep of %1</source>
        <translation>扫描 %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Checking %1</source>
        <translation>正在检查 %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>No folder for the results can be made in %1: %2. Free some space, or set TMPDIR to a folder that can be written.</source>
        <translation>无法在 %1 中创建结果文件夹：%2。请释放一些空间，或将 TMPDIR 设为可写的文件夹。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>captured in Opscope's engine, run %1, nothing fused</source>
        <translation>在 Opscope 的引擎中捕获，第%1次运行，未融合</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>captured, run %1, nothing fused</source>
        <translation>已捕获，第%1次运行，未融合</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>output of run %1 in %2</source>
        <translation>%2 中第%1次运行的输出</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>output of run %1</source>
        <translation>第%1次运行的输出</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>stopped before it began</source>
        <translation>开始前已停止</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>run the rest, in the Run panel, or add a plug-in that brings them, in Preferences</source>
        <translation>在“运行设置”面板中运行其余部分，或在首选项中添加提供它们的插件</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>run on the CPU, or make the batch smaller if memory was short; the next run on the GPU begins in a process of its own</source>
        <translation>在 CPU 上运行，或在内存不足时减小批大小；下次在 GPU 上的运行会在单独的进程中开始</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>The process that ran the model died (%1). </source>
        <translation>运行模型的进程异常终止（%1）。 </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>%n run(s) had finished.</source>
        <translation><numerusform>已完成%n次运行。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source> Its last output: %1</source>
        <translation> 其最后的输出：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>stopped before the first run was complete; nothing is kept</source>
        <translation>在第一次运行完成前已停止；未保留任何内容</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>The process that ran the model ended with code %1. %2</source>
        <translation>运行模型的进程已结束，退出代码为%1。%2</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Reading the profile</source>
        <translation>正在读取性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Reading what was measured</source>
        <translation>正在读取测量结果</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_controller.cpp"/>
        <source>Reading the profile was stopped; what was measured can be restored</source>
        <translation>已停止读取性能数据；测量结果可以恢复</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_controller.cpp"/>
        <source> Kept: %n run(s).</source>
        <translation><numerusform> 已保留：%n次运行。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>Time of every run</source>
        <translation>每次运行的时间</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>%n above, up to %1</source>
        <translation><numerusform>超出%n次，最长%1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_dots.cpp"/>
        <source>warm-up, not counted</source>
        <translation>预热，不计入</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ plan: %1 steps from %2 nodes; %3 folded, %4 fused</source>
        <translation>✓ 执行计划：%2个节点生成%1个步骤；折叠%3个，融合%4个</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ memory planned: %1</source>
        <translation>✓ 内存规划：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>✓ memory on the GPU: %1</source>
        <translation>✓ GPU 内存：%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>⚠ on the CPU, %n operator(s): %1</source>
        <translation><numerusform>⚠ 在 CPU 上，%n个算子：%1</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/plan_text.cpp"/>
        <source>⚠ Not computed, for want of operators: %1</source>
        <translation>⚠ 因缺少算子而不计算：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ every operator is known</source>
        <translation>✓ 所有算子均已知</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ %n operator(s) of unknown kind; plug-ins bring them (Preferences)</source>
        <translation><numerusform>⚠ %n个算子种类未知；可由插件提供（首选项）</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ %n weight(s) missing in the file</source>
        <translation><numerusform>⚠ 文件中缺少%n个权重</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ nothing in Problems stops a run</source>
        <translation>✓ “问题”中没有妨碍运行的项</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>⚠ problems that stop a run: %1</source>
        <translation>⚠ 妨碍运行的问题：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>✓ weights %1</source>
        <translation>✓ 权重%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Random weights where the file has none</source>
        <translation>文件缺少权重处使用随机权重</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Skip unsupported operators</source>
        <translation>跳过不支持的算子</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run despite problems</source>
        <translation>忽略问题并运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Also run a model that breaks rules of ONNX which say what it computes; the results then depend on the implementation</source>
        <translation>即使模型违反了规定其计算内容的 ONNX 规则也运行；此时结果取决于具体实现</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Before the run</source>
        <translation>运行之前</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Every run</source>
        <translation>每次运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Run once</source>
        <translation>运行一次</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Check only</source>
        <translation>仅检查</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Open a model to run it.</source>
        <translation>打开模型即可运行。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>Reading shapes…</source>
        <translation>正在读取形状…</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel.cpp"/>
        <source>All input shapes are fixed.</source>
        <translation>所有输入形状均已固定。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Use test_data_set_0</source>
        <translation>使用 test_data_set_0</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Load folder…</source>
        <translation>加载文件夹…</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>From %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>This model has no inputs.</source>
        <translation>此模型没有输入。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>and %n more, random with the seed</source>
        <translation><numerusform>另有%n个，按种子随机生成</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>%1 of %2, %3</source>
        <translation>%2 的 %1，%3</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>The output of a run whose model is closed, or of an earlier session. Save an output with Save as… to use it again later.</source>
        <translation>来自模型已关闭或先前会话的某次运行的输出。如需以后再次使用，请用“另存为…”保存输出。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>No run of an open model has kept an output: use Run once first</source>
        <translation>已打开的模型没有运行保留过输出：请先使用“运行一次”</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>None is %1</source>
        <translation>没有类型为 %1 的输出</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_inputs.cpp"/>
        <source>Folder with input_&lt;i&gt;.pb or NAME.npy</source>
        <translation>含 input_&lt;i&gt;.pb 或 NAME.npy 的文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>± </source>
        <translation>± </translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>all runs are done</source>
        <translation>完成所有运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Stop before all runs are done when the 95 % interval of the median lies within this share of it</source>
        <translation>当中位数的95 % 区间处于其此占比之内时，在所有运行完成前停止</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Until</source>
        <translation>直到</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Operators and phases</source>
        <translation>算子和阶段</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Threads and counters too</source>
        <translation>以及线程和计数器</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Phases: reorders, copies and dispatch within operators. Threads: what each one works at, and memory, clock, temperature and power meanwhile. The more is recorded, the more recording costs</source>
        <translation>阶段：算子内的重排、拷贝和调度。线程：各线程的工作内容，以及期间的内存、时钟频率、温度和功耗。记录越多，记录的开销越大</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Record</source>
        <translation>记录内容</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Limits</source>
        <translation>限制</translation>
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
        <translation>可用内存的 ¾</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>A run that needs more memory is refused, or ends with an error. On the CPU the heap of its process is limited too.</source>
        <translation>需要更多内存的运行会被拒绝，或以错误结束。在 CPU 上，其进程的堆也受限制。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>A run, profile or sweep that takes longer is stopped. What was measured until then is kept.</source>
        <translation>超过此时间的运行、性能分析或扫描会被停止，此前测得的结果会保留。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_measure.cpp"/>
        <source>Generations</source>
        <translation>生成次数</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Do not run</source>
        <translation>不运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Stop and keep %n run(s)</source>
        <translation><numerusform>停止并保留%n次运行</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Stopped before the first run was complete; nothing is kept.</source>
        <translation>在第一次运行完成前已停止；未保留任何内容。</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>The run on the GPU failed: %1</source>
        <translation>GPU 上的运行失败：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Writing the edits for the run</source>
        <translation>正在写出编辑以供本次运行</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Ends after the current run</source>
        <translation>在当前运行之后结束</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>%1, %2 of %3</source>
        <translation>%1，%2 / %3</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Wall, median without recording: %1</source>
        <translation>墙钟时间，不记录时的中位数：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_panel_progress.cpp"/>
        <source>Wall, median: %1</source>
        <translation>墙钟时间，中位数：%1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>graphs on</source>
        <translation>CUDA 图：开</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>graphs off</source>
        <translation>CUDA 图：关</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>kernels timed</source>
        <translation>内核计时</translation>
    </message>
    <message>
        <location filename="../../ui/run/run_settings.cpp"/>
        <source>not timed</source>
        <translation>不计时</translation>
    </message>
    <message>
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <source>Every run is a dot; the line is their median, the band its 95 % interval.</source>
        <translation>每个圆点是一次运行；线是其中位数，带是其95 % 区间。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inspectors/run_strip.cpp"/>
        <source>%n run(s) took longer than is drawn.</source>
        <translation><numerusform>%n次运行的时间超出绘制范围。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Measuring both in turns: round %1 of %2</source>
        <translation>正在交替测量两者：第%1 / %2轮</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Stop and keep %n round(s)</source>
        <translation><numerusform>停止并保留%n轮</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/compare/running_bar.cpp"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>Wall, median (ns)</source>
        <translation>墙钟时间，中位数 (ns)</translation>
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
        <translation>显示于所有视图</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_model.cpp"/>
        <source>double click shows it in all views</source>
        <translation>双击可在所有视图中显示</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>No run yet. Profile this model, or attach a profile that was taken before.</source>
        <translation>尚无运行。对此模型进行性能分析，或附加之前采集的性能数据。</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Save profile…</source>
        <translation>保存性能数据…</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Attach profile…</source>
        <translation>附加性能数据…</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Difference of two runs</source>
        <translation>两次运行的差异</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Runs  %1</source>
        <translation>运行  %1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Not the same: %1</source>
        <translation>不相同：%1</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>The statistics of one of them are not computed yet.</source>
        <translation>其中之一的统计数据尚未计算。</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>A = %1, B = %2: wall %3 (%4)</source>
        <translation>A = %1，B = %2：墙钟时间%3（%4）</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Differences of medians. The two were not measured in turns, so a drift of the machine counts too; no test for noise is made.</source>
        <translation>中位数之差。两者未交替测量，因此机器的漂移也计入其中；未进行噪声检验。</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove runs</source>
        <translation>移除运行</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Remove %n run(s)? What was measured and not saved is lost.</source>
        <translation><numerusform>移除%n次运行？测量后未保存的内容将丢失。</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Save profile</source>
        <translation>保存性能数据</translation>
    </message>
    <message>
        <location filename="../../ui/runs/runs_panel.cpp"/>
        <source>Opscope profile (*.opscope)</source>
        <translation>Opscope 性能数据 (*.opscope)</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>The file states IR version %1, opset %2.</source>
        <translation>文件声明 IR 版本%1，opset %2。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Note the edits in the metadata (%1)</source>
        <translation>将编辑记入元数据（%1）</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save Model As</source>
        <translation>模型另存为</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Where they are</source>
        <translation>保持原位置</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In the model file</source>
        <translation>在模型文件中</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In one file beside the model</source>
        <translation>在模型旁的一个文件中</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>In a file for each tensor</source>
        <translation>每个张量一个文件</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Smaller ones stay inside</source>
        <translation>更小的留在文件内</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Save model as</source>
        <translation>模型另存为</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>There is no folder %1.</source>
        <translation>文件夹 %1 不存在。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>This is the opened file: it will be replaced.</source>
        <translation>这是已打开的文件：它将被替换。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Replace the file?</source>
        <translation>要替换文件吗？</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>%1 is the file that was opened. Replacing it loses the model as it was.</source>
        <translation>%1 是已打开的文件。替换它会丢失原来的模型。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>%1 exists already.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/save_model_dialog.cpp"/>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/shape_field.cpp"/>
        <source>Shape of %1</source>
        <translation>%1 的形状</translation>
    </message>
    <message>
        <location filename="../../ui/run/inputs/shape_field.cpp"/>
        <source>The model declares no shape: a run needs one, or a file.</source>
        <translation>模型未声明形状：运行需要形状或文件。</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 is reserved: it opens a recent file or chooses a tab</source>
        <translation>%1 已保留：用于打开最近的文件或选择标签页</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 without Ctrl or Alt is used by views and text fields: add Ctrl or Alt, or use a function key</source>
        <translation>不带 Ctrl 或 Alt 的 %1 由视图和文本框使用：请加上 Ctrl 或 Alt，或使用功能键</translation>
    </message>
    <message>
        <location filename="../../ui/window/shortcuts.cpp"/>
        <source>%1 is reserved for the views</source>
        <translation>%1 为视图保留</translation>
    </message>
    <message>
        <location filename="../../ui/document/shown_graph.cpp"/>
        <source>Placing the graph</source>
        <translation>正在布局图</translation>
    </message>
    <message>
        <location filename="../../ui/document/statistics_state.cpp"/>
        <source>You stopped computing the statistics of this profile. The timeline works without them.</source>
        <translation>您已停止计算此性能数据的统计数据。没有它们时间线也能使用。</translation>
    </message>
    <message>
        <location filename="../../ui/document/statistics_state.cpp"/>
        <source>Computing statistics of %1 spans… The timeline can be used meanwhile.</source>
        <translation>正在计算%1个片段的统计数据… 在此期间可以使用时间线。</translation>
    </message>
    <message>
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source>Stop this job</source>
        <translation>停止此任务</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/window/status_jobs.cpp"/>
        <source> (%n more)</source>
        <translation><numerusform> （另有%n个）</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Stored values</source>
        <translation>存储的值</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>%1 of %2 elements are stored (%3), each with %4. All others are zero.</source>
        <translation>%2个元素中存储了%1个（%3），每个附有%4。其余均为零。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>its linear index</source>
        <translation>其线性索引</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>one index per dimension</source>
        <translation>每个维度一个索引</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>The first %1 are listed.</source>
        <translation>列出前%1个。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>Linear index</source>
        <translation>线性索引</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/stored_values.cpp"/>
        <source>outside</source>
        <translation>越界</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_chart.cpp"/>
        <source>Time over size</source>
        <translation>时间随大小的变化</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>What changes</source>
        <translation>变化的内容</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>128:2048:*2 doubles, 1:9:+2 adds two each time, 64,128,512 is a list</source>
        <translation>128:2048:*2 每次加倍，1:9:+2 每次加2，64,128,512 是列表</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>One curve per operator type</source>
        <translation>每个算子类型一条曲线</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>One curve per operator</source>
        <translation>每个算子一条曲线</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Linear axes instead of logarithmic ones</source>
        <translation>以线性轴代替对数轴</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sweep as a table</source>
        <translation>以表格显示扫描</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Start sweep</source>
        <translation>开始扫描</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Stop and keep %n size(s)</source>
        <translation><numerusform>停止并保留%n个大小</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Expected 128:2048:*2, 1:9:+2 or 64,128,512</source>
        <translation>应为 128:2048:*2、1:9:+2 或 64,128,512</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Sizes are 128:2048:*2, 1:9:+2 or 64,128,512</source>
        <translation>大小的格式为 128:2048:*2、1:9:+2 或 64,128,512</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%1 %2, size %3 of %4</source>
        <translation>%1 %2，大小%3 / %4</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%1, run %2 of %3</source>
        <translation>%1，第%2 / %3次运行</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>stopped, %1 of %2 sizes</source>
        <translation>已停止，%1 / %2个大小</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>%n size(s) measured</source>
        <translation><numerusform>已测量%n个大小</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>Open a model to see how its time grows with a size.</source>
        <translation>打开模型，即可查看其时间如何随大小增长。</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_panel.cpp"/>
        <source>No sweep yet. Choose a dimension, or the threads, and sizes: the model is measured at each, with the settings of the Run panel.</source>
        <translation>尚无扫描。请选择一个维度或线程，以及若干大小：将按“运行设置”面板的设置在每个大小下测量模型。</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>%1 (ns)</source>
        <translation>%1 (ns)</translation>
    </message>
    <message>
        <location filename="../../ui/sweep/sweep_table.cpp"/>
        <source>Why not</source>
        <translation>未测原因</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>%1 was not written: the table changed meanwhile</source>
        <translation>%1 未写入：表格在此期间已更改</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>Wrote %1, rows: %2</source>
        <translation>已写入 %1，行数：%2</translation>
    </message>
    <message>
        <location filename="../../ui/tables/table_export.cpp"/>
        <source>of %1; the table leaves out the rest</source>
        <translation>（共%1行）；表格略去其余行</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>only this computer does it; the Run panel has chosen %1</source>
        <translation>仅本计算机支持；“运行设置”面板选择了 %1</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>host, or user@host</source>
        <translation>主机，或用户@主机</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Where Profile measures: on this computer, or on one that ssh reaches. Choose a host, or type its name as you would give it to ssh.</source>
        <translation>“性能分析”在哪里测量：在本计算机上，或在可通过 ssh 访问的计算机上。请选择主机，或按 ssh 的写法输入其名称。</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Which program is copied there, and what is remembered</source>
        <translation>复制到那里的是哪个程序，以及记住了哪些内容</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Copy the Program of a Folder…</source>
        <translation>复制某文件夹中的程序…</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Copy This Program</source>
        <translation>复制此程序</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Forget This Host</source>
        <translation>忘记此主机</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Folder with bin/opscope-cli for the other computer</source>
        <translation>含另一计算机所用 bin/opscope-cli 的文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>This computer</source>
        <translation>本计算机</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Profile and Check only run there, by ssh with your keys and configuration. This program, the model and its inputs are copied there once.</source>
        <translation>“性能分析”和“仅检查”在那里运行，通过 ssh 并使用您的密钥和配置。此程序、模型及其输入会复制到那里一次。</translation>
    </message>
    <message>
        <location filename="../../ui/run/target_box.cpp"/>
        <source>Profile and Check only run there, by ssh with your keys and configuration. The program in %1, the model and its inputs are copied there once.</source>
        <translation>“性能分析”和“仅检查”在那里运行，通过 ssh 并使用您的密钥和配置。%1 中的程序、模型及其输入会复制到那里一次。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Only this one</source>
        <translation>仅此张量</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Difference in all views</source>
        <translation>在所有视图中显示差异</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>The other views show this tensor minus the one that was added last</source>
        <translation>其他视图显示此张量减去最后添加的张量</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Over each other with</source>
        <translation>叠加对象</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Add the distribution of a weight or captured value</source>
        <translation>添加权重或捕获的值的分布</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>add a tensor…</source>
        <translation>添加张量…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>At most %1 tensors are drawn over each other.</source>
        <translation>最多可叠加绘制%1个张量。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Counting %1</source>
        <translation>正在统计 %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>No tensor of the same shape, so there is no difference.</source>
        <translation>没有相同形状的张量，因此没有差异。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Comparing %1</source>
        <translation>正在比较 %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>All %1 elements equal those of %2.</source>
        <translation>全部%1个元素与 %2 的相等。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>%1 of %2 elements differ from those of %3. Largest difference %4, at element %5; relative (L2) %6.</source>
        <translation>%2个元素中有%1个与 %3 的不同。最大差异%4，位于元素%5；相对 (L2) %6。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_distribution.cpp"/>
        <source>Subtracting tensors</source>
        <translation>正在对张量求差</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>from %1 to %2</source>
        <translation>从%1到%2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Reading elements…</source>
        <translation>正在读取元素…</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 of %2 read</source>
        <translation>已读取%1 / %2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>%1 of %1 read</source>
        <translation>已读取%1 / %1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Smallest · largest</source>
        <translation>最小值 · 最大值</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Mean ± std</source>
        <translation>均值 ± 标准差</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>p1 · p50 · p99</source>
        <translation>p1 · p50 · p99</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Within %1, read from a histogram.</source>
        <translation>精度在%1以内，取自直方图。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Largest magnitude at</source>
        <translation>最大幅值位置</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>Zero</source>
        <translation>零</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_facts.cpp"/>
        <source>NaN · Inf</source>
        <translation>NaN · Inf</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Save tensor</source>
        <translation>保存张量</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>NumPy array (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>ONNX tensor (*.pb)</source>
        <translation>ONNX 张量 (*.pb)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Slice as CSV (*.csv)</source>
        <translation>切片存为 CSV (*.csv)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Bytes as stored (*.raw)</source>
        <translation>存储的原始字节 (*.raw)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_export.cpp"/>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The file was read again and has no value of this name any more.</source>
        <translation>文件已重新读取，其中已没有此名称的值。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The file was read again and has no value of this name any more. What is shown was read before.</source>
        <translation>文件已重新读取，其中已没有此名称的值。所显示的内容是之前读取的。</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Lines</source>
        <translation>曲线</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Scale</source>
        <comment>of colours</comment>
        <translation>色标</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Scale of the colours</source>
        <translation>颜色的刻度</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>from data, symmetric</source>
        <translation>取自数据，对称</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>percentile 1 to 99</source>
        <translation>第1至第99百分位</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Magnitude of the strongest colour</source>
        <translation>最深颜色对应的幅值</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Channels, scales and zero points</source>
        <translation>通道、缩放系数和零点</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Slice of dimension %1</source>
        <translation>维度%1的切片</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>0 to %1: an index, a range such as 10 : 20, or : for all</source>
        <translation>0到%1：一个索引、一个范围（如 10 : 20），或用 : 表示全部</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Dimension %1: %2</source>
        <translation>维度%1：%2</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>The first %1 of %2 rows</source>
        <translation>%2行中的前%1行</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Colouring %1</source>
        <translation>正在为 %1 着色</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>± %1, symmetric</source>
        <translation>± %1，对称</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>± %1, percentile 1 to 99</source>
        <translation>± %1，第1至第99百分位</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>"%1" is no scale, expected a number above 0</source>
        <translation>"%1" 不是有效的刻度，应为大于0的数</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Drawing lines of %1</source>
        <translation>正在绘制 %1 的曲线</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensor_page.cpp"/>
        <source>Around %1</source>
        <translation>%1 附近</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>This model has no weights.</source>
        <translation>此模型没有权重。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tensors/tensors_panel.cpp"/>
        <source>%n weight(s)</source>
        <translation><numerusform>%n个权重</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Readers</source>
        <translation>消费者</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>Offset (B)</source>
        <translation>偏移 (B)</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, sparse</source>
        <translation>文件，稀疏</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, byte %1</source>
        <translation>文件，字节%1</translation>
    </message>
    <message>
        <location filename="../../ui/tensors/tensors_table.cpp"/>
        <source>file, as fields</source>
        <translation>文件，以字段存储</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>run %1, typical</source>
        <translation>第%1次运行，典型</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>run %1</source>
        <translation>第%1次运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_painter.cpp"/>
        <source>in run %1</source>
        <translation>在第%1次运行中</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Zoom in (W)</source>
        <translation>放大 (W)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Zoom out (S)</source>
        <translation>缩小 (S)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Typical run (T)</source>
        <translation>典型运行 (T)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Overlay runs (O)</source>
        <translation>叠加运行 (O)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>Keep the range as a mark (M)</source>
        <translation>将范围保留为标记 (M)</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>run %1 of %2 (median)</source>
        <translation>第%1 / %2次运行（中位）</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>%1 runs</source>
        <translation>%1次运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>%1 records lost</source>
        <translation>丢失%1条记录</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_panel.cpp"/>
        <source>No recorded run: none can be the typical one</source>
        <translation>没有有记录的运行：无法确定典型运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Name of the mark</source>
        <translation>标记的名称</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Copy Span</source>
        <translation>复制片段</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Next Span of the Same Node</source>
        <translation>同一节点的下一个片段</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Find Kernel…</source>
        <translation>查找内核…</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Fit Selection</source>
        <translation>缩放至所选内容</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Fit Median Run</source>
        <translation>缩放至中位运行</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Clear Range</source>
        <translation>清除范围</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Keep as Mark</source>
        <translation>保留为标记</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Next Mark</source>
        <translation>下一个标记</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Previous Mark</source>
        <translation>上一个标记</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Shift+J</source>
        <translation>Shift+J</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Rename Mark…</source>
        <translation>重命名标记…</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Delete Mark</source>
        <translation>删除标记</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <location filename="../../ui/timeline/timeline_input.cpp"/>
        <source>Delete All Marks</source>
        <translation>删除所有标记</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Clear Filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Filter %1</source>
        <translation>筛选 %1</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>there is nothing to undo</source>
        <translation>没有可撤销的内容</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>there is nothing to redo</source>
        <translation>没有可重做的内容</translation>
    </message>
    <message>
        <location filename="../../ui/window/undo_actions.cpp"/>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Quit Opscope</source>
        <translation>退出 Opscope</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%1 are needed in %2, and %3 are free</source>
        <translation>%2 中需要%1，而可用空间为%3</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n measurement(s) under way</source>
        <translation><numerusform>%n项测量正在进行</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Opened models are never changed and need no saving.</source>
        <translation>打开的模型从不会被更改，无需保存。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>They took %1 to measure.</source>
        <translation>测量用时%1。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Measurements that are not saved</source>
        <translation>未保存的测量</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Measured</source>
        <translation>测量对象</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>sweep of %1</source>
        <translation>%1 的扫描</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>%n size(s)</source>
        <translation><numerusform>%n个大小</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>running; its complete runs are kept</source>
        <translation>正在运行；其完整的运行会保留</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Kept measurements lie in Opscope’s own folder, %1, and are offered at the next start.</source>
        <translation>保留的测量结果位于 Opscope 自己的文件夹 %1 中，会在下次启动时提供。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>Kept measurements lie in Opscope’s own folder and are offered at the next start.</source>
        <translation>保留的测量结果位于 Opscope 自己的文件夹中，会在下次启动时提供。</translation>
    </message>
    <message>
        <location filename="../../ui/dialogs/unsaved_runs_dialog.cpp"/>
        <source>&amp;Save all…</source>
        <translation>全部保存(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>Test folder: model.onnx with test_data_set_0</source>
        <translation>测试文件夹：含 test_data_set_0 的 model.onnx</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>Verify against reference</source>
        <translation>对照参考验证</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>The model runs with its usual kernels and with the reference kernels, which are slow; every operator is compared.

Most memory for values of the reference run, MiB:</source>
        <translation>模型将分别用常用内核和较慢的参考内核运行；每个算子都会进行比较。

参考运行的值所用内存上限，MiB：</translation>
    </message>
    <message>
        <location filename="../../ui/window/verify_actions.cpp"/>
        <source>%1 has no test_data_set_0 to verify the model with</source>
        <translation>%1 没有可用来验证模型的 test_data_set_0</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_controller.cpp"/>
        <source>Verifying %1</source>
        <translation>正在验证 %1</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_controller.cpp"/>
        <source>Comparing %1 with the reference kernels</source>
        <translation>正在将 %1 与参考内核相比较</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Histogram of the errors</source>
        <translation>误差直方图</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Select a row to see its errors.</source>
        <translation>选择一行以查看其误差。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Found there</source>
        <translation>该处实际值</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_details.cpp"/>
        <source>Expected there</source>
        <translation>该处期望值</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_offer.cpp"/>
        <source>Run the model on the data beside it and compare its outputs with those expected</source>
        <translation>用模型旁的数据运行模型，并将其输出与期望的输出相比较</translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/verify/verify_offer.cpp"/>
        <source>Verify with %n data set(s)</source>
        <translation><numerusform>用%n个数据集验证</numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Nothing verified yet. Run the model on a test folder (model.onnx, test_data_set_0) and compare its outputs with those expected.</source>
        <translation>尚未验证任何内容。用测试文件夹（model.onnx、test_data_set_0）运行模型，并将其输出与期望的输出相比较。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verify again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Only failures</source>
        <translation>仅未通过</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Most memory</source>
        <translation>最大内存</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Most memory for values of the reference run. What does not fit is compared in further runs.</source>
        <translation>参考运行的值所用内存上限。容纳不下的部分在后续运行中比较。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Tolerance in place of the test's own, or of what rounding explains. An element passes if |found − expected| ≤ absolute + relative × |expected|.</source>
        <translation>用于代替测试自带的容差，或代替舍入所能解释的容差。若 |实际值 − 期望值| ≤ 绝对容差 + 相对容差 × |期望值|，则元素通过。</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verifying</source>
        <translation>正在验证</translation>
    </message>
    <message>
        <location filename="../../ui/verify/verify_panel.cpp"/>
        <source>Verify  %1</source>
        <translation>验证  %1</translation>
    </message>
    <message>
        <location filename="../../ui/engines/wall_bars.cpp"/>
        <source>. Click to show its profile.</source>
        <translation>。点击可显示其性能数据。</translation>
    </message>
    <message>
        <location filename="../../ui/compare/waterfall_view.cpp"/>
        <source>Where the difference comes from</source>
        <translation>差异来源</translation>
    </message>
    <message>
        <location filename="../../ui/outputs/wave_view.cpp"/>
        <source>Samples over time</source>
        <translation>采样随时间的变化</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>no keys</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>See an ONNX model, run it, and know where the time goes.</source>
        <translation>查看 ONNX 模型，运行它，弄清时间花在哪里。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Drop a model or a profile here</source>
        <translation>将模型或性能数据拖放到此处</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Models: .onnx, whatever the name (.pb).   Profiles: .opscope, reports (.html),</source>
        <translation>模型：.onnx，不限文件名 (.pb)。   性能数据：.opscope、报告 (.html)，</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>and of ONNX Runtime, PyTorch, Chrome (.json), trtexec, Nsight Systems (.sqlite), oneDNN.</source>
        <translation>以及 ONNX Runtime、PyTorch、Chrome (.json)、trtexec、Nsight Systems (.sqlite)、oneDNN 的数据。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Open and compare two…</source>
        <translation>打开并比较两个…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Files that you open appear here.</source>
        <translation>您打开的文件会显示在此处。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Recent files are switched off.</source>
        <translation>最近的文件已关闭。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Ctrl+1 … Ctrl+9 open these</source>
        <translation>Ctrl+1 … Ctrl+9 打开这些文件</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>file has moved — Locate…</source>
        <translation>文件已移动 — 定位…</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Sample models</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>The samples are not installed.</source>
        <translation>示例未安装。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Keys worth knowing</source>
        <translation>实用快捷键</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>find nodes, tensors, values</source>
        <translation>查找节点、张量、值</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>every command by name</source>
        <translation>按名称查找所有命令</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>walk producers and readers</source>
        <translation>移动到生产者和消费者</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>profile with the last settings</source>
        <translation>用上次的设置进行性能分析</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Nothing leaves this machine</source>
        <translation>任何数据都不会离开本机</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>No account, no network, no telemetry.</source>
        <translation>无账号，无网络，无遥测。</translation>
    </message>
    <message>
        <location filename="../../ui/pages/welcome_page.cpp"/>
        <source>Models run in a separate process; files are never changed.</source>
        <translation>模型在单独的进程中运行；文件绝不会被更改。</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Change the Whole Model</source>
        <translation>更改整个模型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>What would change</source>
        <translation>将发生的更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>names, separated by commas</source>
        <translation>名称，以逗号分隔</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose a folder with inputs</source>
        <translation>选择输入文件夹</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Reading the model</source>
        <translation>正在读取模型</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Computing what would change</source>
        <translation>正在计算将发生的更改</translation>
    </message>
    <message>
        <location filename="../../ui/edit/whole_model_dialog.cpp"/>
        <source>Computing a preview</source>
        <translation>正在计算预览</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Fit graph</source>
        <translation>缩放至整图</translation>
    </message>
    <message>
        <location filename="../../ui/canvas/tools/zoom_bar.cpp"/>
        <source>Fit selection</source>
        <translation>缩放至所选内容</translation>
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
        <translation>单次</translation>
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
        <translation>已剖析</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>unprofiled</source>
        <translation>未剖析</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <location filename="../../app/cli/profiling/json_progress.cpp"/>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>inlined</source>
        <translation>内联</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/profile.cpp"/>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to device</source>
        <translation>拷贝到设备</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to host</source>
        <translation>拷贝到主机</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy on device</source>
        <translation>设备内拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy to another device</source>
        <translation>拷贝到其他设备</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy on host</source>
        <translation>主机内拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>set</source>
        <translation>填充</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../profiler/tables/device_tables.cpp"/>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>warps</source>
        <translation>线程束</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <location filename="../../profiler/device/occupancy.cpp"/>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>launch-bound</source>
        <translation>受启动限制</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>memory-bound</source>
        <translation>受内存限制</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>compute-bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>too short to classify</source>
        <translation>过短，无法归类</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_report.cpp"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>lost records</source>
        <translation>记录丢失</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>synchronise</source>
        <translation>同步</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>wait for a copy</source>
        <translation>等待拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>operators on the CPU</source>
        <translation>CPU 上的算子</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>wait for a launch</source>
        <translation>等待启动</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>command buffer full</source>
        <translation>命令缓冲区已满</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>end of the run</source>
        <translation>运行结束</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>cause not recorded</source>
        <translation>未记录原因</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>between kernels</source>
        <translation>内核之间</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>give the tracer more room for records, or record fewer runs</source>
        <translation>为跟踪器留出更多记录空间，或减少记录的运行</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>the host reads a value back before it goes on: keep that part on one device</source>
        <translation>主机在继续之前读回一个值：请将该部分保留在同一设备上</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>copy from page-locked memory, while something else runs</source>
        <translation>在其他工作运行时从页锁定内存拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>an operator has no kernel for the device; its step shows the reason</source>
        <translation>某个算子没有适用于该设备的内核；其步骤说明了原因</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>use a CUDA graph, larger operators or a larger batch</source>
        <translation>使用 CUDA 图、更大的算子或更大的批次</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>caused by recording or by the first use of a kernel; it does not occur without recording</source>
        <translation>由记录或首次使用内核引起；不记录时不会出现</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_account.cpp"/>
        <source>the host is far ahead of the device; no action is needed</source>
        <translation>主机远超前于设备；无需处理</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>complete</source>
        <translation>完成</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>steady enough</source>
        <translation>足够稳定</translation>
    </message>
    <message>
        <location filename="../../profiler/record/benchmark.cpp"/>
        <source>recorder full</source>
        <translation>记录空间已满</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 GHz by its cycles</source>
        <translation>按其周期数为 %1 GHz</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>cpufreq told %1 GHz</source>
        <translation>cpufreq 报告 %1 GHz</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>cpufreq told %1 to %2 GHz</source>
        <translation>cpufreq 报告 %1 至 %2 GHz</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>the engine's thread: processor %2 (core %3, NUMA node %4) %5</source>
        <translation>引擎线程：处理器 %2（核心 %3，NUMA 节点 %4）%5</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>helper %1: processor %2 (core %3, NUMA node %4) %5</source>
        <translation>辅助线程 %1：处理器 %2（核心 %3，NUMA 节点 %4）%5</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>mean of separate runs (%1, in %2 passes); their times are not used. misses/k: per thousand instructions</source>
        <translation>单独运行的平均值（%1 次，分 %2 轮）；其时间不被采用。misses/k：每千条指令</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>counters were read by %1, %2 for all of a pass</source>
        <translation>计数器通过 %1 读取，一轮全部读取耗时 %2</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 run left out, because counters were shared with another program</source>
        <translation>有 %1 次运行被略去，因为计数器与其他程序共用</translation>
    </message>
    <message>
        <location filename="../../profiler/counters/processor_places.cpp"/>
        <source>%1 runs left out, because counters were shared with another program</source>
        <translation>有 %1 次运行被略去，因为计数器与其他程序共用</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 dropped</source>
        <translation>丢弃 %1 条</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 without time</source>
        <translation>%1 条无时间</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 launched but never told</source>
        <translation>%1 条已启动但从未报告</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 of no step</source>
        <translation>%1 条不属于任何步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 times without room</source>
        <translation>%1 次没有空间</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 damaged buffers</source>
        <translation>%1 个损坏的缓冲区</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the tracer reads the host's clock</source>
        <translation>跟踪器读取主机时钟</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the device's own clock, its distance known to %1</source>
        <translation>设备自身的时钟，偏差已知至 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the tracer's own clock, its distance known to %1</source>
        <translation>跟踪器自身的时钟，偏差已知至 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 kernel begins before the launch, by %2 (median)</source>
        <translation>%1 个内核早于启动开始，提前 %2（中位数）</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>%1 kernels begin before the launch, by %2 (median)</source>
        <translation>%1 个内核早于启动开始，提前 %2（中位数）</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the system's clock was set %1 time meanwhile</source>
        <translation>其间系统时钟被调整 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/device/device_record.cpp"/>
        <source>the system's clock was set %1 times meanwhile</source>
        <translation>其间系统时钟被调整 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_text.cpp"/>
        <source>%1 proven</source>
        <translation>%1 已证实</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_text.cpp"/>
        <source>%1 proven: %2</source>
        <translation>%1 已证实：%2</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream</source>
        <translation>%1 个流</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams</source>
        <translation>%1 个流</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream of %2 thread</source>
        <translation>%1 个流，%2 个线程</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams of %2 thread each</source>
        <translation>%1 个流，每个 %2 个线程</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 stream of %2 threads</source>
        <translation>%1 个流，%2 个线程</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 streams of %2 threads each</source>
        <translation>%1 个流，每个 %2 个线程</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>closed loop</source>
        <translation>闭环</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 requests a second in all, at fixed intervals</source>
        <translation>共每秒 %1 个请求，固定间隔</translation>
    </message>
    <message>
        <location filename="../../profiler/load/load_figures.cpp"/>
        <source>%1 requests a second in all, Poisson arrivals</source>
        <translation>共每秒 %1 个请求，泊松到达</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>dispatch %1</source>
        <translation>调度 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>reorders %1</source>
        <translation>重排 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>copies %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>allocation %1</source>
        <translation>分配 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/account.cpp"/>
        <source>unaccounted %1</source>
        <translation>未归类 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>%1 of %2 tokens: all figures are of these</source>
        <translation>%2 个 token 中的 %1 个：所有数值都只针对这些 token</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>runs chose different tokens from token %1 on: times after it are of different inputs</source>
        <translation>各次运行从第 %1 个 token 起选择了不同的 token：其后的时间来自不同的输入</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>bound by memory: a token moves at least %1 at %2, the machine was measured at %3</source>
        <translation>受内存限制：每个 token 至少搬运 %1，速率为 %2；本机实测为 %3</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>bound by memory: a token moves at least %1 at %2, the machine was measured at %3; faster kernels can win %4 at most, fewer bits per weight more</source>
        <translation>受内存限制：每个 token 至少搬运 %1，速率为 %2；本机实测为 %3；更快的内核最多可节省 %4，减少每个权重的位数可节省更多</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>%1 takes as long as %2 from position %3 on (estimated)</source>
        <translation>从位置 %3 起，%1 的耗时与 %2 相同（估计值）</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>within noise</source>
        <translation>在噪声范围内</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/generation_report.cpp"/>
        <source>choosing %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>one run, error unknown</source>
        <translation>一次运行，误差未知</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>95 %, %1 runs</source>
        <translation>95 %，%1 次运行</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/measurement.cpp"/>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>too short to classify: kernels below 5 µs do not show what limits them</source>
        <translation>太短，无法归类：短于 5 µs 的内核看不出受限于什么</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>no roof: what this machine multiplies in %1 at most was not measured</source>
        <translation>没有上限：未测量本机以 %1 计算时的最大乘法速率</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>memory-bound, %1 of %2: its operands were left in a nearer cache</source>
        <translation>受限于内存，%2 的 %1：其操作数留在更近的缓存中</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>memory-bound, %1 of %2</source>
        <translation>受限于内存，%2 的 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>compute-bound, %1 of %2: it needs fewer multiplications than are counted (Winograd), or the peak was measured at a lower clock</source>
        <translation>受限于计算，%2 的 %1：实际乘法次数少于计数（Winograd），或峰值是在较低频率下测得的</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>compute-bound, %1 of %2</source>
        <translation>受限于计算，%2 的 %1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>may be too low: %1</source>
        <translation>可能过低：%1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>lower bound, %1</source>
        <translation>下限，%1</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>windows agree within %1</source>
        <translation>各窗口相差在 %1 以内</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/roofline.cpp"/>
        <source>best of five windows</source>
        <translation>五个窗口中最好的</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>from about run %1 on the runs take %2, before %3: the figures mix two states of the machine (clock, temperature, other load)</source>
        <translation>大约从第 %1 次运行起，运行耗时 %2，之前为 %3：这些数值混合了机器的两种状态（频率、温度、其他负载）</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs lie at two levels, %1 at about %2 and %3 at about %4: the median represents at most one of the two levels</source>
        <translation>运行时间处于两个水平，%1 约为 %2，%3 约为 %4：中位数最多代表其中一个水平</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs drift: the first quarter takes %1, the last %2: the median stands for the middle of the measurement only</source>
        <translation>运行时间在漂移：前四分之一为 %1，后四分之一为 %2：中位数只代表测量的中段</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs depend on the ones before them (drift, clock, temperature): the interval of so few may be too narrow; measure more of them</source>
        <translation>各次运行依赖于之前的运行（漂移、频率、温度）：次数这么少，区间可能过窄；请测量更多次</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>the runs spread by %1: the figures are indicative (other load, clock, temperature)</source>
        <translation>运行时间的离散度为 %1：这些数值仅供参考（其他负载、频率、温度）</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%1 of %2 generations were recorded</source>
        <translation>共 %2 次生成，记录了 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%1 of %2 runs were recorded</source>
        <translation>共 %2 次运行，记录了 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%0: %1 of %2 generations were recorded</source>
        <translation>%0：共 %2 次生成，记录了 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/run_shape.cpp"/>
        <source>%0: %1 of %2 runs were recorded</source>
        <translation>%0：共 %2 次运行，记录了 %1 次</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (%0)</source>
        <translation>%1（%0）</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (95 % %2): within noise</source>
        <translation>%1（95 % %2）：在噪声范围内</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>%1 (95 % %2)</source>
        <translation>%1（95 % %2）</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>fewer than %1 runs per size: knees, and who overtakes whom, are not judged</source>
        <translation>每个大小的运行少于 %1 次：不判断拐点，也不判断谁超过谁</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>from %1 %2 on, %3 takes longer than %4</source>
        <translation>从 %1 %2 起，%3 的耗时超过 %4</translation>
    </message>
    <message>
        <location filename="../../profiler/sweep/sweep_curves.cpp"/>
        <source>%1 grows as %2^%3 up to %4, as %2^%5 beyond</source>
        <translation>%1 在 %4 以内按 %2^%3 增长，超过后按 %2^%5 增长</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Pooling &amp; reduction</source>
        <translation>池化与归约</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Shape &amp; layout</source>
        <translation>形状与布局</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Indexing</source>
        <translation>索引</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Quantise &amp; cast</source>
        <translation>量化与类型转换</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Recurrent</source>
        <translation>循环网络</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Other domains</source>
        <translation>其他域</translation>
    </message>
    <message>
        <location filename="../themes/tokens.json"/>
        <source>Custom operator</source>
        <translation>自定义算子</translation>
    </message>
    <message>
        <location filename="../../model/contents/channels.cpp"/>
        <source>reading channels</source>
        <translation>正在读取通道</translation>
    </message>
    <message>
        <location filename="../../model/contents/difference.cpp"/>
        <source>comparing elements</source>
        <translation>正在比较元素</translation>
    </message>
    <message>
        <location filename="../../model/contents/tensor_statistics.cpp"/>
        <source>reading elements</source>
        <translation>正在读取元素</translation>
    </message>
    <message>
        <location filename="../../model/edit/document.cpp"/>
        <source>editing</source>
        <translation>正在编辑</translation>
    </message>
    <message>
        <location filename="../../model/inference/shape_inference.cpp"/>
        <source>inferring shapes</source>
        <translation>正在推断形状</translation>
    </message>
    <message>
        <location filename="../../model/onnx/wire_index.cpp"/>
        <source>reading the file</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <location filename="../../model/support/hash.cpp"/>
        <source>hashing the file</source>
        <translation>正在计算文件散列</translation>
    </message>
    <message>
        <location filename="../../layout/compound/place_levels.cpp"/>
        <location filename="../../layout/layered.cpp"/>
        <source>placing</source>
        <translation>正在布局</translation>
    </message>
    <message>
        <location filename="../../layout/graphviz/graphviz.cpp"/>
        <source>placing with Graphviz</source>
        <translation>Graphviz正在布局</translation>
    </message>
    <message>
        <location filename="../../layout/layered/ordering.cpp"/>
        <source>ordering</source>
        <translation>正在排序</translation>
    </message>
    <message>
        <location filename="../../layout/svg/svg.cpp"/>
        <source>drawing</source>
        <translation>正在绘制</translation>
    </message>
    <message>
        <location filename="../../engine/calibrate/calibration.cpp"/>
        <source>calibrating</source>
        <translation>正在校准</translation>
    </message>
    <message>
        <location filename="../../engine/calibrate/operator_errors.cpp"/>
        <location filename="../../app/cli/comparing/compare_numbers.cpp"/>
        <source>comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <location filename="../../profiler/engines/engine_values.cpp"/>
        <source>asking for values</source>
        <translation>正在请求数值</translation>
    </message>
    <message>
        <location filename="../../profiler/file/profile_reader.cpp"/>
        <source>reading rows</source>
        <translation>正在读取行</translation>
    </message>
    <message>
        <location filename="../../profiler/file/profile_rows.cpp"/>
        <source>writing rows</source>
        <translation>正在写入行</translation>
    </message>
    <message>
        <location filename="../../profiler/fleet/fleet_index.cpp"/>
        <source>reading metadata</source>
        <translation>正在读取元数据</translation>
    </message>
    <message>
        <location filename="../../profiler/fleet/measured_folder.cpp"/>
        <source>reading profiles</source>
        <translation>正在读取性能数据</translation>
    </message>
    <message>
        <location filename="../../profiler/remote/remote_profile.cpp"/>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <location filename="../../profiler/remote/remote_shell.cpp"/>
        <source>copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <location filename="../../profiler/statistics/statistics.cpp"/>
        <source>steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <location filename="../../app/cli/profiling/json_progress.cpp"/>
        <source>measuring</source>
        <translation>测量</translation>
    </message>
</context>
<context>
    <name>rule</name>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>arity-input</source>
        <extracomment>a node has too few or too many inputs, or leaves out one that its operator needs</extracomment>
        <translation>节点的输入过少或过多，或缺少其算子所需的输入</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>arity-output</source>
        <extracomment>a node has too few or too many outputs</extracomment>
        <translation>节点的输出过少或过多</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-duplicate</source>
        <extracomment>an attribute is written twice</extracomment>
        <translation>属性写了两次</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-kind</source>
        <extracomment>an attribute is of another kind than its operator says</extracomment>
        <translation>属性的种类与其算子的规定不同</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-missing</source>
        <extracomment>an attribute is missing that the operator needs</extracomment>
        <translation>缺少算子所需的属性</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-payload</source>
        <extracomment>an attribute has no value, or one of another type than declared</extracomment>
        <translation>属性没有值，或值的类型与声明的不同</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-unknown</source>
        <extracomment>no version of the operator has this attribute</extracomment>
        <translation>该算子的任何版本都没有此属性</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-value</source>
        <extracomment>an attribute has a value that its operator does not know</extracomment>
        <translation>属性的值不为其算子所识别</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>attribute-version</source>
        <extracomment>another version of the operator has this attribute, the imported one does not</extracomment>
        <translation>此属性存在于该算子的其他版本，而不存在于所导入的版本</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>bf16-possible</source>
        <extracomment>products in float32 on a machine with faster units for bf16 or tf32</extracomment>
        <translation>机器有更快的 bf16 或 tf32 单元，而矩阵乘积使用 float32</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>big-copy</source>
        <extracomment>operators that only move data take over 3 % of wall</extracomment>
        <translation>仅搬运数据的算子占墙钟时间超过3 %</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>channels-unaligned</source>
        <extracomment>channel or column counts that fill vectors badly</extracomment>
        <translation>通道数或列数不能良好填满向量</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>clock-fell</source>
        <extracomment>steps over 2 % of wall and 20 µs whose clock is below 90 % of the highest of others</extracomment>
        <translation>占墙钟时间超过2 % 且长于20 µs 的步骤，其时钟频率低于其他步骤最高值的90 %</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>cold-start</source>
        <extracomment>the first run takes over five times the median</extracomment>
        <translation>首次运行的时间超过中位数的五倍</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>constant-redefined</source>
        <extracomment>a Constant gives a value that another Constant gives too; the last one counts</extracomment>
        <translation>Constant 给出的值也由另一个 Constant 给出；以最后一个为准</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>constant-subgraph</source>
        <extracomment>what depends on weights only is computed in each run</extracomment>
        <translation>仅依赖权重的部分在每次运行中都被计算</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>cycle</source>
        <extracomment>nodes form a cycle</extracomment>
        <translation>节点构成环</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>depth-nesting</source>
        <extracomment>graphs are nested deeper than other tools can read</extracomment>
        <translation>图的嵌套深度超出其他工具的读取能力</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>dispatch-bound</source>
        <extracomment>over 15 % of wall lies between operators</extracomment>
        <translation>超过15 % 的墙钟时间处于算子之间</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>element-type-unknown</source>
        <extracomment>an element type that ONNX does not have</extracomment>
        <translation>元素类型不是 ONNX 所有的</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-invalid</source>
        <extracomment>the location of external data is invalid</extracomment>
        <translation>外部数据的位置无效</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-missing</source>
        <extracomment>a file with external data is not there</extracomment>
        <translation>外部数据文件不存在</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-range</source>
        <extracomment>external data lies outside of its file</extracomment>
        <translation>外部数据超出其文件范围</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>external-data-refused</source>
        <extracomment>external data lies where a model may not read</extracomment>
        <translation>外部数据位于不允许模型读取的位置</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>fallback-copy</source>
        <extracomment>copies around an operator on another device</extracomment>
        <translation>位于另一设备上的算子前后的拷贝</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>far-from-roof</source>
        <extracomment>steps over 2 % of wall below 20 % of their roof</extracomment>
        <translation>占墙钟时间超过2 % 且低于其上限20 % 的步骤</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-attribute</source>
        <extracomment>a call leaves out an attribute that the local function may need</extracomment>
        <translation>调用缺少局部函数可能需要的属性</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-duplicate</source>
        <extracomment>two local functions have one name</extracomment>
        <translation>两个局部函数同名</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-input</source>
        <extracomment>a call gives more inputs than the local function takes</extracomment>
        <translation>调用给出的输入多于局部函数所接受的</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-output</source>
        <extracomment>a call takes more outputs than the local function gives</extracomment>
        <translation>调用取用的输出多于局部函数所给出的</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>function-recursive</source>
        <extracomment>a local function calls itself</extracomment>
        <translation>局部函数调用自身</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-cpu-operators</source>
        <extracomment>the GPU idles over 2 % of wall while operators run on the CPU</extracomment>
        <translation>算子在 CPU 上运行期间，GPU 空闲超过墙钟时间的2 %</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-few-blocks</source>
        <extracomment>kernels over 5 % of wall with fewer blocks than the GPU has multiprocessors</extracomment>
        <translation>占墙钟时间超过5 % 的内核，其线程块少于 GPU 的多处理器</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>gpu-launch-gap</source>
        <extracomment>the GPU waits for launches for over 10 % of wall</extracomment>
        <translation>GPU 等待启动的时间超过墙钟时间的10 %</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-low-occupancy</source>
        <extracomment>kernels over 5 % of wall of which less than a quarter of the warps fit</extracomment>
        <translation>占墙钟时间超过5 % 的内核，可容纳的 warp 不足四分之一</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/gpu_rules.cpp"/>
        <source>gpu-small-copies</source>
        <extracomment>eight or more copies below 64 KiB in a run, with the idle time around them</extracomment>
        <translation>一次运行中有八次或更多小于64 KiB 的拷贝，并伴有空闲时间</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>gpu-sync</source>
        <extracomment>the GPU idles over 5 % of wall after the CPU waited for it</extracomment>
        <translation>CPU 等待 GPU 之后，GPU 空闲超过墙钟时间的5 %</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>initializer-unnamed</source>
        <extracomment>a weight has no name</extracomment>
        <translation>权重没有名称</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-invalid</source>
        <extracomment>an input has a shape or value that the operator does not take</extracomment>
        <translation>输入的形状或值不为算子所接受</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-kind</source>
        <extracomment>a sequence, map or optional where the operator takes a tensor, or the other way round</extracomment>
        <translation>在算子需要张量处给出了序列、映射或可选值，或与之相反</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-odd</source>
        <extracomment>an input differs from the operator's requirement but can be interpreted</extracomment>
        <translation>输入与算子的要求不符，但可以解释</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-type</source>
        <extracomment>an element type that the operator does not take</extracomment>
        <translation>元素类型不为算子所接受</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-type-mismatch</source>
        <extracomment>two inputs differ in type that must have the same</extracomment>
        <translation>必须同类型的两个输入类型不同</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>input-undefined</source>
        <extracomment>a node reads a value that nothing defines</extracomment>
        <translation>节点读取了从未定义的值</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-default</source>
        <extracomment>the default value of an input has another type than the input declares</extracomment>
        <translation>输入默认值的类型与该输入声明的类型不同</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-empty</source>
        <extracomment>the model has no nodes and no outputs</extracomment>
        <translation>模型没有节点，也没有输出</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-initializer</source>
        <extracomment>an initializer is not a graph input, as old IR versions require</extracomment>
        <translation>初始化器不是图输入，而旧的 IR 版本要求如此</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-name</source>
        <extracomment>the graph has no name</extracomment>
        <translation>图没有名称</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-output</source>
        <extracomment>the model has no outputs</extracomment>
        <translation>模型没有输出</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-shape</source>
        <extracomment>an input or output of the model has no shape</extracomment>
        <translation>模型的输入或输出没有形状</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>interface-type</source>
        <extracomment>an input or output of the model has no type</extracomment>
        <translation>模型的输入或输出没有类型</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>ir-version-missing</source>
        <extracomment>the file gives no IR version</extracomment>
        <translation>文件未给出 IR 版本</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>ir-version-newer</source>
        <extracomment>the IR version is newer than what is known here</extracomment>
        <translation>IR 版本比此处已知的更新</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>memory-bound-at-peak</source>
        <extracomment>steps that reach 80 % of the measured bandwidth</extracomment>
        <translation>达到实测带宽80 % 的步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/memory_rules.cpp"/>
        <source>memory-peak</source>
        <extracomment>the peak is over 1.5 times weights and the largest two values</extracomment>
        <translation>峰值超过权重与最大两个值之和的1.5倍</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>name-duplicate</source>
        <extracomment>two inputs have one name; of two weights the last one counts</extracomment>
        <translation>两个输入同名；两个权重同名时以最后一个为准</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>node-invalid</source>
        <extracomment>attributes and inputs of a node do not fit together</extracomment>
        <translation>节点的属性与输入不相容</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>nodes-unsorted</source>
        <extracomment>nodes are not topologically sorted</extracomment>
        <translation>节点未按拓扑排序</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>operator-deprecated</source>
        <extracomment>the operator is withdrawn</extracomment>
        <translation>算子已废除</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>operator-unknown</source>
        <extracomment>the operator does not exist in the imported version, or its domain is not known</extracomment>
        <translation>算子在所导入的版本中不存在，或其域未知</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-duplicate</source>
        <extracomment>a domain is imported twice</extracomment>
        <translation>域导入了两次</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-invalid</source>
        <extracomment>a domain is imported in a version below 1</extracomment>
        <translation>导入的域版本小于1</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-missing</source>
        <extracomment>operators of a domain are used that is not imported</extracomment>
        <translation>使用了未导入的域的算子</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>opset-newer</source>
        <extracomment>a domain is imported in a version newer than what is known here</extracomment>
        <translation>导入的域版本比此处已知的更新</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>other-core</source>
        <extracomment>threads that changed their core at least once per run, or that share one</extracomment>
        <translation>线程每次运行至少更换一次核心，或多个线程共用一个核心</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>output-undefined</source>
        <extracomment>an output of a graph is not computed</extracomment>
        <translation>图的输出未被计算</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>page-faults</source>
        <extracomment>page faults that take over 10 % of a step and 1 % of wall at 0.5 µs each, or that read from disk</extracomment>
        <translation>缺页按每次0.5 µs 计，超过步骤的10 % 和墙钟时间的1 %，或需从磁盘读取</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>parallel-branches</source>
        <extracomment>independent branches run one after the other</extracomment>
        <translation>相互独立的分支依次运行</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>qdq-unfused</source>
        <extracomment>quantising and dequantising as steps of their own</extracomment>
        <translation>量化和反量化作为单独的步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>redundant-op</source>
        <extracomment>Identity, casts of casts, transposes of transposes, the same operator on the same inputs again</extracomment>
        <translation>Identity、连续的类型转换、连续的转置、对相同输入重复的同一算子</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>reference-kernel</source>
        <extracomment>steps on the plain reference kernels</extracomment>
        <translation>使用普通参考内核的步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>reorder-share</source>
        <extracomment>layout changes and copies take over 5 % of wall, or one over 20 % of its reader</extracomment>
        <translation>布局转换和拷贝超过墙钟时间的5 %，或其中一个超过其消费者的20 %</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>shapes-limit</source>
        <extracomment>too many nested calls and bodies, or too many known elements, to infer all shapes</extracomment>
        <translation>嵌套的调用和子图过多，或已知元素过多，无法推断全部形状</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/work_rules.cpp"/>
        <source>small-batch</source>
        <extracomment>all products have fewer than 8 rows</extracomment>
        <translation>所有矩阵乘积都少于8行</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>subgraph-arity</source>
        <extracomment>a body of If, Loop or Scan has too few or too many inputs or outputs</extracomment>
        <translation>If、Loop 或 Scan 的子图的输入或输出过少或过多</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>tensor-dimensions</source>
        <extracomment>a tensor has a negative or too large size, or too many dimensions</extracomment>
        <translation>张量的某个大小为负或过大，或维度过多</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>tensor-size</source>
        <extracomment>a tensor has more or less data than its shape says</extracomment>
        <translation>张量的数据多于或少于其形状所规定的</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>text-not-utf8</source>
        <extracomment>a name is not valid UTF-8</extracomment>
        <translation>名称不是有效的 UTF-8</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/device_rules.cpp"/>
        <source>thread-imbalance</source>
        <extracomment>threads are busy less than 60 % of the time in operators over 5 % of wall</extracomment>
        <translation>在占墙钟时间超过5 % 的算子中，线程忙碌时间不足60 %</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>type-conflict</source>
        <extracomment>a value is declared with another type than its operator gives</extracomment>
        <translation>值声明的类型与其算子给出的不同</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/graph_rules.cpp"/>
        <source>unfused-activation</source>
        <extracomment>activations as steps of their own behind a product</extracomment>
        <translation>激活函数在矩阵乘积之后作为单独的步骤</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/time_rules.cpp"/>
        <source>unstable</source>
        <extracomment>runs spread by over 5 %, over 10 % of them were interrupted, or they or the clock shifted permanently</extracomment>
        <translation>运行波动超过5 %，或超过10 % 的运行被打断，或运行或时钟频率发生永久性偏移</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>unused-node</source>
        <extracomment>nothing reads what a node computes</extracomment>
        <translation>没有节点读取该节点的计算结果</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>unused-weight</source>
        <extracomment>nothing reads a weight</extracomment>
        <translation>没有节点读取该权重</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>value-info-duplicate</source>
        <extracomment>the type of a value is declared twice</extracomment>
        <translation>值的类型声明了两次</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>value-redefined</source>
        <extracomment>a value is defined by two nodes, or by a node and an input</extracomment>
        <translation>值由两个节点定义，或同时由节点和输入定义</translation>
    </message>
    <message>
        <location filename="../../profiler/linter/processor_rules.cpp"/>
        <source>waits-for-memory</source>
        <extracomment>steps over 2 % of wall of whose cycles half are stalled, or that read 60 % of the measured bandwidth</extracomment>
        <translation>占墙钟时间超过2 % 的步骤，其一半周期处于停顿，或读取达到实测带宽的60 %</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>weights-missing</source>
        <extracomment>the file has no data for a weight</extracomment>
        <translation>文件中没有权重的数据</translation>
    </message>
    <message>
        <location filename="../../model/checks/finding_rules.cpp"/>
        <source>wire-type</source>
        <extracomment>a field is written in another wire type than the standard says</extracomment>
        <translation>字段的 wire type 与标准规定的不同</translation>
    </message>
</context>
</TS>
