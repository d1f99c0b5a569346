import { createContext } from 'react';

/** Whether the sidebar, or what stands for it, is around a screen; guests' screens are pages alone. */
export const FramedContext = createContext(false);
