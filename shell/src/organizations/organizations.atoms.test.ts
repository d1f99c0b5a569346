import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId, makeUser } from '@carrel/shared/testing';
import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';

import {
  organizationIdAtom,
  selectOrganizationAtom,
  selectWhenListedAtom,
  settleOrganizationAtom,
} from './organizations.atoms.ts';

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
  test("is the saved one when it is among the person's own", () => {
    const store = createStore();
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(2));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(2));
  });

  test('is the first otherwise, which is saved', () => {
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

  test("becomes the new one once it appears among the person's own", () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1));
    store.set(selectWhenListedAtom, makeId(2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
    store.set(settleOrganizationAtom, memberOf(1, 2));
    expect(store.get(organizationIdAtom)).toBe(makeId(2));
    expect(saved()).toBe(makeId(2));
  });

  test('is selected at once when it is listed already', () => {
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

  test('is never one that the person does not belong to', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1));
    store.set(selectOrganizationAtom, makeId(2));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
  });

  test('falls back to another when the person leaves it', () => {
    const store = createStore();
    store.set(settleOrganizationAtom, memberOf(1, 2));
    store.set(selectOrganizationAtom, makeId(2));
    store.set(settleOrganizationAtom, memberOf(1));
    expect(store.get(organizationIdAtom)).toBe(makeId(1));
  });
});
