import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, nameSchema, timestampSchema } from './text.ts';

/**
 * What a key may be used for: searching, reading documents, writing documents, and sending users and groups by SCIM.
 * Only an Owner creates or rotates a key with `scim`, and it is never limited to places.
 */
export const API_KEY_SCOPES = ['search', 'documents:read', 'documents:write', 'scim'] as const;

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Every key begins with this. */
export const API_KEY_PREFIX = 'carrel_key_';

/** Days after which a new key expires, if nothing else is chosen. */
export const API_KEY_DAYS_DEFAULT = 90;
export const API_KEY_DAYS_MAX = 730;
/** Keys of an organization, expired ones included. */
export const API_KEYS_MAX = 100;
/** Datasets, and workspaces, that one key is limited to. */
export const API_KEY_PLACES_MAX = 100;

const places = v.nullish(
  v.pipe(
    v.array(idSchema),
    v.minLength(1, 'Choose at least one'),
    v.maxLength(API_KEY_PLACES_MAX, `Choose at most ${API_KEY_PLACES_MAX}`),
  ),
);

/**
 * A new key. With `dataset_ids` or `workspace_ids` it is limited to these; a workspace includes the datasets
 * that are attached to it. `expires_in_days` is null for a key that does not expire.
 */
export const createApiKeyInputSchema = v.object({
  name: nameSchema('Key name'),
  scopes: v.pipe(
    v.array(v.picklist(API_KEY_SCOPES, 'This scope is not known')),
    v.minLength(1, 'Choose at least one scope'),
    v.maxLength(API_KEY_SCOPES.length, 'A scope is chosen twice'),
  ),
  dataset_ids: places,
  workspace_ids: places,
  expires_in_days: v.optional(
    v.nullable(
      v.pipe(
        v.number('Expiry must be a number of days'),
        v.integer('Expiry must be a number of days'),
        v.minValue(1, 'A key is valid for at least a day'),
        v.maxValue(API_KEY_DAYS_MAX, `A key is valid for at most ${API_KEY_DAYS_MAX} days`),
      ),
    ),
    API_KEY_DAYS_DEFAULT,
  ),
});

export type CreateApiKeyInput = v.InferOutput<typeof createApiKeyInputSchema>;

/** A key as it is listed: the key itself is shown only once, by `createdApiKeySchema`. */
export const apiKeySchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  /** The last four characters. */
  last_four: v.string(),
  scopes: v.array(v.string()),
  /** Null for all of the organization. */
  dataset_ids: v.nullable(v.array(idSchema)),
  workspace_ids: v.nullable(v.array(idSchema)),
  created_at: timestampSchema,
  /** Null once the account is deleted. */
  created_by: v.nullable(v.object({ first_name: shownNameSchema, last_name: shownNameSchema })),
  /** Null for a key that does not expire. */
  expires_at: v.nullable(timestampSchema),
  /** To the minute; null for a key that was never used. */
  last_used_at: v.nullable(timestampSchema),
  /** Whether another key has replaced it. */
  replaced: v.boolean(),
});

export type ApiKey = v.InferOutput<typeof apiKeySchema>;

/** Keys that were not revoked, the newest first. */
export const apiKeyListSchema = v.object({ keys: v.array(apiKeySchema) });

/** `key` is the secret. */
export const createdApiKeySchema = v.object({ id: idSchema, key: v.string() });
