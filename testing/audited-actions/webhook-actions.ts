import { readJson } from '../server-fixture.ts';
import type { AuditedAction, AuditFixture } from './audit-fixture.ts';

const pathOf = ({ id }: AuditFixture) => `/organizations/${id}/webhooks`;

const create = (fixture: AuditFixture): Promise<Response> =>
  fixture.owner.call('POST', pathOf(fixture), {
    json: { name: 'Index', url: 'https://hooks.example.com/', events: ['document.ready'] },
  });

async function webhookPath(fixture: AuditFixture): Promise<string> {
  const { id } = await readJson<{ id: string }>(await create(fixture));
  return `${pathOf(fixture)}/${id}`;
}

/** Returns an action on a new webhook. */
const on = (
  action: string,
  method: string,
  options: { below?: string; json?: unknown; name?: string } = {},
): AuditedAction => ({
  action,
  name: options.name ?? 'Index',
  prepare: async (fixture) => {
    const path = `${await webhookPath(fixture)}${options.below ?? ''}`;
    return () =>
      fixture.owner.call(method, path, options.json === undefined ? {} : { json: options.json });
  },
});

/** Actions on the webhooks of an organization. */
export const WEBHOOK_ACTIONS: Record<string, AuditedAction> = {
  'POST /organizations/:id/webhooks': {
    action: 'webhook.created',
    name: 'Index',
    prepare: async (fixture) => () => create(fixture),
  },
  'PATCH /organizations/:id/webhooks/:webhookId': on('webhook.updated', 'PATCH', {
    json: { name: 'Renamed' },
    name: 'Renamed',
  }),
  'DELETE /organizations/:id/webhooks/:webhookId': on('webhook.deleted', 'DELETE'),
  'POST /organizations/:id/webhooks/:webhookId/rotate-secret': on(
    'webhook.secret_rotated',
    'POST',
    { below: '/rotate-secret', json: {} },
  ),
  'POST /organizations/:id/webhooks/:webhookId/test': on('webhook.tested', 'POST', {
    below: '/test',
  }),
  'POST /organizations/:id/webhooks/:webhookId/recover': on('webhook.redelivered', 'POST', {
    below: '/recover',
    json: { since: '2026-11-24T12:00:00.000Z' },
  }),
  'POST /organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/redeliver': {
    action: 'webhook.redelivered',
    name: 'Index',
    prepare: async (fixture) => {
      const path = await webhookPath(fixture);
      const sent = await fixture.owner.call('POST', `${path}/test`);
      const { id } = await readJson<{ id: string }>(sent);
      return () => fixture.owner.call('POST', `${path}/deliveries/${id}/redeliver`);
    },
  },
};
