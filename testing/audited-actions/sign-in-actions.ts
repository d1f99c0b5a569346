import { createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const domains = ({ id }: AuditFixture) => `/organizations/${id}/domains`;
const provider = ({ id }: AuditFixture) => `/organizations/${id}/identity-provider`;

async function domainPath(fixture: AuditFixture, domain: string): Promise<string> {
  const json = { domain };
  const id = await createdId(fixture.owner.call('POST', domains(fixture), { json }));
  return `${domains(fixture)}/${id}`;
}

const saveProvider = (fixture: AuditFixture): Promise<Response> =>
  fixture.owner.call('PUT', provider(fixture), {
    json: {
      issuer: 'https://login.example.com',
      client_id: 'carrel',
      client_secret: 'secret',
      default_role: 'Viewer',
      enabled: true,
      enforced: false,
    },
  });

/** Actions on the domains and the provider of an organization. */
export const SIGN_IN_ACTIONS: Record<string, AuditedAction> = {
  'POST /organizations/:id/domains': {
    action: 'domain.added',
    name: 'added.example',
    prepare: async (fixture) => () =>
      fixture.owner.call('POST', domains(fixture), { json: { domain: 'added.example' } }),
  },
  'POST /organizations/:id/domains/:domainId/mail': {
    action: 'domain.code_sent',
    name: 'mailed.example',
    prepare: async (fixture) => {
      const path = await domainPath(fixture, 'mailed.example');
      return () => fixture.owner.call('POST', `${path}/mail`);
    },
  },
  'POST /organizations/:id/domains/:domainId/verify': {
    action: 'domain.verified',
    name: 'verified.example',
    prepare: async (fixture) => {
      const path = await domainPath(fixture, 'verified.example');
      await fixture.server.mails();
      await fixture.owner.call('POST', `${path}/mail`);
      const [mail] = await fixture.server.mails();
      const [code] = /[A-Z]{5}-[A-Z]{5}/.exec(mail?.subject ?? '') ?? [];
      return () => fixture.owner.call('POST', `${path}/verify`, { json: { code } });
    },
  },
  'DELETE /organizations/:id/domains/:domainId': {
    action: 'domain.removed',
    name: 'removed.example',
    prepare: async (fixture) => {
      const path = await domainPath(fixture, 'removed.example');
      return () => fixture.owner.call('DELETE', path);
    },
  },
  'PUT /organizations/:id/identity-provider': {
    action: 'identity_provider.saved',
    name: 'https://login.example.com',
    prepare: async (fixture) => () => saveProvider(fixture),
  },
  'DELETE /organizations/:id/identity-provider': {
    action: 'identity_provider.removed',
    name: 'https://login.example.com',
    prepare: async (fixture) => {
      await saveProvider(fixture);
      return () => fixture.owner.call('DELETE', provider(fixture));
    },
  },
};
