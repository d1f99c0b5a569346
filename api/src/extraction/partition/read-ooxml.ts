import type { Partitioned } from '../blocks/partitioned.ts';
import { readExcel } from '../excel/read-excel.ts';
import { OoxmlPackage, packageFault } from '../ooxml/ooxml-package.ts';

const READERS = { xlsx: readExcel } as const;

/**
 * Reads a document of Word, Excel or PowerPoint.
 * @throws {UnreadableDocument}
 */
export async function readOoxml(bytes: Uint8Array, format: keyof typeof READERS): Promise<Partitioned> {
  try {
    return await READERS[format](new OoxmlPackage(bytes));
  } catch (error) {
    throw packageFault(error, format);
  }
}
