import type { AuditRecord } from '@carrel/shared/contract';

import { did } from './action-words.ts';

/** What is done to webhooks, in words. */
export const WEBHOOK_WORDS = {
  'webhook.created': { label: 'Webhook created', text: did('created', 'webhook') },
  'webhook.updated': { label: 'Webhook changed', text: did('changed', 'webhook') },
  'webhook.deleted': { label: 'Webhook deleted', text: did('deleted', 'webhook') },
  'webhook.secret_rotated': {
    label: 'Secret of a webhook rotated',
    text: did('rotated the secret of', 'webhook'),
  },
  'webhook.tested': { label: 'Webhook tested', text: did('tested', 'webhook') },
  'webhook.redelivered': {
    label: 'Webhook sent events again',
    text: did('sent events again to', 'webhook'),
  },
  'webhook.disabled': {
    label: 'Webhook disabled',
    text: ({ details }: AuditRecord) =>
      details['reason'] === 'gone'
        ? 'was disabled, because its receiver is gone'
        : 'was disabled, because it failed for 24 hours',
  },
};
