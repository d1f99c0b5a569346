import type { MovedRule } from '@carrel/shared/contract';

/** What an upload does with documents that were moved here. */
export const MOVED_RULE_LABELS: Readonly<Record<MovedRule, string>> = {
  keep: 'Keep where they are now',
  follow: 'Follow the archive',
};

export const MOVED_HINT =
  'What an archive or source does with documents that were moved or renamed here: it changes them where they are, or moves them back to its own paths.';

/** For a dataset whose rule was not chosen, which keeps them where they are. */
export const MOVED_OPTIONS = [
  { value: '', label: 'Not chosen: keep where they are' },
  { value: 'keep', label: MOVED_RULE_LABELS.keep },
  { value: 'follow', label: MOVED_RULE_LABELS.follow },
];
