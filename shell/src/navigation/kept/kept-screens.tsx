import { afterPaint } from '@carrel/shared/ui';
import { useAtomValue } from 'jotai';
import { Activity, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  NavigationType,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
  useLocation,
  useNavigationType,
} from 'react-router-dom';

import { organizationIdAtom } from '../../state/organizations.atoms.ts';
import { userAtom } from '../../state/session.atoms.ts';
import { dropScreen, keepScreens } from '../../state/keep-screens.ts';
import type { KeptScreen, KeptScreens as Screens } from '../../state/keep-screens.ts';
import { screenAheadAtom } from '../../state/screen-ahead.atoms.ts';
import { isWorthKeeping } from './worth-keeping.ts';

/** The routes around a screen, of which it sees none: they match anew at each navigation. */
const OUTERMOST = { outlet: null, matches: [], isDataRoute: false };

interface KeptScreensProps {
  /** Renders the screen at the location that is current around it. */
  children: ReactNode;
}

/**
 * Shows the screen at the current location, and keeps the last ones mounted but hidden: their effects are
 * stopped. The screen that the user is about to open is drawn hidden, too.
 */
export function KeptScreens({ children }: KeptScreensProps) {
  const organizationId = useAtomValue(organizationIdAtom);
  const user = useAtomValue(userAtom);
  // Mounted again for each user and organization: nothing of one is shown to another.
  return (
    <ScreensOfOne key={`${String(user?.id)} ${String(organizationId)}`}>{children}</ScreensOfOne>
  );
}

function ScreensOfOne({ children }: KeptScreensProps) {
  const location = useLocation();
  const navigationType = useNavigationType();
  const [current, setCurrent] = useState(location);
  const [screens, setScreens] = useState<Screens>([{ location, navigationType }]);
  const ahead = useScreenAhead(screens);
  if (current !== location) {
    setCurrent(location);
    setScreens(keepScreens(screens, { location, navigationType }, ahead));
  }

  const drop = useCallback(
    (pathname: string) => setScreens((mounted) => dropScreen(mounted, pathname)),
    [],
  );
  return [...screens, ...ahead]
    .toSorted((one, other) => (one.location.pathname < other.location.pathname ? -1 : 1))
    .map((kept) => (
      <KeptScreenSlot
        key={kept.location.pathname}
        kept={kept}
        isShown={kept.location.pathname === location.pathname}
        isReturn={navigationType === NavigationType.Pop}
        onUnfit={drop}
      >
        {children}
      </KeptScreenSlot>
    ));
}

interface KeptScreenSlotProps {
  kept: KeptScreen;
  isShown: boolean;
  /** Whether the last navigation was Back or Forward. */
  isReturn: boolean;
  /** Called with the path of a screen that was hidden and cannot stay mounted. */
  onUnfit: (pathname: string) => void;
  children: ReactNode;
}

/** One screen, at a location of its own: a hidden one stays where it was. */
function KeptScreenSlot({ kept, isShown, isReturn, onUnfit, children }: KeptScreenSlotProps) {
  const { location, navigationType } = kept;
  const element = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(undefined);
  const value = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  const onChange = useEffectEvent((shown: boolean) => {
    if (shown) {
      if (isReturn) focused.current?.focus({ preventScroll: true });
    } else if (element.current !== null && !isWorthKeeping(element.current)) {
      onUnfit(location.pathname);
    }
  });
  useEffect(() => afterPaint(() => onChange(isShown)), [isShown]);
  return (
    <div
      ref={element}
      hidden={!isShown}
      style={isShown ? { display: 'contents' } : undefined}
      onFocus={({ target }) => (focused.current = target)}
    >
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <UNSAFE_RouteContext value={OUTERMOST}>
          <UNSAFE_LocationContext value={value}>{children}</UNSAFE_LocationContext>
        </UNSAFE_RouteContext>
      </Activity>
    </div>
  );
}

/** Returns the screen that is drawn ahead of its first visit, if there is one. */
function useScreenAhead(screens: Screens): readonly KeptScreen[] {
  const ahead = useAtomValue(screenAheadAtom);
  if (ahead === undefined || ahead.from !== screens[0].location.pathname) return [];
  const { pathname } = ahead.location;
  if (screens.some(({ location }) => location.pathname === pathname)) return [];
  return [{ location: ahead.location, navigationType: NavigationType.Push }];
}
