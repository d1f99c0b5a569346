import * as v from 'valibot';

import { defineJob } from '../../jobs/job.ts';
import { deliver, type MailContext } from '../../platform/mail/deliver.ts';
import { MAIL_QUEUE } from '../../platform/mail/outbox.ts';

/** What the worker of the mail job is started with. */
export interface MailJobContext {
  mail: MailContext;
}

/** Sends one mail of the outbox. */
export const deliverMailJob = defineJob({
  name: MAIL_QUEUE,
  payload: v.object({ id: v.string() }),
  slots: { perProcess: 1, perOrganization: 1 },
  // Mails that the mail server refused are repeated by `deliver`; these retries are for crashes.
  timeoutSeconds: 300,
  handle: ({ mail }: MailJobContext, { id }) => deliver(mail, id),
});
