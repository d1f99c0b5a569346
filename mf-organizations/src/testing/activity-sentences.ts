import type { AuditRecord } from '@carrel/shared/contract';

import { SOURCE_SENTENCES } from './source-sentences.ts';
import { ACCESS_SENTENCES } from './access-sentences.ts';
import { on, record, to } from './activity-record.ts';

/** Sentences of one line. */
const short = (action: string, type: string, name: string, sentence: string) => ({
  [action]: [record(action, on(type, name)), sentence] satisfies [AuditRecord, string],
});

const version = (action: string, done: string): Record<string, [AuditRecord, string]> => ({
  [action]: [
    record(action, { ...on('dataset', 'Handbook'), details: { version: '3' } }),
    `${done} version 3 of a document of the dataset Handbook`,
  ],
});

/** A record of each action, and what the activity says of it. */
export const SENTENCES: Record<string, [AuditRecord, string]> = {
  ...short('organization.created', 'organization', 'Engines', 'created the organization Engines'),
  'organization.updated': [
    record('organization.updated', on('organization', 'Engines')),
    'changed the organization Engines',
  ],
  'organization.deleted': [
    record('organization.deleted', on('organization', 'Engines')),
    'deleted the organization Engines',
  ],
  'member.invited': [
    record('member.invited', { ...on('invitation', 'bob@example.com'), ...to('Editor') }),
    'invited bob@example.com as Editor',
  ],
  'invitation.resent': [
    record('invitation.resent', on('invitation', 'bob@example.com')),
    'sent the invitation of bob@example.com again',
  ],
  'invitation.revoked': [
    record('invitation.revoked', on('invitation', 'bob@example.com')),
    'revoked the invitation of bob@example.com',
  ],
  'invitation.accepted': [
    record('invitation.accepted', to('Viewer')),
    'joined the organization as Viewer',
  ],
  'member.role_changed': [
    record('member.role_changed', { details: { from: 'Viewer', to: 'Admin' } }),
    'changed the role of Grace Hopper from Viewer to Admin',
  ],
  'member.removed': [record('member.removed'), 'removed Grace Hopper from the organization'],
  'member.left': [record('member.left'), 'left by deleting the account'],
  'workspace.created': [
    record('workspace.created', on('workspace', 'Research')),
    'created the workspace Research',
  ],
  'workspace.updated': [
    record('workspace.updated', on('workspace', 'Research')),
    'changed the workspace Research',
  ],
  'workspace.deleted': [record('workspace.deleted', on('workspace', null)), 'deleted a workspace'],
  'dataset.created': [
    record('dataset.created', on('dataset', 'Handbook')),
    'created the dataset Handbook',
  ],
  'dataset.updated': [
    record('dataset.updated', on('dataset', 'Handbook')),
    'changed the dataset Handbook',
  ],
  'dataset.deleted': [
    record('dataset.deleted', on('dataset', 'Handbook')),
    'deleted the dataset Handbook',
  ],
  'dataset.attached': [
    record('dataset.attached', {
      ...on('workspace', 'Research'),
      details: { dataset: 'Handbook' },
    }),
    'attached the dataset Handbook to the workspace Research',
  ],
  'dataset.detached': [
    record('dataset.detached', {
      ...on('workspace', 'Research'),
      details: { dataset: 'Handbook' },
    }),
    'detached the dataset Handbook from the workspace Research',
  ],
  'archive.uploaded': [
    record('archive.uploaded', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'uploaded the archive a.zip to the dataset Handbook',
  ],
  'archive.deleted': [
    record('archive.deleted', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'deleted the archive a.zip of the dataset Handbook',
  ],
  'documents.retried': [
    record('documents.retried', on('dataset', 'Handbook')),
    'tried failed documents of the dataset Handbook again',
  ],
  'organization.sign_in_policy_changed': [
    record('organization.sign_in_policy_changed', on('organization', 'Engines')),
    'changed the sign-in policy of the organization Engines',
  ],
  'archive.synced': [
    record('archive.synced', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'added the archive a.zip to the dataset Handbook',
  ],
  'archive.paused': [
    record('archive.paused', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'paused the archive a.zip of the dataset Handbook',
  ],
  'archive.resumed': [
    record('archive.resumed', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'resumed the archive a.zip of the dataset Handbook',
  ],
  'archive.cancelled': [
    record('archive.cancelled', { ...on('archive', 'a.zip'), details: { dataset: 'Handbook' } }),
    'cancelled the archive a.zip of the dataset Handbook',
  ],
  'documents.reprocessed': [
    record('documents.reprocessed', on('dataset', 'Handbook')),
    'had documents of the dataset Handbook processed again',
  ],
  'documents.reprocessing_cancelled': [
    record('documents.reprocessing_cancelled', on('dataset', 'Handbook')),
    'stopped that documents of the dataset Handbook are processed again',
  ],
  'documents.deleted': [
    record('documents.deleted', { ...on('dataset', 'Handbook'), details: { documents: '3' } }),
    'deleted 3 documents of the dataset Handbook',
  ],
  'documents.restored': [
    record('documents.restored', on('dataset', 'Handbook')),
    'restored deleted documents of the dataset Handbook',
  ],
  ...version('documents.version_restored', 'restored'),
  ...version('documents.version_deleted', 'deleted'),
  'duplicates.dismissed': [
    record('duplicates.dismissed', on('dataset', 'Handbook')),
    'said that documents of the dataset Handbook are not duplicates',
  ],
  'duplicates.restored': [
    record('duplicates.restored', on('dataset', 'Handbook')),
    'listed duplicates of the dataset Handbook again',
  ],
  'documents.moved': [
    record('documents.moved', {
      ...on('dataset', 'Handbook'),
      details: { documents: '3', to: 'manuals' },
    }),
    'moved 3 documents of the dataset Handbook to manuals',
  ],
  'documents.move_undone': [
    record('documents.move_undone', on('dataset', 'Handbook')),
    'moved documents of the dataset Handbook back',
  ],
  'folder.created': [
    record('folder.created', { ...on('dataset', 'Handbook'), details: { folder: 'manuals' } }),
    'created the folder manuals in the dataset Handbook',
  ],
  'documents.downloaded': [
    record('documents.downloaded', { ...on('dataset', 'Handbook'), details: { documents: '3' } }),
    'downloaded 3 documents of the dataset Handbook',
  ],
  'documents.metadata_changed': [
    record('documents.metadata_changed', on('dataset', 'Handbook')),
    'changed the metadata of documents of the dataset Handbook',
  ],
  'chunks.changed': [
    record('chunks.changed', on('dataset', 'Handbook')),
    'changed a chunk of a document of the dataset Handbook',
  ],
  'chunks.restored': [
    record('chunks.restored', on('dataset', 'Handbook')),
    'undid the change of a chunk of a document of the dataset Handbook',
  ],
  'chunks.discarded': [
    record('chunks.discarded', on('dataset', 'Handbook')),
    'discarded a lost change of a document of the dataset Handbook',
  ],
  'question.created': [
    record('question.created', { ...on('workspace', 'Research'), details: { question: 'why?' } }),
    'added the question "why?" to the workspace Research',
  ],
  'question.updated': [
    record('question.updated', on('workspace', 'Research')),
    'changed a question of the workspace Research',
  ],
  'question.deleted': [
    record('question.deleted', { ...on('workspace', 'Research'), details: { question: 'why?' } }),
    'deleted the question "why?" of the workspace Research',
  ],
  'questions.imported': [
    record('questions.imported', { ...on('workspace', 'Research'), details: { questions: '12' } }),
    'imported 12 questions into the workspace Research',
  ],
  'questions.run': [
    record('questions.run', on('workspace', 'Research')),
    'ran the questions of the workspace Research',
  ],
  'test_run.deleted': [
    record('test_run.deleted', on('workspace', 'Research')),
    'deleted a test run of the workspace Research',
  ],
  'api_key.created': [
    record('api_key.created', on('api_key', 'Nightly')),
    'created the API key Nightly',
  ],
  'api_key.rotated': [
    record('api_key.rotated', on('api_key', 'Nightly')),
    'rotated the API key Nightly',
  ],
  'api_key.revoked': [record('api_key.revoked', on('api_key', null)), 'revoked an API key'],
  'api_key.used': [
    record('api_key.used', on('api_key', 'Nightly')),
    'was used from a network for the first time',
  ],
  'webhook.created': [
    record('webhook.created', on('webhook', 'Index')),
    'created the webhook Index',
  ],
  'webhook.updated': [
    record('webhook.updated', on('webhook', 'Index')),
    'changed the webhook Index',
  ],
  'webhook.deleted': [
    record('webhook.deleted', on('webhook', 'Index')),
    'deleted the webhook Index',
  ],
  'webhook.secret_rotated': [
    record('webhook.secret_rotated', on('webhook', 'Index')),
    'rotated the secret of the webhook Index',
  ],
  'webhook.tested': [record('webhook.tested', on('webhook', 'Index')), 'tested the webhook Index'],
  'webhook.redelivered': [
    record('webhook.redelivered', on('webhook', 'Index')),
    'sent events again to the webhook Index',
  ],
  'webhook.disabled': [
    record('webhook.disabled', { ...on('webhook', 'Index'), details: { reason: 'failing' } }),
    'was disabled, because it failed for 24 hours',
  ],
  'oauth.granted': [
    record('oauth.granted', { ...on('workspace', 'Research'), details: { clientName: 'Claude' } }),
    'connected the program Claude to the workspace Research',
  ],
  'oauth.denied': [
    record('oauth.denied', { ...on('workspace', 'Research'), details: { clientName: 'Claude' } }),
    'refused to connect the program Claude to the workspace Research',
  ],
  'oauth.revoked': [
    record('oauth.revoked', { ...on('workspace', 'Research'), details: { clientName: 'Claude' } }),
    'disconnected the program Claude from the workspace Research',
  ],
  'member.provisioned': [
    record('member.provisioned', to('Editor')),
    'added Grace Hopper as Editor',
  ],
  'member.deprovisioned': [
    record('member.deprovisioned'),
    'removed Grace Hopper, who is not active in the directory',
  ],
  'provisioning.changed': [
    record('provisioning.changed', { ...on('scim_group', 'Writers'), details: { to: 'Editor' } }),
    'gave the group Writers the role Editor',
  ],
  'provisioning.group_created': [
    record('provisioning.group_created', on('scim_group', 'Writers')),
    'added the group Writers',
  ],
  'provisioning.group_deleted': [
    record('provisioning.group_deleted', on('scim_group', 'Writers')),
    'deleted the group Writers',
  ],
  ...short('domain.added', 'domain', 'a.example', 'added the domain a.example'),
  ...short(
    'domain.code_sent',
    'domain',
    'a.example',
    'had a code mailed to the postmaster of the domain a.example',
  ),
  ...short('domain.verified', 'domain', 'a.example', 'verified the domain a.example'),
  ...short('domain.removed', 'domain', 'a.example', 'removed the domain a.example'),
  ...short('identity_provider.saved', 'x', 'https://a', 'set single sign-on to https://a'),
  ...short('identity_provider.removed', 'x', 'https://a', 'removed single sign-on with https://a'),
  ...short('account.identity_linked', 'account', 'Ada', 'linked the account to single sign-on'),
  ...short('member.joined', 'account', 'Ada', 'joined by single sign-on'),
  ...short(
    'member.role_mapped',
    'account',
    'Ada',
    'was changed from another role to another by single sign-on',
  ),
  ...short('group.created', 'group', 'Writers', 'created the group Writers'),
  ...short('group.updated', 'group', 'Writers', 'changed the group Writers'),
  ...short('group.deleted', 'group', 'Writers', 'deleted the group Writers'),
  ...ACCESS_SENTENCES,
  ...SOURCE_SENTENCES,
};
