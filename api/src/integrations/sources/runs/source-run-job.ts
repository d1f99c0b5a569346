import * as v from 'valibot';

import { defineJob, type Slice, type Unfinished } from '../../../jobs/job.ts';
import type { Log } from '../../../platform/log.ts';
import { SourceError } from '../source-error.ts';
import { claimRun, RunTaken, type ClaimedRun } from './claimed-run.ts';
import type { Connections } from './connections.ts';
import { completeRun, failRun } from './end-run.ts';
import { listPage } from './list-objects.ts';
import { moveNext } from './move-objects.ts';
import { planRun } from './plan-run.ts';
import type { Sending } from './send-archive.ts';
import { removeNext, sendNext } from './send-objects.ts';
import { settleSome } from './settle-archives.ts';
import { setState } from './set-state.ts';

const NAME = 'source-run';
/** Seconds until a run looks again whether its archives are merged. */
const MERGED_SECONDS = 0.5;
const ENDLESS_LIST = 'The source did not list all of its objects within two days.';

export interface SourceRunning extends Omit<Sending, 'receiver'> {
  openReceiver(): Promise<Sending['receiver']>;
  connections: Connections;
  log: Log;
  isStopping(): boolean;
}

/** What the workers of runs are started with. */
export interface SourceJobContext {
  sources: SourceRunning;
}

/**
 * Performs the open run of a source, step by step: it lists, plans, reads and waits until what it read is merged. It can be
 * interrupted at any point, and another process goes on.
 */
export const sourceRunJob = defineJob({
  name: NAME,
  payload: v.object({
    organizationId: v.pipe(v.string(), v.uuid()),
    sourceId: v.pipe(v.string(), v.uuid()),
  }),
  slots: { perProcess: 4, perOrganization: 2 },
  due: ({ sources }: SourceJobContext) => resumeRuns(sources),
  handle: ({ sources }: SourceJobContext, source, slice) => runSome(sources, source, slice),
});

/** Sends a job for each run that is open and has none, as after a crash. */
async function resumeRuns({ database, queue }: SourceRunning): Promise<void> {
  await database.transaction(async (tx) => {
    const open = await tx.query<{ organizationId: string; sourceId: string }>(
      `SELECT r.organization_id AS "organizationId", r.source_id AS "sourceId" FROM source_runs r
       WHERE r.ended_at IS NULL AND r.state <> 'waiting' AND NOT EXISTS (
         SELECT FROM jobs j WHERE j.name = $1 AND j.organization_id = r.organization_id
           AND j.payload ->> 'sourceId' = r.source_id::text)`,
      [NAME],
    );
    await sourceRunJob.sendMany(queue, tx, open);
  });
}

/** Performs steps of a run until its slice is over. */
export async function runSome(
  running: SourceRunning,
  source: { organizationId: string; sourceId: string },
  slice: Slice,
): Promise<Unfinished | undefined> {
  const run = await claimRun(running.database, source);
  if (run === undefined) return undefined;
  try {
    for (;;) {
      const waits = await performStep(running, run);
      if (waits === 'ended') break;
      if (running.isStopping() || slice.isOver() || waits === 'merging') {
        return { repeatAfterSeconds: waits === 'merging' ? MERGED_SECONDS : 0 };
      }
    }
  } catch (error) {
    if (error instanceof RunTaken) return undefined;
    if (running.isStopping() || !(error instanceof SourceError)) throw error;
    running.log.warn('a source could not be read', {
      organization_id: run.organizationId,
      source_id: run.sourceId,
      reason: error.code,
    });
    await failRun(running, run, error).catch((failure: unknown) => {
      if (!(failure instanceof RunTaken)) throw failure;
    });
  }
  await running.connections.close(run.runId);
  return undefined;
}

/** Performs one step; returns `ended` where the run has none for now, `merging` where it waits for its archives. */
async function performStep(
  running: SourceRunning,
  run: ClaimedRun,
): Promise<'next' | 'merging' | 'ended'> {
  const { database, connections } = running;
  switch (run.state) {
    case 'listing': {
      // Archives of a run that ended early say first what they did.
      const settled =
        run.cursor === null && run.listed === 0 ? await settleSome(database, run) : 'done';
      if (settled !== 'done') return settled === 'more' ? 'next' : 'merging';
      if (run.isLate) throw new SourceError('timeout', { message: ENDLESS_LIST });
      const opened = await connections.open(run);
      if (await listPage(database, run, opened)) {
        await planRun(database, run, opened.tokensAreContents);
      }
      return (run.state as string) === 'waiting' ? 'ended' : 'next';
    }
    case 'reading': {
      const sending = { ...running, receiver: await running.openReceiver() };
      if (await moveNext(running, run)) return 'next';
      if (await sendNext(sending, run, () => connections.open(run))) return 'next';
      if (await removeNext(sending, run)) return 'next';
      await setState(database, run, 'merging');
      return 'next';
    }
    case 'merging': {
      const settled = await settleSome(database, run);
      if (settled !== 'done') return settled === 'more' ? 'next' : 'merging';
      await completeRun(database, run);
      return 'ended';
    }
    default:
      return 'ended';
  }
}
