import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { descriptionSchema, idSchema, nameSchema, timestampSchema } from '../text.ts';

/** What a webhook can be told. `document.ready` is a document that searches find. */
export const WEBHOOK_EVENTS = [
  'document.ready',
  'document.failed',
  'archive.completed',
  'dataset.deleted',
  'source.completed',
  'source.failed',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The type of the event that a person sends to try a webhook. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';
/** Every secret begins with this, before its bytes in base64. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Webhooks of an organization. */
export const WEBHOOKS_MAX = 20;
/** Datasets that one webhook is limited to. */
export const WEBHOOK_DATASETS_MAX = 100;
const WEBHOOK_URL_MAX = 2000;
/** Days for which deliveries are kept. */
export const WEBHOOK_LOG_DAYS = 30;
/** Deliveries that have ended and are kept, of one webhook. */
export const WEBHOOK_LOG_MAX = 1000;
/** Deliveries of a webhook that wait; beyond, the oldest are given up. */
export const WEBHOOK_BACKLOG_MAX = 250_000;
export const WEBHOOK_PAGE = 50;

const urlSchema = v.pipe(
  v.string('URL is required'),
  v.metadata({ format: 'uri', pattern: '^https?://[^#@]+$' }),
  v.trim(),
  v.minLength(1, 'URL is required'),
  v.maxLength(WEBHOOK_URL_MAX, `URL must be at most ${WEBHOOK_URL_MAX} characters`),
  v.check(isWebhookUrl, 'Enter a URL such as https://example.com/carrel'),
  v.check(
    (text) => !isWebhookUrl(text) || new URL(text).username + new URL(text).password === '',
    'A URL with a user name or password is not accepted',
  ),
);

/** Without a fragment, which is never sent. U+0000 and spaces do not survive parsing. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text) || text.includes('\u0000')) return false;
  const { protocol, hostname, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && hostname !== '' && hash === '';
}

const eventsSchema = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS, 'This event is not known')),
  v.minLength(1, 'Choose at least one event'),
  v.maxLength(WEBHOOK_EVENTS.length, 'An event is chosen twice'),
);

/** Null for all datasets. */
const datasetsSchema = v.nullish(
  v.pipe(
    v.array(idSchema),
    v.minLength(1, 'Choose at least one dataset'),
    v.maxLength(WEBHOOK_DATASETS_MAX, `Choose at most ${WEBHOOK_DATASETS_MAX} datasets`),
  ),
);

/** A new webhook. With `dataset_ids` it is told of these datasets only. */
export const createWebhookInputSchema = v.object({
  name: nameSchema('Webhook name'),
  description: v.optional(descriptionSchema),
  url: urlSchema,
  events: eventsSchema,
  dataset_ids: datasetsSchema,
});

export type CreateWebhookInput = v.InferOutput<typeof createWebhookInputSchema>;

/** What is absent stays as it is. */
export const updateWebhookInputSchema = v.object({
  name: v.optional(nameSchema('Webhook name')),
  description: v.optional(descriptionSchema),
  url: v.optional(urlSchema),
  events: v.optional(eventsSchema),
  dataset_ids: datasetsSchema,
  enabled: v.optional(v.boolean('The field enabled must be true or false')),
});

export type UpdateWebhookInput = v.InferOutput<typeof updateWebhookInputSchema>;

/** Sends again what failed since a time. */
export const recoverWebhookInputSchema = v.object({
  since: v.pipe(
    v.string('The field since must be a time'),
    v.isoTimestamp('The field since must be a time such as 2026-11-24T12:00:00.000Z'),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'The field since must be a time'),
  ),
});

export const webhookSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  description: v.nullable(v.string()),
  url: v.string(),
  events: v.array(v.string()),
  /** Null for all datasets. */
  dataset_ids: v.nullable(v.array(idSchema)),
  enabled: v.boolean(),
  /** Why it is not enabled: `person`, `gone` (it responded with 410) or `failing` (for 24 hours). */
  disabled_reason: v.nullable(v.string()),
  /** The time of its first failed attempt since the last successful one. */
  failing_since: v.nullable(timestampSchema),
  last_delivered_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
});

export type Webhook = v.InferOutput<typeof webhookSchema>;

/** The newest first. */
export const webhookListSchema = v.object({ webhooks: v.array(webhookSchema) });

/** `secret` is shown only now. */
export const createdWebhookSchema = v.object({ id: idSchema, secret: v.string() });
export const rotatedWebhookSecretSchema = v.object({ secret: v.string() });

export const webhookAttemptSchema = v.object({
  at: timestampSchema,
  /** How long it took, in milliseconds. */
  ms: v.number(),
  /** The status of the response; absent where there was none. */
  status: v.optional(v.number()),
  /** Why it failed, in a sentence; absent where it did not. */
  error: v.optional(v.string()),
  /** The beginning of the response. */
  response: v.optional(v.string()),
});

export type WebhookAttempt = v.InferOutput<typeof webhookAttemptSchema>;

export const webhookDeliverySchema = v.object({
  /** The `webhook-id` of each attempt is `msg_` and this, without hyphens. */
  id: idSchema,
  type: v.string(),
  created_at: timestampSchema,
  /** `waiting`, `delivered` or `failed`. */
  state: v.string(),
  attempts: v.number(),
  /** The latest attempts, the oldest first. */
  log: v.array(webhookAttemptSchema),
  /** The time of the next attempt; null where there is none. */
  next_attempt_at: v.nullable(timestampSchema),
  data: v.record(v.string(), v.unknown()),
});

export type WebhookDelivery = v.InferOutput<typeof webhookDeliverySchema>;

export const webhookDeliveryPageSchema = v.object({
  deliveries: v.array(webhookDeliverySchema),
  /** Absent on the last page. */
  next_cursor: v.optional(v.string()),
});

/** The query of a delivery log, parsed from strings. */
export const webhookDeliveryQuerySchema = v.object({
  state: v.optional(v.picklist(['waiting', 'delivered', 'failed'], 'This state is not known')),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, 'The cursor is not one that this server gave'),
      v.transform(Number),
    ),
  ),
});

/** How many deliveries are sent again. */
export const recoveredWebhookSchema = v.object({ count: v.number() });
