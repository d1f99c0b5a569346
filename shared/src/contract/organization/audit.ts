import * as v from 'valibot';

import { AUDIT_ACTIONS } from '../audit.ts';
import { idSchema } from '../text.ts';

/** The actions in an organization that are recorded with who did them: noun and past participle. */
export const RECORDED_ACTIONS = [
  ...AUDIT_ACTIONS,
  'organization.sign_in_policy_changed',
  'archive.synced',
  'archive.paused',
  'archive.resumed',
  'archive.cancelled',
  'documents.reprocessed',
  'documents.reprocessing_cancelled',
  'documents.deleted',
  'documents.restored',
  'documents.version_restored',
  'documents.version_deleted',
  'duplicates.dismissed',
  'duplicates.restored',
  'documents.moved',
  'documents.move_undone',
  'folder.created',
  'documents.downloaded',
  'documents.metadata_changed',
  'chunks.changed',
  'chunks.restored',
  'chunks.discarded',
  'question.created',
  'question.updated',
  'question.deleted',
  'questions.imported',
  'questions.run',
  'test_run.deleted',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.used',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.disabled',
  'oauth.granted',
  'oauth.denied',
  'oauth.revoked',
  'member.provisioned',
  'member.deprovisioned',
  'provisioning.changed',
  'provisioning.group_created',
  'provisioning.group_deleted',
  'domain.added',
  'domain.code_sent',
  'domain.verified',
  'domain.removed',
  'identity_provider.saved',
  'identity_provider.removed',
  'account.identity_linked',
  'member.joined',
  'member.role_mapped',
  'group.created',
  'group.updated',
  'group.deleted',
  'dataset.access_changed',
  'workspace.access_changed',
  'dataset.access_taken',
  'workspace.access_taken',
  'dataset.access_requested',
  'dataset.access_granted',
  'dataset.access_refused',
  'workspace.access_requested',
  'workspace.access_granted',
  'workspace.access_refused',
  'source.created',
  'source.updated',
  'source.deleted',
  'source.connected',
  'source.run',
  'source.approved',
  'source.cancelled',
] as const;

export type AuditAction = (typeof RECORDED_ACTIONS)[number];

export const AUDIT_PAGE_LIMIT_MAX = 200;
export const AUDIT_PAGE_LIMIT_DEFAULT = 50;

const whole = (message: string) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, message), v.transform(Number));

/** The query of an audit log, parsed from strings. */
export const auditQuerySchema = v.object({
  person: v.optional(idSchema),
  action: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** A calendar day, `2026-11-21`. */
  day: v.optional(
    v.pipe(
      v.string(),
      v.isoDate('Day must be a date'),
      v.check((day) => !Number.isNaN(Date.parse(day)), 'Day must be a date'),
    ),
  ),
  /** The reader's `getTimezoneOffset()` on that day, in minutes. */
  offset: v.optional(
    v.pipe(whole('Offset must be minutes'), v.minValue(-1440), v.maxValue(1440)),
    '0',
  ),
  limit: v.optional(
    v.pipe(
      whole('Limit must be a number'),
      v.minValue(1, 'Limit must be at least 1'),
      v.maxValue(AUDIT_PAGE_LIMIT_MAX, `Limit must be at most ${AUDIT_PAGE_LIMIT_MAX}`),
    ),
    String(AUDIT_PAGE_LIMIT_DEFAULT),
  ),
  cursor: v.optional(whole('The cursor is not one that this server gave')),
});

export type AuditQuery = v.InferOutput<typeof auditQuerySchema>;
