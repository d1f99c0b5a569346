import { createContext } from 'react';

/** Whether a screen is inside the sidebar's frame or its replacement. Guests' screens are not. */
export const FramedContext = createContext(false);
