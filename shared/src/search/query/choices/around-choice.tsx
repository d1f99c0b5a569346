import { SEARCH_NEIGHBOURS_MAX } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { ChevronsUpDown } from 'lucide-react';

import { counted } from '../../words.ts';

interface AroundChoiceProps {
  /** Chunks before and after each result. */
  around: number;
  onChange: (around: number) => void;
}

const OPTIONS = Array.from({ length: SEARCH_NEIGHBOURS_MAX + 1 }, (_, around) => ({
  around,
  label: around === 0 ? 'Results alone' : `With ${counted(around, 'chunk')} around`,
}));

/** How much of its document every result is shown with. */
export function AroundChoice({ around, onChange }: AroundChoiceProps) {
  return (
    <Box position="relative" flex="1" minWidth="0" color="fg.muted">
      <Box asChild css={SELECT}>
        <select
          aria-label="Shown with each result"
          value={around}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {OPTIONS.map((option) => (
            <option key={option.around} value={option.around}>
              {option.label}
            </option>
          ))}
        </select>
      </Box>
      <Box
        as="span"
        position="absolute"
        insetY="0"
        right="2.5"
        display="grid"
        alignItems="center"
        pointerEvents="none"
      >
        <ChevronsUpDown size={14} aria-hidden />
      </Box>
    </Box>
  );
}

const SELECT = {
  appearance: 'none',
  width: 'full',
  minWidth: 0,
  height: 'var(--control)',
  ps: '2.5',
  pe: '8',
  fontSize: 'sm',
  color: 'fg.default',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.strong',
  borderRadius: 'md',
  cursor: 'pointer',
  '@media (pointer: coarse)': { fontSize: 'lg' },
};
