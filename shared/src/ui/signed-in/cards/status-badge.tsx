import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { Tooltip } from '../tooltip/tooltip.tsx';

const Mark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    fontSize: 'sm',
    verticalAlign: 'middle',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    '& > span': { display: 'contents' },
    '& svg': { boxSize: '0.875rem', flexShrink: 0 },
  },
  variants: {
    tone: {
      neutral: { color: 'fg.muted' },
      info: { color: 'info.fg' },
      success: { color: 'success.fg' },
      danger: { color: 'danger.fg' },
    },
    pulse: { true: { '& svg': { animation: 'pulse 2s ease-in-out infinite' } } },
    explained: {
      true: {
        cursor: 'help',
        py: '0.5',
        borderRadius: 'sm',
        textDecoration: 'underline dotted',
        textUnderlineOffset: '0.25em',
      },
    },
  },
});

export interface StatusBadgeProps {
  icon: ReactNode;
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  /** The server is working on it. */
  pulse?: boolean | undefined;
  /** The reason, shown on hover, focus or tap. */
  reason?: string | undefined;
}

/** A status as icon, text and colour. */
export function StatusBadge({ icon, label, tone, pulse = false, reason }: StatusBadgeProps) {
  const face = (
    <>
      <span aria-hidden>{icon}</span>
      {label}
    </>
  );
  if (reason === undefined) {
    return (
      <Mark tone={tone} pulse={pulse}>
        {face}
      </Mark>
    );
  }
  return (
    <Tooltip content={reason} openDelay={0} openOnPress>
      <Mark asChild tone={tone} pulse={pulse} explained>
        <button type="button">{face}</button>
      </Mark>
    </Tooltip>
  );
}
