import { client } from '@carrel/shared/api';
import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import type { CurrentUser } from '@carrel/shared/contract';
import type { Registry, RuntimeConfig } from '@carrel/shared/releases';
import { usePage, useShell } from '@carrel/shared/shell';
import { makeId, makeOrganization, makeUser, mockApi } from '@carrel/shared/testing';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { vi } from 'vitest';

import { App } from '../app.tsx';
import { Session } from '../session/session.ts';
import type { SessionPage } from '../session/session.ts';
import { ownRegistry } from './registries.ts';

export const SESSIONS = 'api/v1/accounts/sessions';
export const CURRENT = 'api/v1/accounts/current';
export const SAVE = 'api/v1/notes';
export const unauthorized = { status: 401, body: { message: 'Please sign in' } };

const config: RuntimeConfig = {
  apiUrl: '',
  environment: 'test',
  version: '1.0.0',
  registry: ownRegistry,
};

function Screen({ path }: { path: string }) {
  const { pathname, search, state } = useLocation();
  const { organizationId, reloadUser } = useShell();
  usePage({ title: path });
  return (
    <>
      <h1>{`Screen ${path}`}</h1>
      <p>{`At ${pathname}${search}`}</p>
      <p>{`State ${JSON.stringify(state)}`}</p>
      <p>{`Organization ${String(organizationId)}`}</p>
      <input aria-label="Notes" />
      <button type="button" onClick={() => void reloadUser()}>
        Sign in
      </button>
      <button
        type="button"
        onClick={() =>
          void client
            .post(SAVE)
            .done()
            .catch(() => undefined)
        }
      >
        Save
      </button>
      <Link to="/datasets/1/documents?path=a%2Fb">Documents</Link>
    </>
  );
}

let stopListening = (): void => undefined;

/** Opens the whole console at a URL, with plain screens instead of remotes. */
export function open(
  path: string,
  apiUrl = '',
  renderRemote = (_remote: string, screenPath: string): ReactNode => <Screen path={screenPath} />,
  page: SessionPage = { signedInCookie: true },
) {
  window.history.replaceState(null, '', path);
  const session = new Session();
  stopListening = session.listen(apiUrl);
  void session.start(page);
  const appWith = (registry: Registry) => (
    <App config={config} registry={registry} session={session} renderRemote={renderRemote} />
  );
  const { rerender, ...rendered } = render(appWith(ownRegistry));
  return { ...rendered, changeRegistry: (registry: Registry) => rerender(appWith(registry)) };
}

/** Sets the cookie of an earlier sign-in. */
export const signIn = () => {
  document.cookie = `${SIGNED_IN_COOKIE}=1; Path=/`;
};

/** Mocks a server on which this user is signed in. */
export function serve(user: CurrentUser = makeUser()): void {
  mockApi.get(CURRENT, () => ({ body: user }));
  mockApi.get('api/v1/organizations', () => ({
    body: {
      organizations: Object.keys(user.memberships).map((id) => makeOrganization({ id })),
    },
  }));
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
  mockApi.get(`api/v1/organizations/${makeId(100)}/members`, () => ({ body: { members: [] } }));
  mockApi.post('api/v1/accounts/logout', () => ({ status: 204 }));
}

export const twoOrganizations = makeUser({
  memberships: {
    [makeId(100)]: { organization_name: 'Engines', role_name: 'Owner' },
    [makeId(101)]: { organization_name: 'Looms', role_name: 'Viewer' },
  },
});

/** To be called before each test: no user is signed in, and the server has no data. */
export function startConsole(): void {
  mockApi.start();
  mockApi.get(CURRENT, () => unauthorized);
  vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);
}

/** To be called after each test. */
export function stopConsole(): void {
  cleanup();
  stopListening();
  mockApi.stop();
  vi.restoreAllMocks();
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`;
  document.cookie = 'sidebar_state=; Path=/; Max-Age=0';
}
