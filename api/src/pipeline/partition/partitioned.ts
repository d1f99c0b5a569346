import type { Block } from './block.ts';

/** What is in a file: its text, and what it says about itself, which is yet to be cleaned. */
export interface Partitioned {
  blocks: Block[];
  properties: [string, unknown][];
}
