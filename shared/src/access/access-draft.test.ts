import { expect, test } from 'vitest';

import { makeId } from '../testing/public.ts';
import {
  draftOf,
  fenceFault,
  inputOf,
  isSameAccess,
  savedAccess,
  whoIsLeft,
  withPerson,
} from './access-draft.ts';
import type { AccessDraft, Named } from './access-draft.ts';

const readers: Named = { kind: 'group', id: makeId(1), name: 'Readers', role: 'Reader' };
const ada: Named = { kind: 'person', id: makeId(2), name: 'Ada Lovelace', role: 'Manager' };
const both: AccessDraft = { access: 'named', known: true, entries: [readers, ada], fence: '' };

test('what was saved is what is sent, with one id for each', () => {
  expect(inputOf(both)).toEqual({
    access: 'named',
    known: true,
    fence: null,
    entries: [
      { group_id: makeId(1), role: 'Reader' },
      { account_id: makeId(2), role: 'Manager' },
    ],
  });
});

test('a fence is sent without spaces around it, and none is sent as such', () => {
  expect(inputOf({ ...both, fence: ' groups ' })).toMatchObject({ fence: 'groups' });
  expect(inputOf(both)).toMatchObject({ fence: null });
});

test.each([
  ['', undefined],
  ['groups', undefined],
  ['__proto__', '__proto__ cannot be a key'],
])('of the fence %j it says whether it can be saved', (fence, fault) => {
  expect(fenceFault({ ...both, fence })).toBe(fault);
});

test('what was saved is read as it was chosen', () => {
  const before = {
    access: 'organization',
    known: false,
    entries: [],
    fence: 'teams',
    may_change: true,
    requests: [],
  };
  expect(draftOf(savedAccess(both, before))).toEqual(both);
});

test('an access that is not known is not taken for that of everybody', () => {
  const unknown = {
    access: 'invited',
    known: false,
    entries: [],
    fence: null,
    may_change: false,
    requests: [],
  };
  expect(draftOf(unknown).access).toBe('named');
});

test('a person without a name is called by the id', () => {
  const entries = [{ account_id: makeId(2), group_id: null, name: ' ', role: 'Reader' }];
  const { entries: named } = draftOf({
    access: 'named',
    known: false,
    entries,
    fence: null,
    may_change: false,
    requests: [],
  });
  expect(named[0]?.name).toBe(makeId(2));
});

test.each<[string, AccessDraft, boolean]>([
  ['the same in another order', { ...both, entries: [ada, readers] }, true],
  ['another access', { ...both, access: 'organization' }, false],
  ['another role', { ...both, entries: [readers, { ...ada, role: 'Editor' }] }, false],
  ['whether it is known', { ...both, known: false }, false],
  ['one less', { ...both, entries: [readers] }, false],
  ['a fence', { ...both, fence: 'groups' }, false],
  ['spaces for a fence', { ...both, fence: ' ' }, true],
  ['somebody else', { ...both, entries: [readers, { ...ada, id: makeId(3) }] }, false],
])('it is known whether %s is a change', (_, other, isSame) => {
  expect(isSameAccess(both, other)).toBe(isSame);
});

test.each<[string, Named[]]>([
  ['Only Owners and Admins will see this dataset.', []],
  ['Only the person named here, and Owners and Admins, will see this dataset.', [ada]],
  [
    'Only the 2 people and groups named here, and Owners and Admins, will see this dataset.',
    [readers, ada],
  ],
])('it says of those who are named: %s', (sentence, entries) => {
  expect(whoIsLeft('dataset', entries)).toBe(sentence);
});

test('of a workspace it says the same', () => {
  expect(whoIsLeft('workspace', [])).toBe('Only Owners and Admins will see this workspace.');
});

test('a person who is given access is named once', () => {
  const again = { ...ada, role: 'Reader' };
  expect(withPerson(both, again).entries).toEqual([readers, again]);
  expect(withPerson({ ...both, entries: [] }, ada).entries).toEqual([ada]);
});
