import { RECORDED_ACTIONS } from '@carrel/shared/contract/organization';
import { expect, test } from 'vitest';

import { ADA, on, record, to } from '../../testing/activity-record.ts';
import { SENTENCES } from '../../testing/activity-sentences.ts';
import { ACTION_OPTIONS, actorOf, actionOf } from './activity-labels.ts';

test('every action has a sentence here and a place in the filter', () => {
  expect(Object.keys(SENTENCES)).toEqual([...RECORDED_ACTIONS]);
  expect(ACTION_OPTIONS.map(({ value }) => value)).toEqual([...RECORDED_ACTIONS]);
});

test.each(Object.entries(SENTENCES))('%s is described in plain words', (_, [record, sentence]) => {
  expect(actionOf(record)).toBe(sentence);
});

test('what a key does is done by the key', () => {
  const used = record('api_key.used', on('api_key', 'Nightly'));
  expect(actorOf({ ...used, actor: null })).toBe('The API key Nightly');
  const uploaded = record('archive.uploaded', { details: { apiKey: 'Nightly' } });
  expect(actorOf({ ...uploaded, actor: null })).toBe('The API key Nightly');
});

test('a webhook that the server disables is named', () => {
  const disabled = record('webhook.disabled', on('webhook', 'Index'));
  expect(actorOf({ ...disabled, actor: null })).toBe('The webhook Index');
});

test('a member who removes themselves leaves', () => {
  const object = { type: 'account', id: ADA.id, name: 'Ada Lovelace' };
  expect(actionOf(record('member.removed', { object }))).toBe('left the organization');
});

test('an action of a newer server is described from its name', () => {
  expect(actionOf(record('document.read_again', on('document', 'a.pdf')))).toBe(
    'read again the document a.pdf',
  );
});

test('the actor is named as long as the account exists', () => {
  expect(actorOf(record('member.left'))).toBe('Ada Lovelace');
  expect(actorOf(record('member.left', { actor: null }))).toBe('Someone whose account is deleted');
});

test('a member who leaves is told apart from one who deletes the account', () => {
  const left = record('member.left', to('Editor'));
  expect(actionOf(left)).toBe('left the organization');
});

test.each(['on', 'off'])('switching the log of what people ask %s is said', (search_log) => {
  const updated = { ...on('organization', 'Engines'), details: { search_log } };
  expect(actionOf(record('organization.updated', updated))).toBe(
    `switched the log of what people ask ${search_log} in the organization Engines`,
  );
});

const changed = (object: object, role: string) =>
  actionOf(record('provisioning.changed', { ...object, details: { to: role } }));

test('a role that is taken from a group is told apart, and so is the default role', () => {
  expect(changed(on('scim_group', 'Writers'), 'none')).toBe('took the role from the group Writers');
  expect(changed(on('organization', 'Engines'), 'Editor')).toBe(
    'changed the role of members of no mapped group to Editor',
  );
});

test.each<[Record<string, string>, string]>([
  [
    { access: 'organization', entries: '0' },
    'opened the dataset Handbook to the whole organization',
  ],
  [{ access: 'named', entries: '0' }, 'limited the dataset Handbook to Owners and Admins'],
  [{ access: 'named', entries: '1' }, 'limited the dataset Handbook to 1 person or group'],
  [{ access: 'named' }, 'limited the dataset Handbook to named people and groups'],
  [{}, 'changed who may see the dataset Handbook'],
  [
    { access: 'organization', entries: '0', fence: 'groups' },
    'opened the dataset Handbook, fenced by groups, to the whole organization',
  ],
  [
    { access: 'organization', entries: '0', fence: '' },
    'opened the dataset Handbook, without a fence, to the whole organization',
  ],
])('who may see a dataset is told apart: %o', (details, sentence) => {
  const object = on('dataset', 'Handbook');
  expect(actionOf(record('dataset.access_changed', { ...object, details }))).toBe(sentence);
});
