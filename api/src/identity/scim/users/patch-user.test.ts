import { expect, test } from 'vitest';

import { attributesOf } from '../messages/read-attributes.ts';
import { readPatch } from '../messages/read-patch.ts';
import { patchUser } from './patch-user.ts';
import { readUser } from './user-fields.ts';

const ADA = readUser(
  attributesOf({
    userName: 'ada',
    externalId: '1',
    name: { givenName: 'Ada', familyName: 'Byron' },
    emails: [
      { value: 'ada@work.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ],
  }),
);

const patched = (...Operations: object[]) =>
  patchUser(ADA, readPatch(attributesOf({ Operations })));
const emails = (...operations: object[]) =>
  patched(...operations).emails.map(({ value, type, primary }) => [value, type, primary]);

test.each([
  ['False', false],
  ['false', false],
  [false, false],
  ['True', true],
  [[false], false],
])('active is replaced by %j', (value, active) => {
  expect(patched({ op: 'Replace', path: 'active', value }).active).toBe(active);
  expect(patched({ op: 'replace', value: { active: value } }).active).toBe(active);
});

test('an operation without a path names attributes, parts and other schemas', () => {
  const user = patched({
    op: 'Add',
    value: {
      id: 'ignored',
      displayName: 'Countess',
      'name.familyName': 'Lovelace',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Engines',
    },
  });
  expect(user).toEqual({ ...ADA, displayName: 'Countess', familyName: 'Lovelace' });
});

test('parts of a name are merged and removed', () => {
  expect(patched({ op: 'replace', path: 'name', value: { givenName: 'A' } })).toEqual({
    ...ADA,
    givenName: 'A',
  });
  expect(patched({ op: 'remove', path: 'name.familyName' }).familyName).toBeNull();
  expect(patched({ op: 'remove', path: 'name' })).toMatchObject({
    givenName: null,
    familyName: null,
  });
  expect(patched({ op: 'remove', path: 'externalId' }).externalId).toBeNull();
});

test('addresses are added, replaced and removed, one of them primary', () => {
  const work = 'emails[type eq "work"].value';
  expect(emails({ op: 'Replace', path: work, value: 'a@new.example' })[0]).toEqual([
    'a@new.example',
    'work',
    true,
  ]);
  expect(
    emails({ op: 'Add', path: 'emails[type eq "other"].value', value: 'o@x.example' })[2],
  ).toEqual(['o@x.example', 'other', undefined]);
  expect(
    emails({ op: 'add', path: 'emails', value: [{ value: 'n@x.example', primary: 'True' }] }),
  ).toEqual([
    ['ada@work.example', 'work', false],
    ['ada@home.example', 'home', undefined],
    ['n@x.example', undefined, true],
  ]);
  expect(emails({ op: 'remove', path: 'emails[type eq "home"]' })).toHaveLength(1);
  expect(emails({ op: 'remove', path: 'emails', value: [{ value: 'ada@work.example' }] })).toEqual([
    ['ada@home.example', 'home', undefined],
  ]);
  expect(emails({ op: 'remove', path: 'emails' })).toEqual([]);
  expect(emails({ op: 'replace', path: 'emails', value: { value: 'x@x.example' } })).toHaveLength(
    1,
  );
  expect(
    emails({ op: 'replace', path: 'emails[primary eq true].type', value: 'main' })[0]?.[1],
  ).toBe('main');
  expect(
    emails({ op: 'add', path: 'emails', value: { value: 'ada@home.example', type: 'home' } }),
  ).toHaveLength(2);
});

test('attributes that are not kept are ignored', () => {
  expect(
    patched(
      { op: 'Add', path: 'title', value: 'Countess' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'GB' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
        value: 'x',
      },
      { op: 'replace', path: 'name.constructor', value: { polluted: true } },
      { op: 'replace', path: 'constructor', value: {} },
    ),
  ).toEqual(ADA);
});

test.each([
  [{ op: 'move', path: 'active' }, 'invalidSyntax'],
  [{ op: 'replace', path: 'active' }, 'invalidSyntax'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: { a: 1 } }, 'invalidValue'],
  [{ op: 'remove', path: 'userName' }, 'invalidValue'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'replace', value: 'x' }, 'invalidSyntax'],
  [{ op: 'replace', path: 5, value: 'x' }, 'invalidSyntax'],
  [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'a.b.c', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'user name', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'name.__proto__', value: {} }, 'invalidPath'],
  ['replace', 'invalidSyntax'],
])('%j is refused', (operation, scimType) => {
  expect(() => patched(operation as object)).toThrow(
    expect.objectContaining({ scimType }) as Error,
  );
});

test('a list does not grow without end', () => {
  const value = Array.from({ length: 101 }, (_, at) => `${at}@x.example`);
  expect(() => patched({ op: 'add', path: 'emails', value })).toThrow('at most 100');
  expect(() => patched({ op: 'add', path: 'emails', value: value.slice(0, 21) })).toThrow(
    'at most 20',
  );
});
