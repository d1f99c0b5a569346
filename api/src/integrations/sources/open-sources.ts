import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { createReceiver } from '../../content/archives/uploads/open-receiver.ts';
import type { Step } from '../../jobs/steps.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { loadKind } from './kinds-table.ts';
import type { PageWorkers } from './runs/page-reader.ts';
import { createConnections } from './runs/connections.ts';
import { createCredentials } from './runs/credentials.ts';
import type { SourceJobContext } from './runs/source-run-job.ts';
import { startDueRuns } from './runs/start-run.ts';

/** Seconds between two looks for sources that are due. */
const LOOK_SECONDS = 15;

export const SOURCE_STEPS: readonly Step<SourceJobContext>[] = [
  {
    name: 'start-sources',
    everySeconds: LOOK_SECONDS,
    atStart: true,
    run: ({ sources: { database, queue } }) => startDueRuns(database, queue),
  },
];

/** Opens what the runs of sources work with. */
export async function openSources(
  dependencies: Dependencies,
  workers: PageWorkers['workers'],
  load?: typeof loadKind,
): Promise<{
  context: SourceJobContext;
  stop: () => Promise<void>;
}> {
  const { settings, queue, log, draining } = dependencies;
  // Users wait for requests, not for sources.
  const database = dependencies.database.lowPriority;
  const folders = join(settings.dataDirectory, 'sources');
  await deleteOldFolders(folders);
  const folder = join(folders, randomUUID());
  const connections = createConnections(
    dependencies,
    workers,
    folder,
    createCredentials(database, settings),
    load,
  );
  return {
    context: {
      sources: {
        database,
        queue,
        quotas: settings.quotas,
        openReceiver: createReceiver(dependencies),
        connections,
        log,
        isStopping: () => draining.aborted,
      },
    },
    stop: async () => {
      await connections.closeAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Time after which a folder is of a process that was killed. Others may run beside this one. */
const FOLDER_MILLISECONDS = 24 * 60 * 60_000;

async function deleteOldFolders(folders: string): Promise<void> {
  const names = await readdir(folders).catch((): string[] => []);
  for (const name of names) {
    const path = join(folders, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > FOLDER_MILLISECONDS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
