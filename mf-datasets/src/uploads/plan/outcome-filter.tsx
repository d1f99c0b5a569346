import { ENTRY_OUTCOMES } from '@carrel/shared/contract';
import type { EntryOutcome, ReceiptCounts } from '@carrel/shared/contract';

import { CountFilter } from '../../parts/count-filter.tsx';
import { OUTCOME_LOOKS } from './outcome-looks.ts';

interface OutcomeFilterProps {
  label: string;
  counts: ReceiptCounts;
  /** The outcome whose paths are shown; null for none. */
  selected: EntryOutcome | null;
  onSelect: (outcome: EntryOutcome | null) => void;
}

/** The number of paths per outcome; each opens its paths. */
export function OutcomeFilter({ counts, ...filter }: OutcomeFilterProps) {
  return (
    <CountFilter
      {...filter}
      kinds={ENTRY_OUTCOMES.map((outcome) => {
        const { label, icon, tone } = OUTCOME_LOOKS[outcome];
        return { key: outcome, label, icon, tone, count: counts[outcome] };
      })}
    />
  );
}
