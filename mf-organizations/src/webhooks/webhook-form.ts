import { createWebhookInputSchema } from '@carrel/shared/contract/organization';
import type { CreateWebhookInput, Webhook } from '@carrel/shared/contract/organization';
import { valibotResolver } from '@hookform/resolvers/valibot';
import * as v from 'valibot';

const { name, description, url, events } = createWebhookInputSchema.entries;

/** What the form holds; checkboxes are lists of values. */
const formSchema = v.pipe(
  v.object({
    name,
    description,
    url,
    events,
    places: v.picklist(['all', 'some']),
    dataset_ids: v.array(v.string()),
  }),
  v.forward(
    v.check(
      ({ places, dataset_ids }) => places === 'all' || dataset_ids.length > 0,
      'Choose at least one dataset',
    ),
    ['places'],
  ),
);

export type WebhookForm = v.InferInput<typeof formSchema>;

export const webhookResolver = valibotResolver(formSchema);

/** Returns what the form begins with: the webhook that is changed, or a new one. */
export function formOf(webhook?: Webhook): WebhookForm {
  const known = v.safeParse(events, webhook?.events);
  return {
    name: webhook?.name ?? '',
    description: webhook?.description ?? '',
    url: webhook?.url ?? '',
    events: known.success ? known.output : ['document.ready', 'document.failed'],
    places: (webhook?.dataset_ids ?? null) === null ? 'all' : 'some',
    dataset_ids: webhook?.dataset_ids ?? [],
  };
}

export function inputOf({ places, dataset_ids, ...input }: WebhookForm): CreateWebhookInput {
  return { ...input, dataset_ids: places === 'some' ? dataset_ids : null };
}
