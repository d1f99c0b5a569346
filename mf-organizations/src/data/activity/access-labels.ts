import type { AuditRecord } from '@carrel/shared/contract';
import type { AuditAction } from '@carrel/shared/contract/organization';

import { as, did, person, the, type ActionWords } from './action-words.ts';

type AccessAction = Extract<AuditAction, `${string}.access_${string}`>;

/** A fence that was changed; it is empty where it was taken away. */
function fenceText(fence: string | undefined): string {
  if (fence === undefined) return '';
  return fence === '' ? ', without a fence,' : `, fenced by ${fence},`;
}

/** "limited the dataset Handbook to 3 people and groups". */
function accessChanged({ object, details: { access, entries, fence } }: AuditRecord): string {
  const it = `${the(object.type, object.name)}${fenceText(fence)}`;
  if (access === 'organization') return `opened ${it} to the whole organization`;
  if (access !== 'named') return `changed who may see ${it}`;
  if (entries === '0') return `limited ${it} to Owners and Admins`;
  if (entries === '1') return `limited ${it} to 1 person or group`;
  return `limited ${it} to ${entries ?? 'named'} people and groups`;
}

const requested = ({ object }: AuditRecord) =>
  `asked for access to ${the(object.type, object.name)}`;
const granted = (noun: 'dataset' | 'workspace') => (record: AuditRecord) =>
  `gave ${person(record)} access to ${the(noun, record.details[noun])}${as(record.details['role'])}`;
const refused = (noun: 'dataset' | 'workspace') => (record: AuditRecord) =>
  `refused ${person(record)} access to ${the(noun, record.details[noun])}`;

/** The actions of who may see a dataset or workspace, in the order of all actions. */
export const ACCESS_WORDS: Record<AccessAction, ActionWords> = {
  'dataset.access_changed': { label: 'Access to a dataset changed', text: accessChanged },
  'workspace.access_changed': { label: 'Access to a workspace changed', text: accessChanged },
  'dataset.access_taken': {
    label: 'Access to a dataset taken',
    text: did('took access to', 'dataset'),
  },
  'workspace.access_taken': {
    label: 'Access to a workspace taken',
    text: did('took access to', 'workspace'),
  },
  'dataset.access_requested': { label: 'Access to a dataset asked for', text: requested },
  'dataset.access_granted': { label: 'Access to a dataset granted', text: granted('dataset') },
  'dataset.access_refused': { label: 'Access to a dataset refused', text: refused('dataset') },
  'workspace.access_requested': { label: 'Access to a workspace asked for', text: requested },
  'workspace.access_granted': {
    label: 'Access to a workspace granted',
    text: granted('workspace'),
  },
  'workspace.access_refused': {
    label: 'Access to a workspace refused',
    text: refused('workspace'),
  },
};
