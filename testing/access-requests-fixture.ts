import type { Access, AuditPage } from '@carrel/shared/contract';
import { expect } from 'vitest';

import type { AccessFixture, AccessServer } from './access-fixture.ts';
import { readJson, type Member } from './server-fixture.ts';

type Kind = 'dataset' | 'workspace';

/** An organization with a dataset and a workspace, and the calls by which people ask for access to them. */
export interface AccessRequestsFixture extends AccessFixture {
  path: (kind: Kind) => string;
  /** The path of the request of a person. */
  requestPath: (kind: Kind, who: Member) => string;
  /** Limits it to those who are named, as an Owner, and lets others ask unless `change` says otherwise. */
  setAccess: (kind: Kind, entries?: object[], change?: object) => Promise<void>;
  ask: (kind: Kind, who?: Member, reason?: string) => Promise<Response>;
  /** What a person sees who cannot reach it. */
  seen: (kind: Kind, who?: Member) => Promise<Response>;
  grant: (kind: Kind, role?: string, by?: Member) => Promise<Response>;
  refuse: (kind: Kind, by?: Member) => Promise<Response>;
  access: (kind: Kind, who?: Member) => Promise<Access>;
  /** The audit records, the newest first. */
  records: () => Promise<AuditPage['records']>;
}

/** Creates an organization with nothing to be mailed, and no limit used up. The Viewer asks, and the Owner decides. */
export async function createAccessRequests(access: AccessServer): Promise<AccessRequestsFixture> {
  const { server, owner } = access;
  const fixture = await access.create();
  const { organizationId, viewer, plans, call } = fixture;
  const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
  const { id: space } = await readJson<{ id: string }>(created);
  await server.database.query('DELETE FROM rate_limits');
  await server.mails();
  const path = (kind: Kind) => (kind === 'dataset' ? `/datasets/${plans}` : `/workspaces/${space}`);
  const requestPath = (kind: Kind, who: Member) => `${path(kind)}/access-requests/${who.accountId}`;
  return {
    ...fixture,
    path,
    requestPath,
    setAccess: async (kind, entries = [], change = { known: true }) => {
      const json = { access: 'named', entries, ...change };
      expect((await call(owner, 'PUT', `${path(kind)}/access`, json)).status).toBe(204);
    },
    ask: (kind, who = viewer, reason = 'I draw the engine.') =>
      call(who, 'POST', `${path(kind)}/access-request`, { reason }),
    seen: (kind, who = viewer) => call(who, 'GET', `${path(kind)}/access-request`),
    grant: (kind, role = 'Reader', by = owner) =>
      call(by, 'POST', `${requestPath(kind, viewer)}/grant`, { role }),
    refuse: (kind, by = owner) => call(by, 'DELETE', requestPath(kind, viewer)),
    access: async (kind, who = owner) =>
      readJson<Access>(await call(who, 'GET', `${path(kind)}/access`)),
    records: async () => {
      const log = await owner.call('GET', `/organizations/${organizationId}/audit`);
      return (await readJson<AuditPage>(log)).records;
    },
  };
}
