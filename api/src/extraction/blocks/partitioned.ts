import type { Omission } from '@carrel/shared/contract';

import type { Block } from './block.ts';

/** What is in a file: its text, and what it says about itself, which is yet to be cleaned. */
export interface Partitioned {
  blocks: Block[];
  properties: [string, unknown][];
  /** Numbers of the pages that OCR is to read; absent where it is not needed, or off. */
  scans?: readonly number[];
  /** What of the file was left out; absent where it is not known. */
  omitted?: readonly Omission[];
}
