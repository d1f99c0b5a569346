import { startPurging } from './accounts/purge-expired.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import type { Dependencies } from './dependencies.ts';
import type { Log } from './log.ts';
import { startMail } from './mail/deliver.ts';
import { MAIL_QUEUE } from './mail/outbox.ts';
import { createMailTransport } from './mail/transport.ts';
import { startPipeline } from './pipeline/pipeline.ts';
import { PIPELINE_QUEUES } from './pipeline/queues.ts';
import { startQueue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';

/** Everything behind the API: the database, migrated, and the workers on its queue. */
export interface Services {
  dependencies: Dependencies;
  /** Ends the requests that would go on for ever. */
  drain(): void;
  /** Finishes the running job steps and closes what was opened. */
  stop(): Promise<void>;
}

export async function startServices(settings: Settings, log: Log): Promise<Services> {
  log.info('opening the database', {
    database: settings.databaseUrl === undefined ? 'embedded' : 'postgres',
  });
  const database = await openDatabase(settings);
  try {
    const applied = await migrate(database);
    if (applied.length > 0) log.info('migrated the database', { steps: applied.length });
    const queue = await startQueue(database, [MAIL_QUEUE, ...PIPELINE_QUEUES], (error) => {
      log.error('queue', error);
    });
    const draining = new AbortController();
    const dependencies = { settings, database, queue, log, draining: draining.signal };
    const transport = createMailTransport(settings, log);
    await startMail(dependencies, transport);
    const pipeline = await startPipeline(dependencies);
    const stopPurging = startPurging(dependencies);
    return {
      dependencies,
      drain: () => draining.abort(),
      stop: async () => {
        stopPurging();
        pipeline.rest();
        await queue.stop();
        pipeline.close();
        transport.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
