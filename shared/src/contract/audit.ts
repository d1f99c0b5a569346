import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/**
 * The actions that remotes of the first release know. Those remotes have words for each action of this
 * list, so it does not grow: a newer action is added to `RECORDED_ACTIONS` of the organization's shapes alone. Those remotes
 * also read an audit log by this module, so it stays here.
 */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'organization.deleted',
  'member.invited',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'member.role_changed',
  'member.removed',
  'member.left',
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
  'dataset.created',
  'dataset.updated',
  'dataset.deleted',
  'dataset.attached',
  'dataset.detached',
  'archive.uploaded',
  'archive.deleted',
  'documents.retried',
] as const;

export const auditRecordSchema = v.object({
  /** Increases with time. */
  id: v.number(),
  created_at: timestampSchema,
  /** One of `RECORDED_ACTIONS`, or one of a newer server. */
  action: v.string(),
  /** The account that did it; null once it is deleted. */
  actor: v.nullable(
    v.object({ id: idSchema, first_name: shownNameSchema, last_name: shownNameSchema }),
  ),
  /** What it was done to, with its name at that time. */
  object: v.object({
    type: v.string(),
    id: v.nullable(idSchema),
    name: v.nullable(shownNameSchema),
  }),
  /** The other parts of its sentence: `role`, `from`, `to`, `dataset`. */
  details: v.record(v.string(), shownNameSchema),
  ip: v.nullable(v.string()),
});

export type AuditRecord = v.InferOutput<typeof auditRecordSchema>;

export const auditPageSchema = v.object({
  records: v.array(auditRecordSchema),
  /** Absent on the last page. */
  next_cursor: v.optional(v.string()),
});

export type AuditPage = v.InferOutput<typeof auditPageSchema>;
