import { chakra } from '@chakra-ui/react/styled-system';

/** A heading: an `h2` of 16 px by default; change it with `as` and `fontSize`. */
export const Heading = chakra('h2', {
  base: { fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'tight', letterSpacing: '-0.011em' },
});
