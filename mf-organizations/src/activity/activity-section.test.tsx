import type { AuditRecord } from '@carrel/shared/contract';
import {
  makeId,
  makeMember,
  makeOrganization,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ActivitySection } from './activity-section.tsx';

const ORGANIZATION = makeOrganization();
const ONE = `api/v1/organizations/${ORGANIZATION.id}`;
const AUDIT = `${ONE}/audit`;

const makeRecord = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
  id: 1,
  created_at: new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString(),
  action: 'member.invited',
  actor: { id: makeId(1), first_name: 'Ada', last_name: 'Lovelace' },
  object: { type: 'invitation', id: makeId(900), name: 'bob@example.com' },
  details: { role: 'Editor' },
  ip: '192.0.2.7',
  ...overrides,
});

let records = [makeRecord()];

beforeEach(() => {
  records = [makeRecord()];
  mockApi.start();
  mockApi.get(AUDIT, () => ({ body: { records } }));
  mockApi.get(`${ONE}/members`, () => ({
    body: {
      members: [
        makeMember(),
        makeMember({ account: { id: makeId(2), first_name: 'Grace', last_name: 'Hopper' } }),
      ],
    },
  }));
});
afterEach(() => mockApi.stop());

const open = (path = '/') =>
  renderScreen(<ActivitySection organization={ORGANIZATION} />, { path });
const items = async () =>
  within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');
const requested = () =>
  mockApi
    .calls('GET', AUDIT)
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

describe('the activity', () => {
  test('shows in plain words who did what, from where and when', async () => {
    open();
    const [item] = await items();
    expect(item?.textContent).toContain('Ada Lovelace invited bob@example.com as Editor');
    expect(item?.textContent).toContain('192.0.2.7');
    expect(item?.textContent).toContain('2 hours ago');
  });

  test('loads the next page on request', async () => {
    mockApi.get(AUDIT, () => ({ body: { records, next_cursor: '41' } }));
    mockApi.get(`${AUDIT}?cursor=41`, () => ({
      body: { records: [makeRecord({ id: 40, action: 'organization.created' })] },
    }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await items()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('is loaded again after a failure, whose message is shown', async () => {
    mockApi.get(AUDIT, () => ({
      status: 403,
      body: { message: 'Only an Owner or Admin can see the activity of the organization.' },
    }));
    open();
    expect(await screen.findByText('Failed to load activity')).toBeTruthy();
    expect(
      screen.getByText('Only an Owner or Admin can see the activity of the organization.'),
    ).toBeTruthy();
    mockApi.get(AUDIT, () => ({ body: { records } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await items()).toHaveLength(1);
  });
});

describe('the filters', () => {
  test('filter by person, action and day, and are in the address', async () => {
    const { location } = open('/?view=activity');
    await screen.findByRole('option', { name: 'Grace Hopper' });
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Grace Hopper');
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Member removed');
    await userEvent.type(screen.getByLabelText('Day'), '2026-11-21');
    const offset = String(new Date('2026-11-21T00:00').getTimezoneOffset());
    await waitFor(() =>
      expect(requested().at(-1)).toEqual({
        person: makeId(2),
        action: 'member.removed',
        day: '2026-11-21',
        offset,
      }),
    );
    expect(location().path).toBe(
      `/?view=activity&person=${makeId(2)}&action=member.removed&day=2026-11-21`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(location().path).toBe('/?view=activity'));
    expect(screen.getByLabelText<HTMLSelectElement>('Person').value).toBe('');
  });

  test('are taken from the address, also for a former member', async () => {
    open(`/?person=${makeId(77)}&action=member.removed`);
    expect(await items()).toHaveLength(1);
    expect(requested()[0]).toEqual({ person: makeId(77), action: 'member.removed' });
    expect(screen.getByLabelText<HTMLSelectElement>('Person').value).toBe(makeId(77));
    expect(screen.getByRole('option', { name: 'A former member' })).toBeTruthy();
  });

  test('that match nothing show that', async () => {
    records = [];
    open();
    expect(await screen.findByText('Nothing was done that fits these filters')).toBeTruthy();
  });
});
