import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { showSection } from './show-section.ts';

interface Opened {
  to: string;
  intent?: string | undefined;
  section?: string | undefined;
  screenTitle?: string | undefined;
}

/** Returns a function that opens the screen of a command, with its intent, and brings its section into view. */
export function useOpenEntry(): (entry: Opened) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    ({ to, intent, section, screenTitle }) => {
      const state = intent === undefined ? undefined : { intent };
      void navigate(to, { state, replace: intent !== undefined && to === pathname });
      if (section !== undefined && screenTitle !== undefined) showSection(screenTitle, section);
    },
    [navigate, pathname],
  );
}
