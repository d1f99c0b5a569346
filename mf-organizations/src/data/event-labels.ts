import { WEBHOOK_TEST_EVENT } from '@carrel/shared/contract/organization';
import type { WebhookEvent } from '@carrel/shared/contract/organization';

/** What each event tells, in words. */
export const EVENT_WORDS: Record<WebhookEvent, { label: string; description: string }> = {
  'document.ready': {
    label: 'Document ready',
    description: 'Searches find it: it is new, has changed, or was processed again.',
  },
  'document.failed': {
    label: 'Document failed',
    description: 'It could not be read, split or embedded.',
  },
  'archive.completed': {
    label: 'Upload completed',
    description: 'All documents of an upload are ready or failed.',
  },
  'dataset.deleted': { label: 'Dataset deleted', description: 'With all of its documents.' },
  'source.completed': {
    label: 'Source completed',
    description: 'A run of a source has put in, changed and removed what it planned.',
  },
  'source.failed': { label: 'Source failed', description: 'A run of a source could not be done.' },
};

const isEvent = (type: string): type is WebhookEvent => Object.hasOwn(EVENT_WORDS, type);

/** Returns an event in words; one of a newer server as it is. */
export function eventLabel(type: string): string {
  if (type === WEBHOOK_TEST_EVENT) return 'Test event';
  return isEvent(type) ? EVENT_WORDS[type].label : type;
}
