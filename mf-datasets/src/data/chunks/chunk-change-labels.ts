import { shownName } from '@carrel/shared/contract';
import type { ChunkChange } from '@carrel/shared/contract';

const KINDS: Readonly<Record<string, string>> = {
  off: 'switched off',
  edited: 'edited',
  split: 'split',
  joined: 'joined',
  keywords: 'keywords',
  questions: 'questions',
};

/** Returns what people did to a chunk: "edited, keywords". */
export const kindsText = (kinds: readonly string[]): string =>
  kinds.map((kind) => KINDS[kind] ?? kind).join(', ');

/** Returns who changed a chunk. */
export const changedByText = ({ changed_by: by }: Pick<ChunkChange, 'changed_by'>): string =>
  by === null ? 'somebody who has left' : shownName(by.name);
