import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  startReplicatedPostgres,
  whyNoReplicas,
  type ReplicatedPostgres,
} from '@carrel/testing/replicas/replicated-postgres.ts';
import { StatementRefused } from '../database-error.ts';
import type { Database, Queryable } from '../database.ts';
import type { Reader } from '../reader.ts';
import type { Replicas } from './replicas.ts';

const reason = whyNoReplicas();
if (reason !== undefined) process.stdout.write(`Tests of replicas are skipped. ${reason}\n`);

/** Longer than any test. */
const LONG = 600_000;
const SHORT = 200;

let postgres: ReplicatedPostgres;
let ours: string;
let others: string;

/** Opens the database anew. Its replicas are late for nobody, unless a shorter bound is given. */
async function open(options: Parameters<ReplicatedPostgres['open']>[0] = {}): Promise<Opened> {
  const database = await postgres.open({ boundMilliseconds: LONG, ...options });
  opened.push(database);
  const { replicas } = database;
  if (replicas === undefined) throw new Error('There are no replicas');
  return { database, replicas };
}
interface Opened {
  database: Database;
  replicas: Replicas;
}
const opened: Database[] = [];

const stateOf =
  (replicas: Replicas, at = 0) =>
  () =>
    replicas.statuses()[at]?.state;
const until = (read: () => unknown, value: unknown) => vi.waitUntil(() => read() === value, 20_000);

async function addWorkspace({ database }: Opened, name: string, organizationId = ours) {
  await database.tenant(organizationId, (tx) =>
    tx.query('INSERT INTO workspaces (organization_id, name) VALUES ($1, $2)', [
      organizationId,
      name,
    ]),
  );
}

interface Seen {
  names: string[];
  onReplica: boolean;
}

const onReplica = (found: string[]): Seen => ({ names: found, onReplica: true });
const onPrimary = (found: string[]): Seen => ({ names: found, onReplica: false });

const NAMES = `SELECT coalesce(array_agg(name ORDER BY name), '{}') AS names,
  pg_is_in_recovery() AS "onReplica" FROM workspaces`;

const namesIn = async (tx: Queryable) => (await tx.query<Seen>(NAMES))[0] as Seen;
const names = (reader: Reader, organizationId = ours) => reader.read(organizationId, namesIn);

/** Adds a workspace and returns the position, as a request does. */
const written = ({ database, replicas }: Opened, name: string) =>
  replicas.positionOf(() => addWorkspace({ database, replicas }, name));

/** Returns whether a read of the replica sleeps. */
async function isSleeping(): Promise<boolean> {
  const sleeping = await postgres.operator.query(
    `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`,
  );
  return sleeping.length > 0;
}

describe.skipIf(reason !== undefined)('replicas', () => {
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    const database = await postgres.open({ urls: [] });
    const rows = await database.query<{ id: string }>(
      `INSERT INTO organizations (name) VALUES ('Ours'), ('Others') RETURNING id`,
    );
    [ours = '', others = ''] = rows.map(({ id }) => id);
    await database.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    const database = await postgres.open({ urls: [] });
    await database.query('DELETE FROM workspaces');
    await database.close();
  });

  test('answer reads of one organization, in a transaction that cannot write', async () => {
    const all = await open();
    await addWorkspace(all, 'a');
    await addWorkspace(all, 'b', others);
    await until(stateOf(all.replicas), 'used');
    await all.replicas.settle();
    const reader = all.replicas.readerAt(undefined);

    expect(await names(reader)).toEqual(onReplica(['a']));
    expect(await names(reader, others)).toEqual(onReplica(['b']));
    expect(await reader.queryOnce<Seen>(NAMES, [], ours)).toEqual([
      { names: ['a'], onReplica: true },
    ]);
    expect(await reader.read(ours, (tx) => tx.query('SELECT current_user::text AS role'))).toEqual([
      { role: 'carrel_tenant' },
    ]);

    const servers: boolean[] = [];
    const writing = all.replicas.readerAt(undefined).read(ours, async (tx) => {
      servers.push((await namesIn(tx)).onReplica);
      await tx.query('DELETE FROM workspaces');
    });
    // The replica refuses it, and so does the primary, which repeats the read.
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    await expect(writing).rejects.toBeInstanceOf(StatementRefused);
    expect(servers).toEqual([true, false]);
    expect((await names(all.database)).names).toEqual(['a']);
    // All else runs on the primary.
    expect(await all.database.tenant(ours, namesIn)).toMatchObject({ onReplica: false });
  });

  test('show what the reader wrote at once, and what others wrote once they have replayed it', async () => {
    const all = await open();
    await until(stateOf(all.replicas), 'used');
    await all.replicas.settle();
    await postgres.operator.pause();
    const position = await written(all, 'a');

    expect(await names(all.replicas.readerAt(undefined))).toEqual(onReplica([]));
    expect(await names(all.replicas.readerAt(position))).toEqual({
      names: ['a'],
      onReplica: false,
    });
    await postgres.operator.resume();
    await vi.waitUntil(
      async () => (await names(all.replicas.readerAt(position))).onReplica,
      20_000,
    );
    expect(await names(all.replicas.readerAt(position))).toEqual(onReplica(['a']));
  });

  test('are asked for the log up to a commit only if a request commits', async () => {
    const all = await open();
    expect(await all.replicas.positionOf(async () => {})).toBeUndefined();
    const reading = all.replicas.positionOf(async () => void (await names(all.database)));
    expect(await reading).toBeUndefined();
    const [first, second] = await Promise.all([written(all, 'a'), written(all, 'b')]);
    expect(first).toBeTypeOf('bigint');
    expect(second).toBeTypeOf('bigint');
    const failed = all.replicas.positionOf(async () => {
      await all.database.tenant(ours, (tx) => tx.query('SELECT 1 / 0')).catch(() => undefined);
    });
    expect(await failed).toBeUndefined();
  });

  test('are left alone by a reader that has seen what nobody wrote', async () => {
    const all = await open();
    await until(stateOf(all.replicas), 'used');
    const reader = all.replicas.readerAt(2n ** 64n - 1n);
    expect(await names(reader)).toMatchObject({ onReplica: false });
    expect(stateOf(all.replicas)()).toBe('used');
  });

  test('are left out while they are late, and used again once they have caught up', async () => {
    const all = await open({ boundMilliseconds: SHORT });
    await until(stateOf(all.replicas), 'used');
    await postgres.operator.pause();
    await addWorkspace(all, 'a');
    await until(stateOf(all.replicas), 'late');
    expect(await names(all.replicas.readerAt(undefined))).toEqual(onPrimary(['a']));
    expect(all.replicas.statuses()[0]?.lagBytes).toBeGreaterThan(0);
    expect(all.replicas.readsOfPrimary()).toBe(1);
    await postgres.operator.resume();
    await vi.waitUntil(
      async () => (await names(all.replicas.readerAt(undefined))).onReplica,
      20_000,
    );
    expect((await names(all.replicas.readerAt(undefined))).names).toEqual(['a']);
  });

  test('have what is announced: it waits for the replay, or until no reader asks them', async () => {
    const patient = await open();
    const other = await open({ boundMilliseconds: SHORT });
    await until(stateOf(patient.replicas), 'used');
    await until(stateOf(other.replicas), 'used');
    await postgres.operator.pause();
    await addWorkspace(patient, 'a');
    let isAnnounced = false;
    const announced = patient.replicas.settle().then(() => {
      isAnnounced = true;
    });

    // Of instances with a short bound, none reads from it any more when the bound is over.
    await other.replicas.settle();
    expect(await names(other.replicas.readerAt(undefined))).toEqual(onPrimary(['a']));
    expect(isAnnounced).toBe(false);
    await postgres.operator.resume();
    await announced;
    expect(await names(patient.replicas.readerAt(undefined))).toEqual(onReplica(['a']));
  });

  test('cancel a read that conflicts with what they replay, and the primary repeats it', async () => {
    const all = await open();
    await until(stateOf(all.replicas), 'used');
    const servers: boolean[] = [];
    const result = await all.replicas.readerAt(undefined).read(ours, async (tx) => {
      const seen = await namesIn(tx);
      servers.push(seen.onReplica);
      if (!seen.onReplica) return 'repeated';
      const cancelled = tx.query('SELECT pg_sleep(60)');
      // Awaited below.
      cancelled.catch(() => undefined);
      await vi.waitUntil(isSleeping, 20_000);
      await all.database.query('LOCK TABLE workspaces IN ACCESS EXCLUSIVE MODE; SELECT 1');
      await cancelled;
      return 'not cancelled';
    });
    expect(result).toBe('repeated');
    expect(servers).toEqual([true, false]);
    // It is well, and stays in use.
    expect(all.replicas.statuses()[0]).toMatchObject({ state: 'used', repeated: 1 });
  });

  test('that stop are left out without a failure, and used again when they are back', async () => {
    const all = await open();
    const { replicas } = all;
    await until(stateOf(replicas), 'used');
    // The read is under way: its connection is lost.
    const read = replicas.readerAt(undefined).read(ours, async (tx) => {
      const seen = await namesIn(tx);
      if (seen.onReplica) postgres.replica.stop('immediate');
      return { ...seen, again: await namesIn(tx) };
    });
    expect(await read).toMatchObject({ onReplica: false });
    await until(stateOf(replicas), 'away');
    expect(await names(replicas.readerAt(undefined))).toMatchObject({ onReplica: false });

    // One that is opened meanwhile starts without it.
    const later = await open();
    expect(await names(later.replicas.readerAt(undefined))).toMatchObject({ onReplica: false });
    await addWorkspace(later, 'a');
    postgres.replica.start();
    await until(stateOf(replicas), 'used');
    await until(stateOf(later.replicas), 'used');
    await later.replicas.settle();
    expect(await names(later.replicas.readerAt(undefined))).toEqual(onReplica(['a']));
  });

  test('of which one is away leave the reads to the others', async () => {
    const url = new URL(postgres.replica.urlOf('carrel'));
    const away = new URL(url);
    away.searchParams.set('host', '/nowhere');
    const { replicas } = await open({ urls: [away.href, url.href] });
    await until(stateOf(replicas, 1), 'used');
    for (let times = 0; times < 3; times += 1) {
      expect(await names(replicas.readerAt(undefined))).toMatchObject({ onReplica: true });
    }
    expect(replicas.statuses()).toMatchObject([
      { state: 'away', reads: 0 },
      { state: 'used', reads: 3 },
    ]);
  });

  test('are no servers of other data', async () => {
    const { replicas } = await open({
      boundMilliseconds: SHORT,
      urls: [postgres.replica.urlOf('postgres'), postgres.primary.urlOf('carrel')],
    });
    const url = postgres.replica.urlOf('carrel');
    const right = await open({ urls: [url] });
    await until(stateOf(right.replicas), 'used');
    // By then the others have been asked too.
    await replicas.settle();
    expect(replicas.statuses()).toMatchObject([{ state: 'away' }, { state: 'away' }]);
  });

  test('that are promoted are left out, even by a reader under way', async () => {
    const all = await open();
    await until(stateOf(all.replicas), 'used');
    const reader = all.replicas.readerAt(undefined);
    expect(await names(reader)).toMatchObject({ onReplica: true });
    postgres.replica.promote();
    await addWorkspace(all, 'a');
    expect(await names(reader)).toEqual(onPrimary(['a']));
    await until(stateOf(all.replicas), 'away');
  });
});
