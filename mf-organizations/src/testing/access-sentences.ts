import type { AuditRecord } from '@carrel/shared/contract';

import { on, record } from './activity-record.ts';

/** A record of each action about who may see a dataset or workspace, and what the activity says of it. */
export const ACCESS_SENTENCES: Record<string, [AuditRecord, string]> = {
  'dataset.access_changed': [
    record('dataset.access_changed', {
      ...on('dataset', 'Handbook'),
      details: { access: 'named', entries: '3' },
    }),
    'limited the dataset Handbook to 3 people and groups',
  ],
  'workspace.access_changed': [
    record('workspace.access_changed', {
      ...on('workspace', 'Research'),
      details: { access: 'named', entries: '1' },
    }),
    'limited the workspace Research to 1 person or group',
  ],
  'dataset.access_taken': [
    record('dataset.access_taken', on('dataset', 'Plans')),
    'took access to the dataset Plans',
  ],
  'workspace.access_taken': [
    record('workspace.access_taken', on('workspace', 'Board')),
    'took access to the workspace Board',
  ],
  'dataset.access_requested': [
    record('dataset.access_requested', on('dataset', 'Handbook')),
    'asked for access to the dataset Handbook',
  ],
  'dataset.access_granted': [
    record('dataset.access_granted', {
      ...on('account', 'Grace Hopper'),
      details: { dataset: 'Handbook', role: 'Reader' },
    }),
    'gave Grace Hopper access to the dataset Handbook as Reader',
  ],
  'dataset.access_refused': [
    record('dataset.access_refused', {
      ...on('account', 'Grace Hopper'),
      details: { dataset: 'Handbook' },
    }),
    'refused Grace Hopper access to the dataset Handbook',
  ],
  'workspace.access_requested': [
    record('workspace.access_requested', on('workspace', 'Research')),
    'asked for access to the workspace Research',
  ],
  'workspace.access_granted': [
    record('workspace.access_granted', {
      ...on('account', 'Grace Hopper'),
      details: { workspace: 'Research', role: 'Reader' },
    }),
    'gave Grace Hopper access to the workspace Research as Reader',
  ],
  'workspace.access_refused': [
    record('workspace.access_refused', {
      ...on('account', 'Grace Hopper'),
      details: { workspace: 'Research' },
    }),
    'refused Grace Hopper access to the workspace Research',
  ],
};
