import * as v from 'valibot';

import { metadataKeySchema } from './document-metadata.ts';
import { shownNameSchema } from './names.ts';
import { idSchema, limitedTextSchema, nameSchema, timestampSchema } from './text.ts';

/** What a person or a group may do in a dataset that only named ones may see, the most first. */
export const ACCESS_ROLES = ['Manager', 'Editor', 'Reader', 'Searcher'] as const;

export type AccessRole = (typeof ACCESS_ROLES)[number];

/** Groups of an organization, people of a group, and people and groups that have access to a dataset. */
export const GROUPS_MAX = 500;
export const GROUP_MEMBERS_MAX = 10_000;
export const ACCESS_ENTRIES_MAX = 200;

/** People who wait for access to one dataset or workspace, and days after which one who was refused may ask again. */
export const ACCESS_REQUESTS_MAX = 200;
export const ACCESS_REFUSED_DAYS = 7;
export const ACCESS_REASON_MAX = 500;

/** A group of people of an organization. */
export const groupSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  /** How many members of the organization are in it. */
  member_count: v.number(),
  /** Whether a directory keeps it: it cannot be changed here. */
  provisioned: v.boolean(),
});

export type Group = v.InferOutput<typeof groupSchema>;

export const groupListSchema = v.object({ groups: v.array(groupSchema) });

/** A group with the accounts that are in it. */
export const groupDetailSchema = v.object({
  ...groupSchema.entries,
  account_ids: v.array(idSchema),
  /** The datasets that it has access to, of those that the caller can reach. */
  datasets: v.array(v.object({ id: idSchema, name: shownNameSchema, role: v.string() })),
});

export type GroupDetail = v.InferOutput<typeof groupDetailSchema>;

const accountIds = v.pipe(
  v.array(idSchema),
  v.maxLength(GROUP_MEMBERS_MAX, `A group has at most ${GROUP_MEMBERS_MAX} people`),
);

export const createGroupInputSchema = v.object({
  name: nameSchema('Group name'),
  account_ids: v.optional(accountIds, []),
});

export type CreateGroupInput = v.InferInput<typeof createGroupInputSchema>;

/** What is absent stays unchanged; `account_ids` replaces all people of the group. */
export const updateGroupInputSchema = v.object({
  name: v.optional(nameSchema('Group name')),
  account_ids: v.optional(accountIds),
});

export type UpdateGroupInput = v.InferInput<typeof updateGroupInputSchema>;

const roleSchema = v.picklist(ACCESS_ROLES, 'This role is not known');

/** A person or a group, and what it may do. Exactly one of both is named. */
const accessEntryInputSchema = v.pipe(
  v.object({
    account_id: v.optional(idSchema),
    group_id: v.optional(idSchema),
    role: roleSchema,
  }),
  v.check(
    ({ account_id: account, group_id: group }) => (account === undefined) !== (group === undefined),
    'Name a person or a group',
  ),
);

export type AccessEntryInput = v.InferInput<typeof accessEntryInputSchema>;

/** Who may see a dataset: everybody in the organization, or those who are named. */
export const ACCESS_KINDS = ['organization', 'named'] as const;

export const setAccessInputSchema = v.object({
  access: v.picklist(ACCESS_KINDS, 'This access is not known'),
  /**
   * Whether members of the organization that it does not name may learn by its link that it exists, and ask for access.
   * Absent, it stays as it is.
   */
  known: v.optional(v.boolean()),
  entries: v.optional(
    v.pipe(
      v.array(accessEntryInputSchema),
      v.maxLength(ACCESS_ENTRIES_MAX, `Name at most ${ACCESS_ENTRIES_MAX} people and groups`),
    ),
    [],
  ),
  /**
   * The key of metadata by which documents of a dataset name the groups that see them; null for none. A workspace has
   * none. Absent, it stays as it is.
   */
  fence: v.optional(v.nullable(metadataKeySchema)),
});

export type SetAccessInput = v.InferInput<typeof setAccessInputSchema>;

/** The same of a workspace, which has no fence. */
export const setWorkspaceAccessInputSchema = v.omit(setAccessInputSchema, ['fence']);

/** Somebody who asks for access, and waits. */
const accessRequestSchema = v.object({
  account_id: idSchema,
  name: shownNameSchema,
  address: v.string(),
  reason: v.string(),
  requested_at: timestampSchema,
});

export type AccessRequest = v.InferOutput<typeof accessRequestSchema>;

/** Owners and Admins of the organization see every dataset; they are not among the entries. */
export const accessSettingsSchema = v.object({
  access: v.string(),
  known: v.boolean(),
  /** In the order of their names, groups first. */
  entries: v.array(
    v.object({
      account_id: v.nullable(idSchema),
      group_id: v.nullable(idSchema),
      name: shownNameSchema,
      role: v.string(),
    }),
  ),
  /** The key of metadata by which documents name the groups that see them. */
  fence: v.optional(v.nullable(v.string()), null),
  /** Whether the caller may change it. */
  may_change: v.boolean(),
  /** Whether the caller keeps it without seeing what is in it, until it takes access. */
  kept: v.optional(v.boolean()),
  /** Those who wait for access, the first one first; empty for callers who may not change it. */
  requests: v.array(accessRequestSchema),
});

export type Access = v.InferOutput<typeof accessSettingsSchema>;

/** What somebody sees of a dataset or workspace that is known, and out of their reach. */
export const knownObjectSchema = v.object({
  name: shownNameSchema,
  /** When the caller asked for access; null if they did not, or have gone without it since. */
  requested_at: v.nullable(timestampSchema),
  /** When that was refused; null while it waits. */
  refused_at: v.nullable(timestampSchema),
});

export type KnownObject = v.InferOutput<typeof knownObjectSchema>;

export const requestAccessInputSchema = v.object({
  reason: v.optional(limitedTextSchema('Reason', ACCESS_REASON_MAX), ''),
});

export type RequestAccessInput = v.InferInput<typeof requestAccessInputSchema>;

export const grantAccessInputSchema = v.object({ role: roleSchema });

export type GrantAccessInput = v.InferInput<typeof grantAccessInputSchema>;
