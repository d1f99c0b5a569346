import type { AuditRecord } from '@carrel/shared/contract';
import type { AuditAction } from '@carrel/shared/contract/organization';

import { WEBHOOK_WORDS } from './webhook-labels.ts';
import { SOURCE_WORDS } from './source-labels.ts';
import { ACCESS_WORDS } from './access-labels.ts';
import { as, did, person, the, type ActionWords } from './action-words.ts';
import { MOVE_WORDS } from './move-labels.ts';

const isAction = (action: string): action is AuditAction => Object.hasOwn(WORDS, action);

const invited = ({ object }: AuditRecord) => object.name ?? 'someone';
const archive =
  (verb: string) =>
  ({ object, details }: AuditRecord) =>
    `${verb} ${the('archive', object.name)} of ${the('dataset', details['dataset'])}`;
/** "added the question "how?" to the workspace Research". */
const question =
  (verb: string, preposition: string) =>
  ({ object, details: { question: text } }: AuditRecord) =>
    `${verb} ${text === undefined ? 'a question' : `the question "${text}"`} ${preposition} ${the('workspace', object.name)}`;

/** "connected the program Claude to the workspace Research". */
const program =
  (verb: string, preposition: string) =>
  ({ object, details: { clientName } }: AuditRecord) =>
    `${verb} ${the('program', clientName)} ${preposition} ${the('workspace', object.name)}`;

const WORDS: Record<AuditAction, ActionWords> = {
  'organization.created': {
    label: 'Organization created',
    text: did('created', 'organization'),
  },
  'organization.updated': {
    label: 'Organization changed',
    text: (record) => {
      const log = record.details['search_log'];
      if (log !== 'on' && log !== 'off') return did('changed', 'organization')(record);
      return `switched the log of what people ask ${log} in ${the('organization', record.object.name)}`;
    },
  },
  'organization.deleted': {
    label: 'Organization deleted',
    text: did('deleted', 'organization'),
  },
  'member.invited': {
    label: 'Member invited',
    text: (record) => `invited ${invited(record)}${as(record.details['role'])}`,
  },
  'invitation.resent': {
    label: 'Invitation sent again',
    text: (record) => `sent the invitation of ${invited(record)} again`,
  },
  'invitation.revoked': {
    label: 'Invitation revoked',
    text: (record) => `revoked the invitation of ${invited(record)}`,
  },
  'invitation.accepted': {
    label: 'Invitation accepted',
    text: ({ details }) => `joined the organization${as(details['role'])}`,
  },
  'member.role_changed': {
    label: 'Role changed',
    text: (record) => {
      const { from = 'another role', to = 'another' } = record.details;
      return `changed the role of ${person(record)} from ${from} to ${to}`;
    },
  },
  'member.removed': {
    label: 'Member removed',
    text: (record) =>
      record.actor !== null && record.actor.id === record.object.id
        ? 'left the organization'
        : `removed ${person(record)} from the organization`,
  },
  'member.left': {
    label: 'Member left',
    // Only who leaves without deleting the account has had a role.
    text: ({ details }) =>
      details['role'] === undefined ? 'left by deleting the account' : 'left the organization',
  },
  'workspace.created': { label: 'Workspace created', text: did('created', 'workspace') },
  'workspace.updated': { label: 'Workspace changed', text: did('changed', 'workspace') },
  'workspace.deleted': { label: 'Workspace deleted', text: did('deleted', 'workspace') },
  'dataset.created': { label: 'Dataset created', text: did('created', 'dataset') },
  'dataset.updated': { label: 'Dataset changed', text: did('changed', 'dataset') },
  'dataset.deleted': { label: 'Dataset deleted', text: did('deleted', 'dataset') },
  'dataset.attached': {
    label: 'Dataset attached',
    text: ({ object, details }) =>
      `attached ${the('dataset', details['dataset'])} to ${the('workspace', object.name)}`,
  },
  'dataset.detached': {
    label: 'Dataset detached',
    text: ({ object, details }) =>
      `detached ${the('dataset', details['dataset'])} from ${the('workspace', object.name)}`,
  },
  'archive.uploaded': {
    label: 'Archive uploaded',
    text: ({ object, details }) =>
      `uploaded ${the('archive', object.name)} to ${the('dataset', details['dataset'])}`,
  },
  'archive.deleted': {
    label: 'Archive deleted',
    text: archive('deleted'),
  },
  'documents.retried': {
    label: 'Documents tried again',
    text: ({ object }) => `tried failed documents of ${the('dataset', object.name)} again`,
  },
  'organization.sign_in_policy_changed': {
    label: 'Sign-in policy changed',
    text: ({ object }) => `changed the sign-in policy of ${the('organization', object.name)}`,
  },
  'archive.synced': {
    label: 'Archive added to its dataset',
    text: ({ object, details }) =>
      `added ${the('archive', object.name)} to ${the('dataset', details['dataset'])}`,
  },
  'archive.paused': { label: 'Archive paused', text: archive('paused') },
  'archive.resumed': { label: 'Archive resumed', text: archive('resumed') },
  'archive.cancelled': { label: 'Archive cancelled', text: archive('cancelled') },
  'documents.reprocessed': {
    label: 'Documents processed again',
    text: ({ object }) => `had documents of ${the('dataset', object.name)} processed again`,
  },
  'documents.reprocessing_cancelled': {
    label: 'Processing again cancelled',
    text: ({ object }) =>
      `stopped that documents of ${the('dataset', object.name)} are processed again`,
  },
  'documents.deleted': {
    label: 'Documents deleted',
    text: ({ object, details }) =>
      `deleted ${details['documents'] ?? ''} documents of ${the('dataset', object.name)}`,
  },
  'documents.restored': {
    label: 'Documents restored',
    text: ({ object }) => `restored deleted documents of ${the('dataset', object.name)}`,
  },
  'documents.version_restored': {
    label: 'Version of a document restored',
    text: ({ object, details }) =>
      `restored version ${details['version'] ?? ''} of a document of ${the('dataset', object.name)}`,
  },
  'documents.version_deleted': {
    label: 'Version of a document deleted',
    text: ({ object, details }) =>
      `deleted version ${details['version'] ?? ''} of a document of ${the('dataset', object.name)}`,
  },
  'duplicates.dismissed': {
    label: 'Duplicates dismissed',
    text: ({ object }) =>
      `said that documents of ${the('dataset', object.name)} are not duplicates`,
  },
  'duplicates.restored': {
    label: 'Duplicates listed again',
    text: ({ object }) => `listed duplicates of ${the('dataset', object.name)} again`,
  },
  ...MOVE_WORDS,
  'question.created': { label: 'Question added', text: question('added', 'to') },
  'question.updated': { label: 'Question changed', text: question('changed', 'of') },
  'question.deleted': { label: 'Question deleted', text: question('deleted', 'of') },
  'questions.imported': {
    label: 'Questions imported',
    text: ({ object, details }) =>
      `imported ${details['questions'] ?? ''} questions into ${the('workspace', object.name)}`,
  },
  'questions.run': {
    label: 'Questions run',
    text: ({ object }) => `ran the questions of ${the('workspace', object.name)}`,
  },
  'test_run.deleted': {
    label: 'Test run deleted',
    text: ({ object }) => `deleted a test run of ${the('workspace', object.name)}`,
  },
  'api_key.created': { label: 'API key created', text: did('created', 'API key') },
  'api_key.rotated': { label: 'API key rotated', text: did('rotated', 'API key') },
  'api_key.revoked': { label: 'API key revoked', text: did('revoked', 'API key') },
  'api_key.used': {
    label: 'API key used from a new network',
    text: () => 'was used from a network for the first time',
  },
  ...WEBHOOK_WORDS,
  'oauth.granted': { label: 'Program connected', text: program('connected', 'to') },
  'oauth.denied': { label: 'Program refused', text: program('refused to connect', 'to') },
  'oauth.revoked': { label: 'Program disconnected', text: program('disconnected', 'from') },
  'member.provisioned': {
    label: 'Member added by the directory',
    text: (record) => `added ${person(record)}${as(record.details['role'])}`,
  },
  'member.deprovisioned': {
    label: 'Member removed by the directory',
    text: (record) => `removed ${person(record)}, who is not active in the directory`,
  },
  'provisioning.changed': {
    label: 'Roles of the directory changed',
    text: ({ object, details: { to = 'another role' } }) => {
      if (object.type === 'organization') {
        return `changed the role of members of no mapped group to ${to}`;
      }
      const group = the('group', object.name);
      return to === 'none' ? `took the role from ${group}` : `gave ${group} the role ${to}`;
    },
  },
  'provisioning.group_created': {
    label: 'Group added by the directory',
    text: did('added', 'group'),
  },
  'provisioning.group_deleted': {
    label: 'Group deleted by the directory',
    text: did('deleted', 'group'),
  },
  'domain.added': { label: 'Domain added', text: did('added', 'domain') },
  'domain.code_sent': {
    label: 'Code for a domain sent',
    text: did('had a code mailed to the postmaster of', 'domain'),
  },
  'domain.verified': { label: 'Domain verified', text: did('verified', 'domain') },
  'domain.removed': { label: 'Domain removed', text: did('removed', 'domain') },
  'identity_provider.saved': {
    label: 'Single sign-on changed',
    text: ({ object }) => `set single sign-on to ${object.name ?? 'a provider'}`,
  },
  'identity_provider.removed': {
    label: 'Single sign-on removed',
    text: ({ object }) => `removed single sign-on with ${object.name ?? 'a provider'}`,
  },
  'account.identity_linked': {
    label: 'Account linked to single sign-on',
    text: () => 'linked the account to single sign-on',
  },
  'member.joined': {
    label: 'Member joined by single sign-on',
    text: ({ details }) => `joined by single sign-on${as(details['role'])}`,
  },
  'member.role_mapped': {
    label: 'Role changed by single sign-on',
    text: ({ details: { from = 'another role', to = 'another' } }) =>
      `was changed from ${from} to ${to} by single sign-on`,
  },
  'group.created': { label: 'Group created', text: did('created', 'group') },
  'group.updated': { label: 'Group changed', text: did('changed', 'group') },
  'group.deleted': { label: 'Group deleted', text: did('deleted', 'group') },
  ...ACCESS_WORDS,
  ...SOURCE_WORDS,
};

/** The options of the action filter. The shell may be newer, and know actions without words here. */
export const ACTION_OPTIONS = Object.entries(WORDS).map(([value, { label }]) => ({ value, label }));

/** Returns the actor's first and last name, or which API key or webhook it was. */
export function actorOf({ actor, action, object, details }: AuditRecord): string {
  if (action === 'webhook.disabled')
    return object.name === null ? 'A webhook' : `The webhook ${object.name}`;
  const key = action === 'api_key.used' ? object.name : details['apiKey'];
  if (typeof key === 'string') return `The API key ${key}`;
  if (actor === null) return 'Someone whose account is deleted';
  const name = `${actor.first_name} ${actor.last_name}`.trim();
  return name === '' ? actor.id : name;
}

/** Returns what was done, in words that follow the actor's name. */
export function actionOf(record: AuditRecord): string {
  const { action, object } = record;
  if (isAction(action)) return WORDS[action].text(record);
  // From a newer server: "document.reprocessed" reads as "reprocessed the document a.pdf".
  const [, verb = action] = action.split('.');
  return `${verb.replaceAll('_', ' ')} ${the(object.type, object.name)}`;
}
