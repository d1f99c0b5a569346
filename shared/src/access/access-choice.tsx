import { ACCESS_KINDS } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { useId } from 'react';

import type { AccessDraft } from './access-draft.ts';
import { ACCESS_LABELS } from './access-labels.ts';
import type { AccessObject } from './access-object.ts';

interface AccessChoiceProps {
  kind: AccessObject['kind'];
  value: AccessDraft['access'];
  onChange: (value: AccessDraft['access']) => void;
}

/** Who may see a dataset or workspace: radio buttons with what each of them means. */
export function AccessChoice({ kind, value, onChange }: AccessChoiceProps) {
  const name = useId();
  return (
    <Box as="fieldset" minWidth="0" aria-label={`Who may see this ${kind}`} css={CARDS}>
      {ACCESS_KINDS.map((access) => {
        const id = `${name}-${access}`;
        const { label, meaning } = ACCESS_LABELS[access];
        return (
          <div key={access}>
            <input
              type="radio"
              id={id}
              name={name}
              checked={access === value}
              aria-describedby={`${id}-meaning`}
              onChange={() => onChange(access)}
            />
            <div>
              <label htmlFor={id}>{label}</label>
              <p id={`${id}-meaning`}>{meaning}</p>
            </div>
          </div>
        );
      })}
    </Box>
  );
}

const CARDS = {
  display: 'grid',
  gap: '2',
  gridTemplateColumns: { md: '1fr 1fr' },
  '& > div': {
    position: 'relative',
    display: 'flex',
    gap: '2.5',
    alignItems: 'flex-start',
    minWidth: 0,
    p: '3',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'md',
  },
  '& > div:has(:checked)': {
    borderColor: 'accent',
    boxShadow: 'inset 0 0 0 1px {colors.accent}',
  },
  '& input': {
    position: 'relative',
    zIndex: 1,
    boxSize: '1rem',
    flexShrink: 0,
    mt: '0.3rem',
    accentColor: '{colors.accent}',
    cursor: 'pointer',
  },
  '& label': { fontWeight: 'medium', cursor: 'pointer' },
  // All of the card belongs to its label, under the button.
  '& label::after': { content: '""', position: 'absolute', inset: 0 },
  '& p': { fontSize: 'sm', color: 'fg.muted' },
};
