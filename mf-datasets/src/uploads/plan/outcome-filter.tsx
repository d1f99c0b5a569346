import { ENTRY_OUTCOMES } from '@carrel/shared/contract';
import type { EntryOutcome, ReceiptCounts } from '@carrel/shared/contract';
import { Button, Flex, Text } from '@carrel/shared/ui';

import { OUTCOME_LOOKS } from './outcome-looks.ts';

interface OutcomeFilterProps {
  label: string;
  counts: ReceiptCounts;
  /** The outcome whose paths are shown; null for none. */
  selected: EntryOutcome | null;
  onSelect: (outcome: EntryOutcome | null) => void;
}

const numbers = new Intl.NumberFormat('en-US');

/** The number of paths per outcome; each opens its paths. */
export function OutcomeFilter({ label, counts, selected, onSelect }: OutcomeFilterProps) {
  return (
    <Flex as="fieldset" aria-label={label} wrap="wrap" gap="2">
      {ENTRY_OUTCOMES.map((outcome) => {
        const { label, icon: Icon, tone } = OUTCOME_LOOKS[outcome];
        const count = counts[outcome];
        const color = count === 0 || tone === 'neutral' ? 'fg.muted' : `${tone}.fg`;
        const pressed = outcome === selected && count > 0;
        return (
          <Button
            key={outcome}
            size="sm"
            aria-pressed={pressed}
            disabled={count === 0}
            onClick={() => onSelect(pressed ? null : outcome)}
            {...(pressed ? { borderColor: 'accent', bg: 'accent.subtle' } : {})}
          >
            <Text as="span" color={color} display="inline-flex">
              <Icon size={14} aria-hidden />
            </Text>
            {label}
            <Text as="span" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {numbers.format(count)}
            </Text>
          </Button>
        );
      })}
    </Flex>
  );
}
