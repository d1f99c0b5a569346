import { TELEMETRY_BATCH_MAX } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createApp } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let app: ServerFixture['app'];
let lines: string[];

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(() => fixture.close());

beforeEach(() => {
  lines = [];
  app = createApp({ ...fixture.dependencies, log: createLog((line) => lines.push(line)) });
});

let address = 0;

const send = (body: unknown, from = `192.0.2.${(address += 1)}`) =>
  app.request('/api/v1/telemetry', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const batch = (...events: TelemetryEvent[]) => ({ version: '1.0.0', events });

const failed: TelemetryEvent = {
  kind: 'remote-failed',
  remote: 'mf-datasets',
  version: '7',
  reason: 'It did not answer.',
};

const metrics = async () => (await app.request('/metrics')).text();
const loggedEvents = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'console');

describe('an event of the console', () => {
  test('is logged and counted if it is a failure', async () => {
    const response = await send(
      batch({ ...failed, count: 3 }, { ...failed, kind: 'remote-refused', reason: 'Too new.' }),
    );
    expect(response.status).toBe(204);
    expect(loggedEvents()).toEqual([
      expect.objectContaining({ level: 'warn', console_version: '1.0.0', ...failed, count: 3 }),
      expect.objectContaining({ kind: 'remote-refused', reason: 'Too new.' }),
    ]);
    const text = await metrics();
    expect(text).toContain(
      'carrel_console_events_total{kind="remote-failed",remote="mf-datasets"} 3\n',
    );
    expect(text).toContain(
      'carrel_console_events_total{kind="remote-refused",remote="mf-datasets"} 1\n',
    );
  });

  test('is counted without a log record otherwise', async () => {
    const loaded = {
      kind: 'remote-loaded' as const,
      remote: 'mf-auth',
      version: '7',
      milliseconds: 250,
    };
    expect((await send(batch(loaded, loaded))).status).toBe(204);
    expect(loggedEvents()).toEqual([]);
    const text = await metrics();
    expect(text).toContain('carrel_console_events_total{kind="remote-loaded",remote="mf-auth"} 2');
    expect(text).toContain('carrel_console_remote_load_seconds_total{remote="mf-auth"} 0.5');
  });

  test('is counted as the shell’s without a remote, and dropped ones are counted too', async () => {
    const stack = ['/shell/a.js:1:2', '/shell/b.js:3:4'];
    const error: TelemetryEvent = { kind: 'error', message: 'It broke', stack, route: '/login' };
    await send({ ...batch(error), dropped: 9 });
    expect(loggedEvents()).toEqual([
      expect.objectContaining({
        error: 'It broke',
        stack: '/shell/a.js:1:2\n/shell/b.js:3:4',
        route: '/login',
      }),
    ]);
    const text = await metrics();
    expect(text).toContain('carrel_console_events_total{kind="error",remote="shell"} 1');
    expect(text).toContain('carrel_console_events_dropped_total 9');
  });

  test('adds at most a hundred remotes to the metrics', async () => {
    for (let round = 0; round < 8; round += 1) {
      const events = Array.from({ length: TELEMETRY_BATCH_MAX }, (_, at) => ({
        ...failed,
        remote: `mf-${round}-${at}`,
      }));
      expect((await send(batch(...events))).status).toBe(204);
    }
    const series = (await metrics()).match(/^carrel_console_events_total\{/gm) ?? [];
    expect(series.length).toBe(101);
    expect(await metrics()).toContain('remote="other"} 60');
  });
});

const figure = (milliseconds: number, more: object = {}) => ({
  kind: 'vital' as const,
  vital: 'screen' as const,
  milliseconds,
  route: '/datasets/:datasetId?/documents',
  remote: 'mf-datasets',
  version: 'd7',
  ...more,
});

const SERIES =
  'vital="screen",route="/datasets/:datasetId?/documents",remote="mf-datasets",release="d7"';

const seriesOf = (text: string) =>
  new Set(text.match(/^carrel_console_vital_seconds_count\{.*\}/gm) ?? []);

const reportMadeUp = async (from: string) => {
  for (let round = 0; round < 5; round += 1) {
    const events = Array.from({ length: TELEMETRY_BATCH_MAX }, (_, at) =>
      figure(8, { version: `${round}-${at}` }),
    );
    await send(batch(...events), from);
  }
};

describe('a figure that people feel', () => {
  test('is in a histogram by route and release, beside its budget, and not logged', async () => {
    expect((await send(batch(figure(80), figure(160, { count: 2 })))).status).toBe(204);
    expect(loggedEvents()).toEqual([]);
    const text = await metrics();
    expect(text).toContain('# TYPE carrel_console_vital_seconds histogram\n');
    expect(text).toContain(`carrel_console_vital_seconds_bucket{${SERIES},le="0.1"} 1\n`);
    expect(text).toContain(`carrel_console_vital_seconds_bucket{${SERIES},le="0.2"} 3\n`);
    expect(text).toContain(`carrel_console_vital_seconds_count{${SERIES}} 3\n`);
    expect(text).toContain('carrel_console_vital_budget_seconds{vital="screen"} 0.2\n');
  });

  test('of a path that the console does not have is of another route', async () => {
    for (let round = 0; round < 10; round += 1) {
      const events = Array.from({ length: TELEMETRY_BATCH_MAX }, (_, at) =>
        figure(8, { route: `/made/up/${round}/${at}` }),
      );
      await send(batch(...events));
    }
    const text = await metrics();
    expect(seriesOf(text).size).toBe(1);
    expect(text).toContain('route="other",remote="mf-datasets",release="d7"} 200\n');
  });

  test('has a series for each of the last releases, however many there were', async () => {
    for (let release = 0; release < 30; release += 1) {
      await send(batch(figure(8, { version: `0-${release}` })));
    }
    await send(batch(figure(8)));
    const text = await metrics();
    expect(seriesOf(text).size).toBe(24);
    expect(text).toContain('release="d7"} 1\n');
    expect(text).not.toContain('release="0-0"');
  });

  test('keeps its series when another network makes up releases', async () => {
    await send(batch(figure(8)));
    await reportMadeUp('203.0.113.7');
    await send(batch(figure(8)));
    const text = await metrics();
    expect(text).toContain('release="d7"} 2\n');
    expect(seriesOf(text).size).toBe(13);
  });

  test('that several networks report keeps its series when others make up releases', async () => {
    await send(batch(figure(8)));
    await send(batch(figure(8)));
    for (const end of [1, 2, 3]) await reportMadeUp(`203.0.113.${end}`);
    await send(batch(figure(8)));
    const text = await metrics();
    expect(text).toContain('release="d7"} 3\n');
    expect(seriesOf(text).size).toBe(24);
  });

  test.each([
    ['of an unknown kind', { vital: 'speed' }],
    ['below zero', { milliseconds: -1 }],
    ['over ten minutes', { milliseconds: 600_001 }],
    ['without a release', { version: undefined }],
  ])('%s is refused', async (_, more) => {
    expect((await send({ version: '1', events: [figure(8, more)] })).status).toBe(422);
    expect(seriesOf(await metrics()).size).toBe(0);
  });
});

describe('a batch', () => {
  test.each([
    ['of another shape', { events: 'many' }, 422],
    ['of too many events', batch(...Array.from({ length: 21 }, () => failed)), 422],
    ['with a remote that would break the metrics', batch({ ...failed, remote: 'a"} 1\nb' }), 422],
    ['with more words than allowed', batch({ ...failed, reason: 'x'.repeat(301) }), 422],
    ['that is not JSON', '{', 400],
    ['over 32 kB', JSON.stringify({ ...batch(), more: 'x'.repeat(40_000) }), 413],
  ])('%s is refused and not logged', async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
    expect(loggedEvents()).toEqual([]);
  });

  test('is accepted thirty times a minute from one address', async () => {
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await send(batch(), '198.51.100.1')).status).toBe(204);
    }
    const response = await send(batch(), '198.51.100.1');
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await send(batch(), '198.51.100.2')).status).toBe(204);
  });
});
