import type { Partitioned } from '../blocks/partitioned.ts';
import { readExcel } from '../excel/read-excel.ts';
import { OoxmlPackage, packageFault } from '../ooxml/ooxml-package.ts';
import { readPowerPoint } from '../powerpoint/read-powerpoint.ts';
import { readWord, type ReadInsertedFile } from '../word/read-word.ts';

const READERS = { docx: readWord, pptx: readPowerPoint, xlsx: readExcel } as const;

/**
 * Reads a document of Word, Excel or PowerPoint. `readInserted` reads files that one of Word inserts.
 * @throws {UnreadableDocument}
 */
export async function readOoxml(
  bytes: Uint8Array,
  format: keyof typeof READERS,
  readInserted?: ReadInsertedFile,
): Promise<Partitioned> {
  try {
    return await READERS[format](new OoxmlPackage(bytes), readInserted);
  } catch (error) {
    throw packageFault(error, format);
  }
}
