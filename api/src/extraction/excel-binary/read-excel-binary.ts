import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { CompoundFile, DamagedCompound } from '../compound/compound-file.ts';
import { summaryProperties } from '../compound/summary-properties.ts';
import { headerBlocks } from '../excel/sheet-headers.ts';
import { sheetBlocks } from '../excel/sheet-blocks.ts';
import { SheetRecords } from './sheet-records.ts';
import { readWorkbook } from './workbook-records.ts';

/** Reads a workbook of Excel 5 to 2003: each sheet that is not hidden, in the workbook's order, as its cells show it. */
export function readExcelBinary(bytes: Uint8Array): Partitioned {
  const file = new CompoundFile(bytes);
  const stream = file.stream('Workbook') ?? file.stream('Book');
  if (stream === undefined) throw new DamagedCompound('no workbook');
  const workbook = readWorkbook(stream);
  const omitted = new Omissions();
  const headers = new Set<string>();
  const seen = new Set<number>();
  const blocks: Block[] = [];
  for (const { name, offset, isHidden } of workbook.sheets) {
    if (isHidden) omitted.add('hidden_sheet');
    if (isHidden || seen.has(offset)) continue;
    seen.add(offset);
    const { sheet, objects } = new SheetRecords(workbook, stream, offset);
    const content = [...sheetBlocks(sheet, omitted), ...objects.blocks(omitted)];
    if (content.length > 0) content.push(...headerBlocks(sheet.headers, name.trim(), headers));
    if (content.length > 0 && name.trim() !== '') {
      blocks.push({ kind: 'heading', level: 2, text: name.trim() });
    }
    for (const block of content) blocks.push(block);
  }
  return { blocks, properties: summaryProperties(file), omitted: omitted.list() };
}
