import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId, makeUser } from '@carrel/shared/testing';
import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';

import {
  organizationIdAtom,
  selectOrganizationAtom,
  selectWhenListedAtom,
  settleOrganizationAtom,
} from '../state/organizations.atoms.ts';

const memberOf = (...numbers: number[]) =>
  makeUser({
    memberships: Object.fromEntries(
      numbers.map((number) => [
        makeId(number),
        { organization_name: `Organization ${number}`, role_name: 'Owner' },
      ]),
    ),
  });
const saved = () => localStorage.getItem(STORAGE_KEYS.selectedOrganization);

describe('the selected organization', () => {
  test("is the saved one when it is one of the user's", () => {
    const store = createStore();
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(2));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(2));
  });

  test('is otherwise the first, which is saved', () => {
    const store = createStore();
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(9));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
    expect(saved()).toBe(makeId(1));
  });

  test.each([memberOf(), null])(
    'is cleared and no longer saved without an organization',
    (user) => {
      const store = createStore();
      store.set(settleOrganizationAtom, memberOf(1));
      store.set(settleOrganizationAtom, user);
      expect(store.get(organizationIdAtom)).toBeNull();
      expect(saved()).toBeNull();
    },
  );

  test("becomes the new one once it is one of the user's", () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1));
    store.set(selectWhenListedAtom, makeId(2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(2));
    expect(saved()).toBe(makeId(2));
  });

  test('is selected immediately when it is listed already', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1, 2));
    store.set(selectWhenListedAtom, makeId(2));
    expect(store.get(organizationIdAtom)).toBe(makeId(2));
    store.set(selectOrganizationAtom, makeId(1));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
  });

  test('stays when another tab has chosen another, whose choice stays saved', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1, 2));
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(2));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
    expect(saved()).toBe(makeId(2));
  });

  test('is never one that the user does not belong to', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1));
    store.set(selectOrganizationAtom, makeId(2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
  });

  test('falls back to another when the user leaves it', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1, 2));
    store.set(selectOrganizationAtom, makeId(2));
    store.set(settleOrganizationAtom, memberOf(1));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
  });
});
