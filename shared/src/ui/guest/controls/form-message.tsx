import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const Message = chakra('div', {
  base: {
    display: 'flex',
    gap: '2',
    px: '3',
    py: '2',
    borderRadius: 'md',
    bg: 'danger.subtle',
    color: 'danger.fg',
    fontSize: 'sm',
    '& svg': { flexShrink: 0, mt: '0.125rem' },
  },
});

/** The error of a form as a whole, above its button. Renders nothing without children. */
export function FormMessage({ children }: { children?: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <Message role="alert">
      <CircleAlert size={16} aria-hidden />
      <div>{children}</div>
    </Message>
  );
}
