import type { Registry } from '@carrel/shared/releases';
import { createContext } from 'react';

/** The registry with the releases in use, which the screens, the sidebar and the palette are made of. */
export const RegistryContext = createContext<Registry>({ remotes: {} });
