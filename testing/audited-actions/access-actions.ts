import type { Member } from '../server-fixture.ts';
import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const NAMES = { dataset: 'Handbook', workspace: 'Research' };
type Kind = keyof typeof NAMES;

/** Creates a dataset or workspace of the kind; returns its path. */
const create = async (fixture: AuditFixture, kind: Kind): Promise<string> => {
  const created = callInside(fixture, 'POST', `/${kind}s`, { name: NAMES[kind] });
  return `/${kind}s/${await createdId(created)}`;
};

/** Creates one that is known to a member who does not reach it. */
async function createKnown(
  fixture: AuditFixture,
  kind: Kind,
): Promise<{ path: string; member: Member; ask: () => Promise<Response> }> {
  const path = await create(fixture, kind);
  await callInside(fixture, 'PUT', `${path}/access`, { access: 'named', known: true });
  const member = await fixture.server.member(fixture.id, 'Viewer');
  const ask = () => callInside({ ...fixture, owner: member }, 'POST', `${path}/access-request`, {});
  return { path, member, ask };
}

const actionsOn = (kind: Kind): Record<string, AuditedAction> => ({
  [`PUT /${kind}s/:id/access`]: {
    action: `${kind}.access_changed`,
    name: NAMES[kind],
    prepare: async (fixture) => {
      const path = await create(fixture, kind);
      return () => callInside(fixture, 'PUT', `${path}/access`, { access: 'named' });
    },
  },
  [`POST /${kind}s/:id/access/take`]: {
    action: `${kind}.access_taken`,
    name: NAMES[kind],
    prepare: async (fixture) => {
      const path = await create(fixture, kind);
      await fixture.owner.call('PATCH', `/organizations/${fixture.id}`, {
        json: { admins_take_access: true },
      });
      await callInside(fixture, 'PUT', `${path}/access`, { access: 'named' });
      return () => callInside(fixture, 'POST', `${path}/access/take`);
    },
  },
  [`POST /${kind}s/:id/access-request`]: {
    action: `${kind}.access_requested`,
    name: NAMES[kind],
    prepare: async (fixture) => (await createKnown(fixture, kind)).ask,
  },
  [`POST /${kind}s/:id/access-requests/:accountId/grant`]: {
    action: `${kind}.access_granted`,
    prepare: async (fixture) => {
      const { path, member, ask } = await createKnown(fixture, kind);
      await ask();
      const request = `${path}/access-requests/${member.accountId}`;
      return () => callInside(fixture, 'POST', `${request}/grant`, { role: 'Reader' });
    },
  },
  [`DELETE /${kind}s/:id/access-requests/:accountId`]: {
    action: `${kind}.access_refused`,
    prepare: async (fixture) => {
      const { path, member, ask } = await createKnown(fixture, kind);
      await ask();
      return () => callInside(fixture, 'DELETE', `${path}/access-requests/${member.accountId}`);
    },
  },
});

/** Actions about who may see a dataset or workspace. */
export const ACCESS_ACTIONS: Record<string, AuditedAction> = {
  ...actionsOn('dataset'),
  ...actionsOn('workspace'),
};
