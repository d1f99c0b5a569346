import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { ReactNode } from 'react';

import type { ControlProps } from './control-props.ts';

const Row = chakra('div', { base: { display: 'flex', gap: '2.5', alignItems: 'flex-start' } });
const Box = chakra('input', {
  base: {
    boxSize: '1rem',
    flexShrink: 0,
    mt: '0.125rem',
    accentColor: '{colors.accent}',
    cursor: 'pointer',
    _disabled: { cursor: 'not-allowed' },
  },
});
const Label = chakra('label', { base: { fontWeight: 'medium', cursor: 'pointer' } });
const Description = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } });

export type CheckboxFieldProps = Omit<ControlProps<'input'>, 'type'> & {
  label: string;
  description?: ReactNode;
};

/** A checkbox with its label and what it means. */
export function CheckboxField({ label, description, id, required, ...props }: CheckboxFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const descriptionId = `${controlId}-description`;
  return (
    <Row>
      <Box
        {...props}
        type="checkbox"
        id={controlId}
        aria-required={required}
        aria-describedby={description === undefined ? props['aria-describedby'] : descriptionId}
      />
      <div>
        <Label htmlFor={controlId}>{label}</Label>
        {description !== undefined && <Description id={descriptionId}>{description}</Description>}
      </div>
    </Row>
  );
}
