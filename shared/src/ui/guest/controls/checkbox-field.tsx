import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { ReactNode } from 'react';

import type { ControlProps } from './control-props.ts';

// One styled element, from which its parts are styled too: a table may have hundreds of these.
const Row = chakra('div', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'flex-start',
    '& > div': { minWidth: 0 },
    '& label': { fontWeight: 'medium', cursor: 'pointer', overflowWrap: 'anywhere' },
    '& p': { fontSize: 'sm', color: 'fg.muted' },
    '& input': {
      appearance: 'none',
      display: 'grid',
      placeContent: 'center',
      boxSize: '1rem',
      flexShrink: 0,
      mt: '0.15rem',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'sm',
      cursor: 'pointer',
      transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
      // The tick: two sides of a rotated box.
      _before: {
        content: '""',
        width: '0.3rem',
        height: '0.55rem',
        mb: '0.125rem',
        borderEndWidth: '2px',
        borderBottomWidth: '2px',
        borderColor: 'accent.contrast',
        transform: 'rotate(45deg)',
        opacity: 0,
      },
      '&:checked': { bg: 'accent', borderColor: 'accent', _before: { opacity: 1 } },
      _disabled: { cursor: 'not-allowed', opacity: 0.55 },
      '@media (forced-colors: active)': { appearance: 'auto', _before: { display: 'none' } },
    },
  },
});

export type CheckboxFieldProps = Omit<ControlProps<'input'>, 'type'> & {
  /** Its name; it may contain a link, which does not change the checkbox. */
  label: ReactNode;
  description?: ReactNode;
};

/** A checkbox with its label and description. */
export function CheckboxField({ label, description, id, required, ...props }: CheckboxFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const descriptionId = `${controlId}-description`;
  return (
    <Row>
      <input
        {...props}
        type="checkbox"
        id={controlId}
        aria-required={required}
        aria-describedby={description === undefined ? props['aria-describedby'] : descriptionId}
      />
      <div>
        <label htmlFor={controlId}>{label}</label>
        {description !== undefined && <p id={descriptionId}>{description}</p>}
      </div>
    </Row>
  );
}
