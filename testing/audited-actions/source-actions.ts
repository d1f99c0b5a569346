import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const SOURCE = { name: 'News', place: { kind: 'feed', url: 'https://feeds.example.com/all.xml' } };

const sourcesPath = async (fixture: AuditFixture): Promise<string> => {
  const dataset = await createdId(callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }));
  return `/datasets/${dataset}/sources`;
};

const sourcePath = async (fixture: AuditFixture): Promise<string> => {
  const path = await sourcesPath(fixture);
  return `${path}/${await createdId(callInside(fixture, 'POST', path, SOURCE))}`;
};

/** Returns an action on a new source, whose first run waits for a person. */
const on = (
  action: string,
  method: string,
  { below = '', json, name = 'News' }: { below?: string; json?: unknown; name?: string } = {},
): AuditedAction => ({
  action,
  name,
  prepare: async (fixture) => {
    const path = await sourcePath(fixture);
    await fixture.server.database.query(
      `UPDATE source_runs SET state = 'waiting', waiting_for = 'first' WHERE source_id = $1`,
      [path.split('/').at(-1)],
    );
    return () => callInside(fixture, method, `${path}${below}`, json);
  },
});

/** Actions on the sources of a dataset. */
export const SOURCE_ACTIONS: Record<string, AuditedAction> = {
  'POST /datasets/:id/sources': {
    action: 'source.created',
    name: 'News',
    prepare: async (fixture) => {
      const path = await sourcesPath(fixture);
      return () => callInside(fixture, 'POST', path, SOURCE);
    },
  },
  'PATCH /datasets/:id/sources/:sourceId': on('source.updated', 'PATCH', {
    json: { name: 'Renamed' },
    name: 'Renamed',
  }),
  'DELETE /datasets/:id/sources/:sourceId': on('source.deleted', 'DELETE'),
  'POST /datasets/:id/sources/:sourceId/runs': on('source.run', 'POST', {
    below: '/runs',
    json: {},
  }),
  'POST /datasets/:id/sources/:sourceId/runs/approve': on('source.approved', 'POST', {
    below: '/runs/approve',
  }),
  'POST /datasets/:id/sources/:sourceId/runs/cancel': on('source.cancelled', 'POST', {
    below: '/runs/cancel',
  }),
};
