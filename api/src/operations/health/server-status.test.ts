import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApp } from '../../app.ts';
import { DatabaseUnavailable } from '../../platform/database/database-error.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { deliverMailJob } from '../mail/deliver-job.ts';
import { countProcessed, processedOf } from '../../processing/context/processed-counts.ts';
import { VERSION } from '../../platform/version.ts';
import { parseMetrics } from './parse-metrics.ts';
import { describeStatus, readStatus } from './server-status.ts';

let fixture: ServerFixture;
let isUnavailable = false;

beforeAll(async () => {
  fixture = await createServerFixture({
    wrapDatabase: (database) => ({
      ...database,
      query: (sql, parameters) =>
        isUnavailable
          ? Promise.reject(new DatabaseUnavailable('The connection was lost'))
          : database.query(sql, parameters),
    }),
  });
});

afterAll(async () => {
  await fixture.close();
});

async function status() {
  const health = await fixture.app.request('/healthz');
  const ready = await fixture.app.request('/readyz');
  const metrics = await fixture.app.request('/metrics');
  const samples = parseMetrics(await metrics.text());
  const state = { isUp: health.ok, isReady: ready.ok };
  return readStatus('http://localhost:3000', state, samples);
}

test('the status shows waiting jobs, failed mails and rate limits', async () => {
  const { database, dependencies } = fixture;
  const guess = () =>
    fixture.visitor().call('POST', '/accounts/login', {
      json: { email_address: 'ada@example.com', password: 'a guess' },
    });
  for (let guesses = 0; guesses < 12; guesses += 1) await guess();
  await fixture.person();
  await database.query(
    `INSERT INTO outbox (id, kind, address, due_at, failed_at) VALUES
       (gen_random_uuid(), 'invitation', 'a@example.com', now() - interval '1 hour', NULL),
       (gen_random_uuid(), 'invitation', 'b@example.com', now(), now())`,
  );
  await deliverMailJob.send(dependencies.queue, { id: 'x' });
  await database.query(
    `UPDATE jobs SET due_at = now() - interval '10 minutes' WHERE name = 'mail'`,
  );

  const now = await status();
  expect(now).toMatchObject({
    state: 'ready',
    version: VERSION,
    databaseUp: true,
    requests: { failed: 0, rateLimited: { login: 2 } },
    mails: { waiting: 1, failed: 1 },
    documents: { embedded: 0 },
  });
  expect(now.mails.oldestSeconds).toBeGreaterThanOrEqual(3600);
  expect(now.queues['mail']?.waiting).toBeGreaterThanOrEqual(1);
  expect(now.queues['mail']?.oldestSeconds).toBeGreaterThanOrEqual(600);
  const text = describeStatus(now);
  expect(text).toMatch(/^ {2}Server +ready at http:\/\/localhost:3000, up \d+ (s|min)$/m);
  expect(text).toMatch(/^! Rate limits +rejected: login 2$/m);
  expect(text).toMatch(/^! Mail +1 waiting \(the oldest for 60 min\), 1 permanently failed$/m);
  expect(text).toMatch(
    /^! Queue mail +\d+ waiting \(the oldest for 10 min\), 0 active, 0 failed$/m,
  );
});

function linesOf(metrics: string): string {
  const state = { isUp: true, isReady: true };
  return describeStatus(readStatus('http://localhost:3000', state, parseMetrics(metrics)));
}

test('the status says what is wrong with the registry of the console, and nothing where it is right', () => {
  expect(linesOf('carrel_console_registry_problems{problem="remotes.a.entry: A URL"} 2')).toMatch(
    /^! Registry +not valid, the last valid one is in use: remotes\.a\.entry: A URL$/m,
  );
  expect(
    linesOf('carrel_console_registry_conflicts{problem="b.routes: /a is left out"} 1'),
  ).toMatch(/^! Registry +b\.routes: \/a is left out$/m);
  expect(linesOf('carrel_console_registry_valid 1')).not.toContain('Registry');
});

test('the status shows what waits of the organizations that have the most, and what is stalled', async () => {
  const { database, dependencies } = fixture;
  const ids: string[] = [];
  for (let count = 1; count <= 21; count += 1) ids.push(await inWork(count));
  const [few = '', , , , , , , , , , , , , , , , , , , , most = ''] = ids;
  await database.query(
    `INSERT INTO stalled_documents (organization_id, document_id, dataset_id, stage, reason, since)
     SELECT organization_id, id, dataset_id, 'partition', 'slow_document', now() FROM documents
     WHERE organization_id = $1 LIMIT 1`,
    [most],
  );
  const writer = countProcessed({ write: () => Promise.resolve(true) }, dependencies.queue);
  const transition = { organizationId: most, documentId: most, attempt: most } as const;
  await writer.write({ ...transition, from: 'ingested', to: 'chunked' });
  await writer.write({ ...transition, from: 'chunked', to: 'embedded' });
  await writer.write({ ...transition, from: 'ingested', to: 'partitioning_error' });

  const now = await status();
  expect(now.organizations).toHaveLength(20);
  expect(now.organizations[0]).toEqual({ id: most, waiting: 21, processed: 2, stalled: 1 });
  expect(now.organizations.map(({ id }) => id)).not.toContain(few);
  const lines = describeStatus(now).split('\n');
  expect(lines.filter((line) => line.includes('Organization'))).toHaveLength(10);
  expect(lines).toContain(
    `! Organization ${most}  21 documents waiting, 2 processed since the start, 1 stalled`,
  );
});

test('only the organizations that were served last are counted', async () => {
  const { queue } = fixture.dependencies;
  const writer = countProcessed({ write: () => Promise.resolve(true) }, queue);
  const finish = (organizationId: string) =>
    writer.write({
      organizationId,
      documentId: organizationId,
      attempt: organizationId,
      from: 'chunked',
      to: 'embedded',
    });
  await finish('first');
  await finish('second');
  for (let count = 0; count < 99; count += 1) {
    await finish(`other ${count}`);
    await finish('first');
  }
  expect([...processedOf(queue).keys()]).toHaveLength(100);
  expect(processedOf(queue).get('first')).toBe(100);
  expect(processedOf(queue).has('second')).toBe(false);
});

/** Returns an organization with documents that wait. */
async function inWork(documents: number): Promise<string> {
  const [row] = await fixture.database.query<{ id: string }>(
    `WITH organization AS (
       INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Readers') RETURNING id
     )
     INSERT INTO datasets (organization_id, name) SELECT id, 'Library' FROM organization
     RETURNING organization_id AS id`,
  );
  await fixture.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT s.organization_id, s.id, n::text, '', n::text, n::text, 1
     FROM datasets s, generate_series(1, $2) n WHERE s.organization_id = $1`,
    [row?.id, documents],
  );
  return row?.id ?? '';
}

test('the metrics show that the database is unavailable', async () => {
  isUnavailable = true;
  const now = await status();
  isUnavailable = false;
  expect(now).toMatchObject({ state: 'not ready', databaseUp: false });
  expect(now.memoryBytes).toBeGreaterThan(0);
  expect(describeStatus(now)).toMatch(/^! Database +not responding$/m);
});

test('the status shows a server that is not running', () => {
  const now = readStatus('http://localhost:1', { isUp: false, isReady: false }, []);
  expect(describeStatus(now)).toBe(
    '! http://localhost:1 is not responding: the server is not running there.',
  );
});

test('S3: the metrics need METRICS_TOKEN if it is set', async () => {
  const { dependencies } = fixture;
  const settings = { ...dependencies.settings, metricsToken: 'a-token' };
  const app = createApp({ ...dependencies, settings });
  const read = (headers: Record<string, string>) => app.request('/metrics', { headers });
  for (const headers of [{}, { Authorization: 'Bearer a-guess' }, { Authorization: 'a-token' }]) {
    const response = await read(headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(await response.text()).toMatch(/^\{"message":"[^"]+METRICS_TOKEN\."\}$/);
  }
  expect((await read({ Authorization: 'Bearer a-token' })).status).toBe(200);
});
