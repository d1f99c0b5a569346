import { chakra } from '@chakra-ui/react/styled-system';

/** A spinner in the colour of the text around it. It is decoration: also say in words what is loaded. */
export const Spinner = chakra(
  'span',
  {
    base: {
      display: 'inline-block',
      flexShrink: 0,
      boxSize: '1em',
      borderWidth: '2px',
      borderRadius: 'full',
      borderColor: 'currentColor',
      borderTopColor: 'transparent',
      animation: 'spin 700ms linear infinite',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
);
