import { chakra } from '@chakra-ui/react/styled-system';

/** A paragraph, or with `as` any text. */
export const Text = chakra('p');
