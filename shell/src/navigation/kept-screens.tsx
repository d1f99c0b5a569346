import { afterPaint } from '@carrel/shared/ui';
import { useAtomValue } from 'jotai';
import { Activity, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { NavigationType, Routes, useLocation, useNavigationType } from 'react-router-dom';

import { intendedScreenAtom } from '../state/intended-screen.atoms.ts';
import { organizationIdAtom } from '../state/organizations.atoms.ts';
import { userAtom } from '../state/session.atoms.ts';
import { dropScreen, keepScreens } from './keep-screens.ts';
import type { MountedScreens, ScreenLocation } from './keep-screens.ts';
import { ScreenPlace } from './screen-place.tsx';
import { usePasses } from './use-passes.ts';
import { isWorthKeeping } from './worth-keeping.ts';

interface KeptScreensProps {
  /** The routes of the screens. */
  children: ReactNode;
}

/**
 * Shows the screen at the current location, and keeps the last ones mounted outside of the document: their
 * effects are stopped. The screen that the user is about to open is mounted the same way.
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
  const [screens, setScreens] = useState<MountedScreens>([location]);
  const address = useAtomValue(intendedScreenAtom);
  // What was intended before the last navigation is no more.
  const [over, setOver] = useState(address);
  if (screens[0] !== location) {
    setOver(address);
    setScreens(keepScreens(screens, location, navigationType === NavigationType.Replace));
  }

  const drop = useCallback(
    (pathname: string) => setScreens((mounted) => dropScreen(mounted, pathname)),
    [],
  );
  const intended = useMemo(
    () => (address === null || address === over ? [] : locationsOf(address, screens)),
    [address, over, screens],
  );
  return [...screens, ...intended]
    .toSorted((one, other) => (one.pathname < other.pathname ? -1 : 1))
    .map((at) => (
      <KeptScreenSlot
        key={at.pathname}
        location={at}
        isShown={at.pathname === location.pathname}
        isIntended={intended.includes(at)}
        isReturn={navigationType === NavigationType.Pop}
        onUnfit={drop}
      >
        {children}
      </KeptScreenSlot>
    ));
}

/** Returns the location of the screen at an address, unless it is mounted. */
function locationsOf(address: URL, screens: MountedScreens): readonly ScreenLocation[] {
  const { pathname, search, hash } = address;
  if (screens.some((mounted) => mounted.pathname === pathname)) return [];
  return [{ pathname, search, hash, state: null, key: 'intended' }];
}

interface KeptScreenSlotProps extends KeptScreensProps {
  location: ScreenLocation;
  isShown: boolean;
  /** Whether the screen was not shown yet. */
  isIntended: boolean;
  /** Whether the last navigation was Back or Forward. */
  isReturn: boolean;
  /** Called with the path of a screen that was hidden and cannot stay mounted. */
  onUnfit: (pathname: string) => void;
}

/** One screen, at a location of its own: a hidden one stays where it was. */
function KeptScreenSlot(props: KeptScreenSlotProps) {
  const { location, isShown, isIntended, isReturn, onUnfit, children } = props;
  const pass = usePasses(isIntended);
  const [content] = useState(createContent);
  const focused = useRef<HTMLElement>(undefined);
  const onChange = useEffectEvent((shown: boolean) => {
    if (shown) {
      if (isReturn) focused.current?.focus({ preventScroll: true });
    } else if (!isWorthKeeping(content)) {
      onUnfit(location.pathname);
    }
  });
  useEffect(() => afterPaint(() => onChange(isShown)), [isShown]);
  return (
    <>
      <ScreenPlace content={content} isShown={isShown} />
      {createPortal(
        <div style={{ display: 'contents' }} onFocus={({ target }) => (focused.current = target)}>
          <Activity key={pass} mode={isShown ? 'visible' : 'hidden'}>
            <Routes location={location}>{children}</Routes>
          </Activity>
        </div>,
        content,
      )}
    </>
  );
}

function createContent(): HTMLElement {
  const content = document.createElement('div');
  content.style.display = 'contents';
  return content;
}
