import type { AccessRow, SeededIds } from '../access-row.ts';

const all = ({ datasetId }: SeededIds) => `/datasets/${datasetId}/sources`;
const one = (ids: SeededIds) => `${all(ids)}/${ids.sourceId}`;
const below =
  (path: string) =>
  (ids: SeededIds): string =>
    `${one(ids)}${path}`;

const PLACE = { kind: 'feed', url: 'https://feeds.example.com/all.xml' };

export const SOURCE_ROWS: AccessRow[] = [
  { route: 'GET /datasets/:id/sources', access: { header: 'Editor' }, path: all, status: 200 },
  {
    route: 'POST /datasets/:id/sources',
    access: { header: 'Editor' },
    path: all,
    json: () => ({ name: 'News', place: PLACE }),
    status: 201,
  },
  {
    // An address that may not be reached: nothing is sent.
    route: 'POST /datasets/:id/sources/test',
    access: { header: 'Editor' },
    path: (ids) => `${all(ids)}/test`,
    json: () => ({ place: { kind: 'feed', url: 'https://127.0.0.1/all.xml' } }),
    status: 422,
  },
  {
    route: 'GET /datasets/:id/sources/:sourceId',
    access: { header: 'Editor' },
    path: one,
    status: 200,
  },
  {
    route: 'PATCH /datasets/:id/sources/:sourceId',
    access: { header: 'Editor' },
    path: one,
    json: () => ({ name: 'Renamed' }),
    status: 204,
  },
  {
    route: 'DELETE /datasets/:id/sources/:sourceId',
    access: { header: 'Editor' },
    path: one,
    status: 204,
  },
  {
    // A feed is not connected by signing in.
    route: 'POST /datasets/:id/sources/:sourceId/connect',
    access: { header: 'Editor' },
    path: below('/connect'),
    status: 409,
  },
  {
    route: 'POST /datasets/:id/sources/:sourceId/connect/finish',
    access: { header: 'Editor' },
    path: below('/connect/finish'),
    json: () => ({ code: 'code', state: 'state' }),
    status: 409,
  },
  {
    // A provider sends people here: the address says where they go on.
    route: 'GET /sources/callback',
    access: 'public',
    path: ({ datasetId, sourceId }) =>
      `/sources/callback?state=${datasetId}.${sourceId}.${'a'.repeat(43)}&code=code`,
    status: 302,
  },
  {
    route: 'GET /datasets/:id/sources/:sourceId/runs',
    access: { header: 'Editor' },
    path: below('/runs'),
    status: 200,
  },
  {
    route: 'POST /datasets/:id/sources/:sourceId/runs',
    access: { header: 'Editor' },
    path: below('/runs'),
    json: () => ({}),
    status: 202,
  },
  {
    route: 'POST /datasets/:id/sources/:sourceId/runs/approve',
    access: { header: 'Editor' },
    path: below('/runs/approve'),
    status: 204,
  },
  {
    route: 'POST /datasets/:id/sources/:sourceId/runs/cancel',
    access: { header: 'Editor' },
    path: below('/runs/cancel'),
    status: 204,
  },
  {
    route: 'GET /datasets/:id/sources/:sourceId/objects',
    access: { header: 'Editor' },
    path: below('/objects?state=added'),
    status: 200,
  },
];

/** The row of a source. */
export const seededSource = (datasetId: string, id: string) => ({
  dataset_id: datasetId,
  id,
  name: 'News',
  kind: 'feed',
  place: JSON.stringify(PLACE),
  folder: '',
  include: [],
  exclude: [],
  gone: 'keep',
  runs: 1,
});

/** The row of a run of it, which waits for a person. */
export const seededRun = (datasetId: string, sourceId: string) => ({
  dataset_id: datasetId,
  source_id: sourceId,
  number: 1,
  state: 'waiting',
  started_by: 'first',
  waiting_for: 'first',
});
