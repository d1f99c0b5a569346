import { chakra } from '@chakra-ui/react/styled-system';

/** A grey shape where something will stand. It shows after 150 ms, so that what comes quickly comes without it. */
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
  { defaultProps: { 'aria-hidden': true } },
);
