import { chakra } from '@chakra-ui/react/styled-system';
import { Link as RouterLink } from 'react-router-dom';

import { Link } from '../../guest/link.tsx';

const Bar = chakra('div', {
  base: {
    display: 'flex',
    gap: '2px',
    height: '2',
    borderRadius: 'full',
    overflow: 'hidden',
    bg: 'bg.hover',
  },
});
const Part = chakra('div', {
  base: { minWidth: '4px', transition: 'flex-grow 200ms ease-out' },
  variants: {
    tone: {
      neutral: { bg: 'border.control' },
      info: { bg: 'info' },
      success: { bg: 'success' },
      danger: { bg: 'danger' },
    },
  },
});
const Legend = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '1', mt: '3', fontSize: 'sm' },
});
const Dot = chakra('span', { base: { boxSize: '2', borderRadius: 'full' } });

const dotColors = {
  neutral: 'border.control',
  info: 'info',
  success: 'success',
  danger: 'danger',
} as const;

export interface StackedBarPart {
  label: string;
  value: number;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  /** The screen with these. */
  to?: string | undefined;
}

export interface StackedBarProps {
  /** The name of the whole. */
  label: string;
  parts: readonly StackedBarPart[];
}

const numbers = new Intl.NumberFormat('en-US');

/** The parts of a whole as one bar, with their counts below it. */
export function StackedBar({ label, parts }: StackedBarProps) {
  return (
    <figure aria-label={label}>
      <Bar aria-hidden>
        {parts
          .filter((part) => part.value > 0)
          .map((part) => (
            <Part
              key={part.label}
              tone={part.tone}
              style={{ flexGrow: part.value, flexBasis: 0 }}
            />
          ))}
      </Bar>
      <Legend>
        {parts.map((part) => (
          <chakra.li key={part.label} display="flex" alignItems="center" gap="2">
            <Dot bg={dotColors[part.tone]} aria-hidden />
            {part.to === undefined || part.value === 0 ? (
              <chakra.span color="fg.muted">{part.label}</chakra.span>
            ) : (
              <Link asChild color="fg.muted">
                <RouterLink to={part.to}>{part.label}</RouterLink>
              </Link>
            )}
            <chakra.span fontWeight="medium" fontVariantNumeric="tabular-nums">
              {numbers.format(part.value)}
            </chakra.span>
          </chakra.li>
        ))}
      </Legend>
    </figure>
  );
}
