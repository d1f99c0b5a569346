import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Database, Queryable } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, isEmbedded } from '@carrel/testing/database/test-database.ts';
import { startWorkers, type JobEntry } from './job.ts';
import type { Queue } from '../platform/queue.ts';
import { startQueue } from './queue.ts';
import { defineTurns, requestTurn, type Turn } from './turns.ts';

interface Context {
  take: (turn: Turn) => Promise<void>;
}

let database: Database;
let queue: Queue;
let turns: JobEntry<Context>;
let lines: string[];

beforeEach(async () => {
  lines = [];
  turns = defineTurns({
    name: `turns-${randomUUID()}`,
    concurrency: 1,
    perOrganization: 1,
    retries: { retryLimit: 2, retryDelay: 0 },
    take: ({ take }: Context, turn) => take(turn),
  });
  database = await createTestDatabase();
  await database.query('CREATE TABLE pieces (organization_id uuid, number integer)');
  queue = await startQueue(database, [turns], (error) => {
    throw error;
  });
});
afterEach(async () => {
  await queue.stop();
  await database.close();
});

const addPieces = (tx: Queryable, organizationId: string, count: number) =>
  tx.query('INSERT INTO pieces SELECT $1, generate_series(1, $2)', [organizationId, count]);

/** Takes a piece, and asks for the next turn where more are left; undefined where none was. */
async function takePiece(turn: Turn): Promise<number | undefined> {
  return database.transaction(async (tx) => {
    const [piece] = await tx.query<{ number: number }>(
      `DELETE FROM pieces WHERE ctid = (
         SELECT ctid FROM pieces WHERE organization_id = $1 ORDER BY number LIMIT 1
       ) RETURNING number`,
      [turn.organizationId],
    );
    const left = await tx.query('SELECT FROM pieces WHERE organization_id = $1', [
      turn.organizationId,
    ]);
    if (left.length > 0) await turn.again(tx);
    return piece?.number;
  });
}

/** Takes turns until `wanted` pieces were taken; returns them in their order. */
function takePieces(wanted: number, names: Record<string, string> = {}): Promise<string[]> {
  return new Promise((resolve) => {
    const taken: string[] = [];
    const take = async (turn: Turn) => {
      const number = await takePiece(turn);
      if (number === undefined) return;
      taken.push(`${names[turn.organizationId] ?? ''}${number}`);
      if (taken.length === wanted) resolve(taken);
    };
    void startWorkers(
      queue,
      [turns],
      { take },
      createLog((line) => lines.push(line)),
    );
  });
}

test('organizations take turns, however much the first one has', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  await addPieces(database, a, 5);
  await requestTurn(queue, turns.name, a);
  await addPieces(database, b, 2);
  await requestTurn(queue, turns.name, b);
  expect(await takePieces(7, { [a]: 'a', [b]: 'b' })).toEqual([
    'a1',
    'b1',
    'a2',
    'b2',
    'a3',
    'a4',
    'a5',
  ]);
});

test('of one organization, a single turn waits', async () => {
  const organizationId = randomUUID();
  for (let count = 0; count < 3; count += 1) {
    await database.tenant(organizationId, (tx) =>
      requestTurn(queue, turns.name, organizationId, tx),
    );
  }
  await requestTurn(queue, turns.name, randomUUID());
  expect((await queue.counts())[turns.name]).toMatchObject({ waiting: 2 });
});

// Where transactions run one by one, none is committed during a look.
test.skipIf(isEmbedded()).each([
  { seen: 0, first: [undefined] },
  { seen: 1, first: [1] },
])('work committed after its turn looked is found, where it saw $seen', async ({ seen, first }) => {
  const organizationId = randomUUID();
  if (seen > 0) await addPieces(database, organizationId, seen);
  await requestTurn(queue, turns.name, organizationId);
  const { promise: held, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const sending = database.transaction(async (tx) => {
    await tx.query('INSERT INTO pieces VALUES ($1, 7)', [organizationId]);
    await requestTurn(queue, turns.name, organizationId, tx);
    sent();
    await held;
  });
  await isSent;
  const looks: (number | undefined)[] = [];
  const take = async (turn: Turn) => {
    looks.push(await takePiece(turn));
  };
  await startWorkers(
    queue,
    [turns],
    { take },
    createLog((line) => lines.push(line)),
  );
  await expect.poll(() => looks).toEqual(first);
  // The second look waits for the transaction.
  await expect
    .poll(() => database.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`))
    .toHaveLength(1);
  commit();
  await sending;
  await expect.poll(() => looks).toContain(7);
});

test('a turn that fails is taken again, and says so', async () => {
  const seen: Pick<Turn, 'id' | 'isRetry'>[] = [];
  await requestTurn(queue, turns.name, randomUUID());
  await new Promise<void>((resolve) => {
    const take = ({ id, isRetry }: Turn) => {
      seen.push({ id, isRetry });
      if (seen.length === 1) throw new Error('not yet');
      resolve();
      return Promise.resolve();
    };
    void startWorkers(
      queue,
      [turns],
      { take },
      createLog((line) => lines.push(line)),
    );
  });
  expect(seen[0]?.isRetry).toBe(false);
  expect(seen[1]).toEqual({ id: seen[0]?.id, isRetry: true });
});

test('R10: a turn of nobody is logged and fails', async () => {
  await queue.send(turns.name, { organizationId: 'one' });
  const organizationId = randomUUID();
  await addPieces(database, organizationId, 1);
  await requestTurn(queue, turns.name, organizationId);
  expect(await takePieces(1)).toEqual(['1']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'malformed job', queue: turns.name }),
  );
});

test('of one organization, a turn beyond its places is dropped, and asked for again at the end', async () => {
  const organizationId = randomUUID();
  const wide = defineTurns({
    name: `turns-${randomUUID()}`,
    concurrency: 4,
    perOrganization: 1,
    retries: { retryLimit: 2, retryDelay: 0 },
    take: ({ take }: Context, turn) => take(turn),
  });
  await queue.stop();
  queue = await startQueue(database, [wide], (error) => {
    throw error;
  });
  await addPieces(database, organizationId, 6);
  await requestTurn(queue, wide.name, organizationId);
  let active = 0;
  let most = 0;
  const taken: (number | undefined)[] = [];
  const take = async (turn: Turn) => {
    active += 1;
    most = Math.max(most, active);
    taken.push(await takePiece(turn));
    // A request while the turn is taken is for another one: an idle worker fetches that at once.
    await requestTurn(queue, wide.name, organizationId);
    turn.wake();
    await queue.counts();
    active -= 1;
  };
  await startWorkers(
    queue,
    [wide],
    { take },
    createLog((line) => lines.push(line)),
  );
  await expect
    .poll(() => taken.filter((number) => number !== undefined), { timeout: 20_000 })
    .toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(1);
});

// Another process could have a place for it.
test.runIf(isEmbedded())(
  'a request while all places of an organization are taken writes no job',
  async () => {
    const organizationId = randomUUID();
    await addPieces(database, organizationId, 3);
    await requestTurn(queue, turns.name, organizationId);
    const waiting: (number | undefined)[] = [];
    const pieces: (number | undefined)[] = [];
    const take = async (turn: Turn) => {
      pieces.push(await takePiece(turn));
      await requestTurn(queue, turns.name, organizationId);
      waiting.push((await queue.counts())[turns.name]?.waiting);
    };
    await startWorkers(
      queue,
      [turns],
      { take },
      createLog((line) => lines.push(line)),
    );
    await expect.poll(() => pieces.slice(0, 3), { timeout: 20_000 }).toEqual([1, 2, 3]);
    expect(new Set(waiting)).toEqual(new Set([0]));
  },
);

test('a turn of an organization for later is not work for others', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  await requestTurn(queue, turns.name, own);
  await requestTurn(queue, turns.name, own, undefined, 60);
  expect(await queue.worksForOthers([turns.name], own)).toBe(false);
  expect(await queue.worksForOthers([turns.name], other)).toBe(true);
});
