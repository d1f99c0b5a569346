import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readExcelBinary } from '../excel-binary/read-excel-binary.ts';
import { readPowerPointBinary } from '../powerpoint-binary/read-powerpoint-binary.ts';
import { readWordBinary } from '../word-binary/read-word-binary.ts';

const READERS = { doc: readWordBinary, xls: readExcelBinary, ppt: readPowerPointBinary } as const;

/** Reads a document of Word, Excel or PowerPoint before 2007. @throws {UnreadableDocument} */
export function readCompound(bytes: Uint8Array, format: keyof typeof READERS): Partitioned {
  try {
    return READERS[format](bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(reasons.damaged(`.${format} file`), { cause: error });
  }
}
