import type { RouteAccess } from '@carrel/shared/contract';
import type { Registry } from '@carrel/shared/releases';
import { consolePaths, consoleRoutes } from '@carrel/shared/paths';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';

import { signedInParts } from '../state/load-signed-in.ts';
import { NavigationFocus } from './navigation-focus.tsx';
import { organizationIdAtom } from '../state/organizations.atoms.ts';
import { FramedContext } from '../remotes/framed.ts';
import { RegistryContext } from '../remotes/registry-context.ts';
import { unreadableNames } from '../remotes/registry-store.ts';
import { MissingScreen } from '../remotes/screens/missing-screen.tsx';
import { ScreenBoundary } from '../remotes/screens/screen-boundary.tsx';
import { Guard } from '../session/guard.tsx';
import { userAtom } from '../state/session.atoms.ts';

interface AppRoutesProps {
  registry: Registry;
  /** Renders a remote's screen at one of its route patterns in the registry. */
  renderRemote: (remote: string, path: string) => ReactNode;
  /** Rendered around signed-in screens instead of the sidebar and the header. */
  frame?: ComponentType | undefined;
}

interface Screen {
  path: string;
  access: RouteAccess;
  element: ReactNode;
}

/** The routes of all screens: the dashboard is the shell's own, the others come from the registry. */
export function AppRoutes({ registry, renderRemote, frame }: AppRoutesProps) {
  const screens = useMemo(
    () =>
      Object.entries(registry.remotes).flatMap(([remote, { routes }]) =>
        routes.map(({ path, access }): Screen => ({
          path,
          access,
          element: renderRemote(remote, path),
        })),
      ),
    [registry, renderRemote],
  );
  const isIncomplete = screens.length === 0 || unreadableNames().length > 0;
  const location = useLocation();
  const { pathname } = location;
  // Within the frame, which stays mounted when a screen goes.
  const isUser = useAtomValue(userAtom) !== null;
  const forSignedIn = useMemo(
    () => (
      <>
        <Route path={consoleRoutes.dashboard} element={<Dashboard />} />
        {routesFor(screens, 'user')}
        <Route path="*" element={<UnknownScreen mayBeMissing={isIncomplete} />} />
        <Route element={<OrganizationScreens />}>{routesFor(screens, 'organization')}</Route>
      </>
    ),
    [screens, isIncomplete],
  );
  // An address with an empty id is that of a screen without one, which says what is missing.
  if (pathname.includes('//')) {
    const to = { ...location, pathname: pathname.replaceAll(/\/{2,}/g, '/') };
    return <Navigate to={to} replace state={location.state} />;
  }
  return (
    <RegistryContext value={registry}>
      <Routes>
        {routesFor(screens, 'guest', (element) => (
          <Guard access="guest">{element}</Guard>
        ))}
        {routesFor(screens, 'public', (element) => (
          <PublicScreen>{element}</PublicScreen>
        ))}
        {hasScreen(screens, consoleRoutes.login) || (
          <Route path={consoleRoutes.login} element={<MissingScreen />} />
        )}
        {isUser || isIncomplete || isForSignedIn(screens, pathname) ? (
          <Route element={<SignedInScreens frame={frame} />}>
            <Route path="*" element={<SignedInScreen>{forSignedIn}</SignedInScreen>} />
          </Route>
        ) : (
          <Route path="*" element={<Navigate to={consolePaths.dashboard()} replace />} />
        )}
      </Routes>
      <NavigationFocus />
    </RegistryContext>
  );
}

function routesFor(
  screens: readonly Screen[],
  wanted: RouteAccess,
  around = (element: ReactNode) => element,
): ReactNode {
  return screens
    .filter(({ access }) => access === wanted)
    .map(({ path, element }) => <Route key={path} path={path} element={around(element)} />);
}

const hasScreen = (screens: readonly Screen[], pathname: string) =>
  screens.some(({ path }) => matchPath(path, pathname) !== null);

const isForSignedIn = (screens: readonly Screen[], pathname: string) =>
  matchPath(consoleRoutes.dashboard, pathname) !== null ||
  hasScreen(
    screens.filter(({ access }) => access === 'user' || access === 'organization'),
    pathname,
  );

interface UnknownScreenProps {
  /** Whether the path may be one of a remote whose entry in the registry is not valid. */
  mayBeMissing: boolean;
}

/** A path that no remote has leads to the dashboard. */
function UnknownScreen({ mayBeMissing }: UnknownScreenProps) {
  const { pathname } = useLocation();
  const isHome = pathname === consolePaths.home();
  if (mayBeMissing && !isHome) return <MissingScreen />;
  return <Navigate to={consolePaths.dashboard()} replace />;
}

function SignedInScreens({ frame }: Pick<AppRoutesProps, 'frame'>) {
  return (
    <Guard access="user">
      <FrameWithData frame={frame} />
    </Guard>
  );
}

// One element for all routes: the frame stays mounted when the screen in it changes.
function FrameWithData({ frame }: Pick<AppRoutesProps, 'frame'>) {
  const { Frame: SidebarFrame, SignedInData } = signedInParts();
  const Frame = frame ?? SidebarFrame;
  return (
    <SignedInData>
      <FramedContext value>
        <Frame />
      </FramedContext>
    </SignedInData>
  );
}

function SignedInScreen({ children }: { children: ReactNode }) {
  const { KeptScreens } = signedInParts();
  return <KeptScreens>{children}</KeptScreens>;
}

// Mounted again for each organization: no state of a screen carries over from one to another.
function OrganizationScreens() {
  const organizationId = useAtomValue(organizationIdAtom);
  const { OrganizationGate } = signedInParts();
  return (
    <Guard access="organization">
      <OrganizationGate key={organizationId}>
        <Outlet />
      </OrganizationGate>
    </Guard>
  );
}

function Dashboard() {
  const { DashboardPage, OrganizationGate } = signedInParts();
  return (
    <ScreenBoundary at={consolePaths.dashboard()}>
      <OrganizationGate announces>
        <DashboardPage />
      </OrganizationGate>
    </ScreenBoundary>
  );
}

// Decided once: a screen must not be mounted again because the user signed in while it was open.
function PublicScreen({ children }: { children: ReactNode }) {
  const [signedIn] = useState(useAtomValue(userAtom) !== null);
  if (!signedIn) return children;
  const { SignedInData } = signedInParts();
  return <SignedInData>{children}</SignedInData>;
}
