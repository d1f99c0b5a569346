import type { RouteAccess } from '@carrel/shared/contract';
import type { Registry } from '@carrel/shared/releases';
import { consolePaths, consoleRoutes, SIGNED_IN_ROUTES } from '@carrel/shared/paths';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';

import { signedInParts } from '../state/load-signed-in.ts';
import { NavigationFocus } from './navigation-focus.tsx';
import { organizationIdAtom } from '../state/organizations.atoms.ts';
import { FramedContext } from '../remotes/framed.ts';
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
  const { pathname } = useLocation();
  const forSignedIn = useMemo(
    () => (
      <>
        <Route path={consoleRoutes.dashboard} element={<Dashboard />} />
        {routesFor(screens, 'user')}
        {missingRoutes(screens, true).map((path) => (
          <Route key={path} path={path} element={<MissingScreen />} />
        ))}
        <Route element={<OrganizationScreens />}>{routesFor(screens, 'organization')}</Route>
      </>
    ),
    [screens],
  );
  return (
    <>
      <Routes>
        {routesFor(screens, 'guest', (element) => (
          <Guard access="guest">{element}</Guard>
        ))}
        {routesFor(screens, 'public', (element) => (
          <PublicScreen>{element}</PublicScreen>
        ))}
        {missingRoutes(screens, false).map((path) => (
          <Route key={path} path={path} element={<MissingScreen />} />
        ))}
        {isForSignedIn(pathname) ? (
          <Route element={<SignedInScreens frame={frame} />}>
            <Route path="*" element={<SignedInScreen>{forSignedIn}</SignedInScreen>} />
          </Route>
        ) : (
          <Route path="*" element={<Navigate to={consolePaths.dashboard()} replace />} />
        )}
      </Routes>
      <NavigationFocus />
    </>
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

const isForSignedIn = (pathname: string) =>
  (['dashboard', ...SIGNED_IN_ROUTES] as const).some(
    (name) => matchPath(consoleRoutes[name], pathname) !== null,
  );

/** Returns routes of the console that no remote has: those of signed-in users or all others. */
function missingRoutes(screens: readonly Screen[], signedIn: boolean): string[] {
  const ofSignedIn: readonly string[] = SIGNED_IN_ROUTES;
  return Object.entries(consoleRoutes)
    .filter(([name, path]) => {
      if (path === consoleRoutes.dashboard || ofSignedIn.includes(name) !== signedIn) return false;
      return !screens.some((screen) => screen.path === path);
    })
    .map(([, path]) => path);
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
