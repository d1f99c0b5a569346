import { chakra } from '@chakra-ui/react/styled-system';

/** A short label. */
export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    height: '1.25rem',
    px: '1.5',
    borderRadius: 'sm',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: '1',
    whiteSpace: 'nowrap',
    '& svg': { boxSize: '0.75rem', flexShrink: 0 },
  },
  variants: {
    tone: {
      neutral: { bg: 'bg.hover', color: 'fg.default' },
      accent: { bg: 'accent.subtle', color: 'accent.fg' },
      info: { bg: 'info.subtle', color: 'info.fg' },
      success: { bg: 'success.subtle', color: 'success.fg' },
      warning: { bg: 'warning.subtle', color: 'warning.fg' },
      danger: { bg: 'danger.subtle', color: 'danger.fg' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});
