import { randomUUID } from 'node:crypto';

import { defineJob, type Run } from '../../../jobs/job.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import { reasons } from '../../../extraction/blocks/unreadable-document.ts';
import { type PipelineContext, type PipelineJobContext } from '../../context/pipeline-context.ts';
import { taskLimits } from '../../../extraction/workers/document-allowance.ts';
import type { UnpackedContainer, UnpackOutput } from '../../../extraction/tasks/tasks.ts';
import { TooMuchMemory, TooSlow, WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import { nextContainers, type ClaimedContainer, type ContainerGroup } from './claim-containers.ts';
import { recordInside, type Unpacked } from './record-inside.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

export type Unpacking = Pick<
  PipelineContext,
  | 'database'
  | 'storage'
  | 'queue'
  | 'workers'
  | 'limits'
  | 'quotas'
  | 'allowance'
  | 'unpackRotation'
  | 'requestIngestion'
  | 'log'
>;

/** Runs at the same time: each holds a container in memory. */
const CONCURRENCY = 2;
/** How often a worker may die over a container. */
const TRIES = 3;

/**
 * Reads what is inside of mails and archives, and has it merged as an archive of its own. One run of an
 * organization at a time.
 */
export const unpackJob = defineJob({
  name: queueOf('unpack'),
  slots: { perProcess: CONCURRENCY, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => resumeUnpacking(pipeline),
  handle: async ({ pipeline }: PipelineJobContext, _, run) => {
    await unpackNext(pipeline, run);
  },
});

/** Requests a run for each organization whose containers wait, as after a crash. */
export async function resumeUnpacking({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const waiting = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM documents WHERE to_unpack AND removed_at IS NULL',
  );
  for (const { id } of waiting) await requestJob(queue, id, 'unpack');
}

/** Unpacks the containers of a run; returns false where none waits. Can be interrupted at any point. */
export async function unpackNext(unpacking: Unpacking, run: Run): Promise<boolean> {
  const group = await nextContainers(unpacking.database, run, unpacking.unpackRotation);
  if (group === undefined) return false;
  await recordInside(unpacking, run, group, await unpack(unpacking, group));
  if (group.outerId !== null) {
    await finalizeArchives(unpacking, group.organizationId, [group.outerId]);
  }
  return true;
}

const EMPTY: UnpackedContainer = { files: 0, refused: 0, named: [] };

/** What cannot be read at all has nothing inside; of purged bytes, what is inside stays as it is. */
async function unpack(unpacking: Unpacking, group: ContainerGroup): Promise<Unpacked> {
  const { key } = group;
  const readable = group.containers.filter(({ location }) => location !== undefined);
  const outcomes = new Map<string, UnpackedContainer & { isKept?: boolean }>(
    group.containers.map(({ id, location }) => [
      id,
      { ...EMPTY, isKept: location !== undefined && key === undefined },
    ]),
  );
  if (key === undefined || readable.length === 0) return { outcomes };
  let containers = readable;
  for (let tries = 1; ; tries += 1) {
    const to = randomUUID();
    try {
      const { containers: unpacked, archive } = await run(
        unpacking,
        { ...group, key },
        containers,
        to,
      );
      for (const [at, { id }] of containers.entries()) outcomes.set(id, unpacked[at] ?? EMPTY);
      return { outcomes, archive: archive && { key: to, ...archive } };
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      unpacking.log.warn('a worker failed', {
        document_id: containers[0]?.id,
        reason: error.message,
      });
      const [first, ...others] = containers;
      if (first === undefined) return { outcomes };
      // The first is tried alone, so that the one that a worker dies of is found.
      for (const { id } of others) outcomes.set(id, { ...EMPTY, isLeft: true });
      const isAlone = others.length === 0;
      if (isAlone && (isLasting(error) || tries >= TRIES)) {
        outcomes.set(first.id, { ...EMPTY, error: sentenceOf(error), isKept: !isLasting(error) });
        return { outcomes };
      }
      if (!isAlone) tries = 0;
      containers = [first];
    }
  }
}

const isLasting = (error: WorkerFailure) =>
  error instanceof TooSlow || error instanceof TooMuchMemory;

function sentenceOf(error: WorkerFailure): string {
  if (error instanceof TooSlow) return reasons.tooSlow(error.seconds);
  if (error instanceof TooMuchMemory) return reasons.tooMuchMemory();
  return reasons.gaveUp(TRIES, error.message);
}

function run(
  { workers, storage, limits, allowance }: Unpacking,
  { organizationId, share, key }: ContainerGroup & { key: string },
  containers: readonly ClaimedContainer[],
  to: string,
): Promise<UnpackOutput> {
  const { maxEntries, maxUnpackedBytes } = limits;
  const read = containers.flatMap(({ path, name, location }) =>
    location === undefined ? [] : [{ path, name, location }],
  );
  const bytes = read.reduce((sum, { location }) => sum + location.size, 0);
  return workers.run(
    'unpack',
    {
      storage: storage.location,
      key,
      to,
      containers: read,
      limits: { maxEntries, maxUnpackedBytes },
    },
    { ...taskLimits(allowance, bytes), owner: { id: organizationId, share } },
  );
}
