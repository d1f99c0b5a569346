import { accountMails } from './identity/accounts/account-mails.ts';
import { prepareDatabase } from './platform/database/prepare-database.ts';
import type { Dependencies } from './platform/dependencies.ts';
import { domainCodeMail } from './identity/domains/domain-mail.ts';
import { JOBS, STEPS } from './jobs-table.ts';
import { startWorkers } from './jobs/job.ts';
import { startSteps } from './jobs/steps.ts';
import { startQueue } from './jobs/queue.ts';
import { accessGrantedMail, accessRequestedMail } from './content/access/access-mails.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail/mail.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import { invitationMail } from './identity/organizations/mails/invitation-mail.ts';
import { policyChangedMail } from './identity/organizations/mails/policy-changed-mail.ts';
import { protectDataDirectory } from './operations/health/private-files.ts';
import { modelSourcesOf } from './models/model-sources.ts';
import { openStorage, storageLocation } from './platform/storage/open-storage.ts';
import { requireOwnStorage } from './platform/storage/storage-identity.ts';
import { requireLanguages } from './extraction/ocr/languages.ts';
import { startPipeline } from './processing/pipeline.ts';
import { setUpGraphs } from './search-index/vectors/graphs/set-up-graphs.ts';
import { requireCredentials } from './platform/storage/s3/s3-credentials.ts';
import type { Settings } from './platform/settings/settings.ts';
import { providerChangedMail } from './identity/sso/provider/provider-mails.ts';
import { openSources } from './integrations/sources/open-sources.ts';
import { sourceFailedMail } from './integrations/sources/source-failed-mail.ts';
import { openSender } from './integrations/webhooks/sending/open-sender.ts';
import { webhookDisabledMail } from './integrations/webhooks/webhook-disabled-mail.ts';

/** Every kind of mail that the outbox holds. */
export const MAILS: readonly Mail[] = [
  ...accountMails,
  accessGrantedMail,
  accessRequestedMail,
  domainCodeMail,
  invitationMail,
  policyChangedMail,
  providerChangedMail,
  sourceFailedMail,
  webhookDisabledMail,
];

/** Everything behind the API: the migrated database, the queue and its workers. */
export interface Services {
  dependencies: Dependencies;
  /** Ends the requests that would run indefinitely. */
  drain(): void;
  /** Waits for the stages in progress and closes what was opened. */
  stop(): Promise<void>;
}

/** Checks what settings name, before anything is created. @throws {UnreadableSetting} */
export function requireUsable(settings: Settings): void {
  requireLanguages(settings.ocrLanguages);
  if (settings.storageUrl !== undefined) requireCredentials(process.env);
}

export async function startServices(settings: Settings, log: Log): Promise<Services> {
  requireUsable(settings);
  protectDataDirectory(settings.dataDirectory, log);
  const database = await prepareDatabase(settings, log);
  try {
    await requireOwnStorage(database, await openStorage(storageLocation(settings)));
    await setUpGraphs(database, log);
    const queue = await startQueue(database, (error) => {
      log.error('queue', error);
    });
    const draining = new AbortController();
    const models = modelSourcesOf({ database, settings, log });
    const dependencies = { settings, database, queue, log, models, draining: draining.signal };
    const transport = createMailTransport(settings, log);
    const pipeline = await startPipeline(dependencies);
    const mail = { ...dependencies, transport, mails: MAILS };
    const sender = await openSender(dependencies);
    const sources = await openSources(dependencies, pipeline.jobContext.pipeline.workers);
    const context = {
      mail,
      ...pipeline.jobContext,
      ...sender.context,
      ...sources.context,
      testRuns: dependencies,
      retention: dependencies,
    };
    const stopSteps = await startSteps(STEPS, context, dependencies);
    startWorkers(queue, JOBS, context, log);
    return {
      dependencies,
      drain: () => draining.abort(),
      stop: async () => {
        pipeline.drain();
        await Promise.all([stopSteps(), queue.stop(), sender.stop()]);
        await sources.stop();
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
