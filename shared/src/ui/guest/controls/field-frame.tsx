import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

const Frame = chakra('div', {
  base: { display: 'grid', gap: '1.5', minWidth: 0, alignContent: 'start' },
});
const Label = chakra('label', {
  base: {
    fontSize: 'sm',
    fontWeight: 'medium',
    justifySelf: 'start',
    overflowWrap: 'anywhere',
  },
});
const Note = chakra('p', {
  base: { fontSize: 'xs', lineHeight: '1.4', color: 'fg.muted' },
  variants: { error: { true: { display: 'flex', gap: '1.5', color: 'danger.fg' } } },
});

/** The label, error and hint of a field. */
export interface FieldProps {
  label: string;
  /** What is wrong with the value; the control is then marked invalid. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldProps {
  id?: string | undefined;
  describedBy?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Links a control with its label, hint and error. */
export function FieldFrame({ id, describedBy, label, error, hint, children }: FieldFrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint === undefined ? undefined : `${controlId}-hint`;
  const errorId = error === undefined ? undefined : `${controlId}-error`;
  const described = [describedBy, hintId, errorId].filter((part) => part !== undefined).join(' ');
  return (
    <Frame>
      <Label htmlFor={controlId}>{label}</Label>
      {children({
        id: controlId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && <Note id={hintId}>{hint}</Note>}
      {error !== undefined && (
        <Note id={errorId} error>
          <chakra.span flexShrink={0} pt="0.5">
            <CircleAlert size={13} aria-hidden />
          </chakra.span>
          {error}
        </Note>
      )}
    </Frame>
  );
}
