import type { AccessRow, SeededIds } from '../access-row.ts';

const all = ({ organizationId }: SeededIds) => `/organizations/${organizationId}/webhooks`;
const one = (ids: SeededIds) => `${all(ids)}/${ids.webhookId}`;

export const WEBHOOK_ROWS: AccessRow[] = [
  {
    route: 'GET /organizations/:id/webhooks',
    access: { path: 'Admin' },
    path: all,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/webhooks',
    access: { path: 'Admin' },
    path: all,
    json: ({ datasetId }) => ({
      name: 'Index',
      url: 'https://hooks.example.com/carrel',
      events: ['document.ready'],
      dataset_ids: [datasetId],
    }),
    status: 201,
  },
  {
    route: 'PATCH /organizations/:id/webhooks/:webhookId',
    access: { path: 'Admin' },
    path: one,
    json: ({ datasetId }) => ({ dataset_ids: [datasetId] }),
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id/webhooks/:webhookId',
    access: { path: 'Admin' },
    path: one,
    status: 204,
  },
  {
    route: 'POST /organizations/:id/webhooks/:webhookId/rotate-secret',
    access: { path: 'Admin' },
    path: (ids) => `${one(ids)}/rotate-secret`,
    json: () => ({}),
    status: 201,
  },
  {
    route: 'POST /organizations/:id/webhooks/:webhookId/test',
    access: { path: 'Admin' },
    path: (ids) => `${one(ids)}/test`,
    status: 201,
  },
  {
    route: 'GET /organizations/:id/webhooks/:webhookId/deliveries',
    access: { path: 'Admin' },
    path: (ids) => `${one(ids)}/deliveries`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    access: { path: 'Admin' },
    path: (ids) => `${one(ids)}/deliveries/${ids.deliveryId}/redeliver`,
    status: 204,
  },
  {
    route: 'POST /organizations/:id/webhooks/:webhookId/recover',
    access: { path: 'Admin' },
    path: (ids) => `${one(ids)}/recover`,
    json: () => ({ since: '2026-11-24T12:00:00.000Z' }),
    status: 200,
  },
];
