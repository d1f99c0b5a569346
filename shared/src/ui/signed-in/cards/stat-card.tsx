import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { Spinner } from '../../guest/spinner.tsx';
import { VisuallyHidden } from '../../guest/visually-hidden.tsx';

const Card = chakra('dl', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '1',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
    '&:has(a):hover': { bg: 'bg.hover' },
    // The link is as large as the card.
    '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'lg' },
  },
});
const Label = chakra('dt', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    color: 'fg.muted',
    fontSize: 'sm',
    '& svg': { boxSize: '1rem' },
  },
});
const Value = chakra('dd', {
  base: {
    height: '2rem',
    fontSize: '2xl',
    fontWeight: 'semibold',
    lineHeight: '2rem',
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
});

const numbers = new Intl.NumberFormat('en-US');

export interface StatCardProps {
  label: string;
  value?: number | undefined;
  icon?: ReactNode;
  /** The screen of what is counted. */
  to?: string | undefined;
  loading?: boolean | undefined;
  /** Shows `--` in place of the count. */
  failed?: boolean | undefined;
}

/** One count with its name: a spinner while it loads, `--` when it failed. */
export function StatCard({
  label,
  value,
  icon,
  to,
  loading = false,
  failed = false,
}: StatCardProps) {
  return (
    <Card>
      <Label>
        {to === undefined ? label : <RouterLink to={to}>{label}</RouterLink>}
        <span aria-hidden>{icon}</span>
      </Label>
      <Value>
        {loading ? (
          <chakra.span fontSize="lg" color="fg.muted">
            <Spinner />
            <VisuallyHidden>Loading</VisuallyHidden>
          </chakra.span>
        ) : failed || value === undefined ? (
          '--'
        ) : (
          numbers.format(value)
        )}
      </Value>
    </Card>
  );
}
