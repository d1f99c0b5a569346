import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { useId } from 'react';

interface ChoiceBarProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  /** Why options are disabled. */
  reason?: string | undefined;
  onChange: (value: Value) => void;
}

/** One of a few options, all of them visible: radio buttons in a row. */
export function ChoiceBar<Value extends string>(props: ChoiceBarProps<Value>) {
  const { label, options, value, reason, onChange } = props;
  const name = useId();
  const reasonId = `${name}-reason`;
  return (
    <Box
      as="fieldset"
      display="inline-flex"
      maxWidth="full"
      p="0.5"
      bg="bg.hover"
      borderRadius="md"
      aria-describedby={reason === undefined ? undefined : reasonId}
      css={LABELS}
    >
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.disabled === true ? reason : undefined}
          data-disabled={option.disabled === true ? '' : undefined}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled === true}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {reason !== undefined && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </Box>
  );
}

const LABELS = {
  '& label': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    height: 'calc(var(--control) - 0.25rem)',
    px: '3',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderRadius: 'sm',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out, color 120ms ease-out',
  },
  '& label:hover': { color: 'fg.default' },
  '& label:has(:checked)': {
    bg: 'bg.raised',
    color: 'fg.default',
    boxShadow: 'inset 0 0 0 1px {colors.border.strong}',
  },
  '& label:has(:focus-visible)': { outline: '2px solid {colors.accent}' },
  '& label[data-disabled]': { opacity: 0.55, cursor: 'not-allowed' },
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'inherit', margin: 0 },
};
