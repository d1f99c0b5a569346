import { Box, Button, Text } from '@carrel/shared/ui';
import { useState } from 'react';

import { countText } from '../words.ts';

/** A value of a facet. */
export interface FacetValue {
  value: string;
  label: string;
  /** Matches that have it; undefined where the response does not count it. */
  count: number | undefined;
}

interface FacetGroupProps {
  label: string;
  values: readonly FacetValue[];
  chosen: readonly string[];
  onToggle: (value: string, isChosen: boolean) => void;
}

/** Values shown at first. */
const SHOWN = 6;

/** The values of one facet with their counts, as checkboxes. */
export function FacetGroup({ label, values, chosen, onToggle }: FacetGroupProps) {
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = all ? values : values.slice(0, SHOWN);
  return (
    <Box as="fieldset" minWidth="0">
      <Box as="legend" mb="1" fontSize="xs" fontWeight="medium" color="fg.muted">
        {label}
      </Box>
      {shown.map(({ value, label: name, count }) => (
        <Box key={value} asChild css={OPTION}>
          <label title={name}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => onToggle(value, event.target.checked)}
            />
            <Text as="span" flex="1" minWidth="0" truncate>
              {name}
            </Text>
            {count !== undefined && (
              <Text as="span" color="fg.muted" fontSize="xs">
                {countText(count)}
              </Text>
            )}
          </label>
        </Box>
      ))}
      {values.length > SHOWN && (
        <Button size="sm" variant="ghost" ms="-2.5" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${values.length}`}
        </Button>
      )}
    </Box>
  );
}

const OPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: '7',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  borderRadius: 'sm',
  cursor: 'pointer',
  '&:hover': { color: 'fg.default' },
  '& input': {
    boxSize: '0.875rem',
    flexShrink: 0,
    accentColor: '{colors.accent}',
    cursor: 'pointer',
  },
  '@media (pointer: coarse)': { minHeight: '2.75rem' },
};
