import { chakra } from '@chakra-ui/react/styled-system';

/** A paragraph, or with `as` any run of text. */
export const Text = chakra('p');
