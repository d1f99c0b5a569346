import type { DuplicateGroup, KeepRule } from '@carrel/shared/contract';

import type { ShownDuplicates } from './duplicates.queries.ts';

export const SHOWN_LABELS: Record<ShownDuplicates, string> = {
  equal: 'Equal',
  equal_text: 'Same text',
  nearly_equal: 'Nearly equal',
  dismissed: 'Dismissed',
};

/** What the kinds mean, and what there is none of. */
export const SHOWN_TEXTS: Record<ShownDuplicates, { about: string; none: string }> = {
  equal: {
    about: 'Files with the same bytes.',
    none: 'No files are equal',
  },
  equal_text: {
    about: 'Different files with the same text, such as a PDF and its Word document.',
    none: 'No different files have the same text',
  },
  nearly_equal: {
    about: 'At least nine tenths of the text are the same. Compare them before you delete one.',
    none: 'No documents are nearly equal',
  },
  dismissed: {
    about: 'Groups of which somebody said that they are not duplicates.',
    none: 'Nobody has dismissed duplicates',
  },
};

/** The rules that a person can choose for many groups. */
export const KEEP_LABELS: Partial<Record<KeepRule, string>> = {
  newest: 'Keep the newest of each group',
  oldest: 'Keep the oldest of each group',
  shortest_path: 'Keep the shortest path of each group',
};

/** What a group is called. */
export const kindText = ({ kind, similarity }: Pick<DuplicateGroup, 'kind' | 'similarity'>) =>
  kind === 'equal'
    ? SHOWN_LABELS.equal
    : kind === 'equal_text'
      ? SHOWN_LABELS.equal_text
      : `${SHOWN_LABELS.nearly_equal}, about ${similarity}%`;
