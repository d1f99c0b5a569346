import { chakra } from '@chakra-ui/react/styled-system';

/**
 * A grey placeholder. It is shown after 150 ms, so that fast content is shown without it. `data-skeleton` says that
 * the screen waits for data.
 */
export const Skeleton = chakra(
  'span',
  {
    base: {
      display: 'block',
      height: '1em',
      borderRadius: 'sm',
      bg: 'bg.hover',
      animation: 'appear 150ms ease-out 150ms both, pulse 2s ease-in-out 300ms infinite',
    },
  },
  { defaultProps: { 'aria-hidden': true, 'data-skeleton': true } },
);
