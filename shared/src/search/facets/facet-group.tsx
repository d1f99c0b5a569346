import { Box, Button, Text } from '@carrel/shared/ui';
import { Fragment, useState } from 'react';

import { countText } from '../words.ts';

/** A value of a facet. */
export interface FacetValue {
  value: string;
  label: string;
  /** Matches that have it; undefined before the response. */
  count: number | undefined;
  /** Folders above it in the list. */
  depth?: number;
}

interface FacetGroupProps {
  label: string;
  values: readonly FacetValue[];
  chosen: readonly string[];
  onToggle: (value: string, isChosen: boolean) => void;
}

/** Values shown at first. */
const SHOWN = 6;
/** Levels by which a name is indented at most: a column is narrow. */
const DEEPEST = 4;

/** The values of one facet with their counts, as checkboxes. */
export function FacetGroup({ label, values, chosen, onToggle }: FacetGroupProps) {
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = values.filter(({ value }, place) => all || place < SHOWN || chosen.includes(value));
  return (
    <Box as="fieldset" minWidth="0">
      <Box as="legend" mb="1" fontSize="xs" fontWeight="medium" color="fg.muted">
        {label}
      </Box>
      {shown.map(({ value, label: name, count, depth = 0 }) => (
        <Box key={value} asChild css={OPTION}>
          <label style={{ paddingInlineStart: `${Math.min(depth, DEEPEST)}rem` }}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => onToggle(value, event.target.checked)}
            />
            <Text as="span" flex="1" minWidth="0" overflowWrap="anywhere" lineHeight="1.3">
              <Breakable text={name} />
            </Text>
            {count !== undefined && (
              <Text as="span" color="fg.muted" fontSize="xs" lineHeight="1.4">
                {countText(count)}
              </Text>
            )}
          </label>
        </Box>
      ))}
      {values.length > (all ? SHOWN : shown.length) && (
        <Button size="sm" variant="ghost" ms="-2.5" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${values.length}`}
        </Button>
      )}
    </Box>
  );
}

/** A name whose lines end after a slash, where they can. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    // A path may have the same name twice.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

const OPTION = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2',
  minHeight: '7',
  py: '1',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  borderRadius: 'sm',
  cursor: 'pointer',
  '&:hover': { color: 'fg.default' },
  '& input': {
    boxSize: '0.875rem',
    flexShrink: 0,
    mt: '0.125rem',
    accentColor: '{colors.accent}',
    cursor: 'pointer',
  },
  '@media (pointer: coarse)': {
    minHeight: '2.75rem',
    alignItems: 'center',
    '& input': { mt: '0' },
  },
};
