import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Global } from '@emotion/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

import { adoptFontWithNextScreen } from './adopt-font.ts';
import { areFontsInPage, fontFaces } from './fonts.ts';
import { system } from './system.ts';
import { followTheme } from './theme-store.ts';

/** Provides the design system, the fonts and the theme to its children. */
export function UiProvider({ children }: { children: ReactNode }) {
  const [areInPage] = useState(areFontsInPage);
  useEffect(followTheme, []);
  useEffect(adoptFontWithNextScreen, []);
  return (
    <ChakraProvider value={system}>
      {!areInPage && <Global styles={fontFaces} />}
      {children}
    </ChakraProvider>
  );
}
