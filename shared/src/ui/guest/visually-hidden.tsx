import { chakra } from '../styles/factory.tsx';

/** Text for screen readers only. */
export const VisuallyHidden = chakra('span', { base: { srOnly: true } });
