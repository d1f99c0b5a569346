import { vi } from 'vitest';

import type { ShellApi } from '../shell/public.ts';
import { makeId, makeOrganization, makeUser } from './factories.ts';

/** A shell with Ada signed in and her organization selected; its functions are mocks that do nothing. */
export function fakeShell(overrides: Partial<ShellApi> = {}): ShellApi {
  const user = overrides.user === undefined ? makeUser() : overrides.user;
  return {
    organizationId: user === null ? null : makeId(100),
    organizations: user === null ? undefined : [makeOrganization()],
    selectOrganization: vi.fn<ShellApi['selectOrganization']>(),
    selectOrganizationWhenListed: vi.fn<ShellApi['selectOrganizationWhenListed']>(),
    reloadUser: vi.fn<ShellApi['reloadUser']>(async () => user),
    signOut: vi.fn<ShellApi['signOut']>(async () => undefined),
    setPage: vi.fn<ShellApi['setPage']>(),
    ...overrides,
    user,
  };
}
