import { PRESENT_FIELD, presentField } from '@carrel/shared/contract/archive-rules';

import type { TestEntry } from './build-zip.ts';

/** An entry without the bytes of a file, which the dataset has. `sha256` is in hexadecimal. */
export function unsentEntry(name: string, sha256: string): TestEntry {
  const data = presentField(sha256);
  const extra = Buffer.alloc(4 + data.length);
  extra.writeUInt16LE(PRESENT_FIELD, 0);
  extra.writeUInt16LE(data.length, 2);
  extra.set(data, 4);
  return { name, method: 0, extra };
}
