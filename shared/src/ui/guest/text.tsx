import { chakra } from '../styles/factory.tsx';

/** A paragraph, or with `as` any text. */
export const Text = chakra('p');
