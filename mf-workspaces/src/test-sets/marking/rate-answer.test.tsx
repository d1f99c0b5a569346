import type { SearchResult, TestVerdict } from '@carrel/shared/contract';
import {
  fakeShell,
  makeId,
  makeSearchResult,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { RateAnswer } from './rate-answer.tsx';

const WORKSPACE = makeId(500);
const QUESTIONS = `api/v1/workspaces/${WORKSPACE}/questions`;
const QUESTION = { id: makeId(950), query: 'how long?' };

const passage = (id: number, number: number): SearchResult => {
  const { chunk, document, ...result } = makeSearchResult();
  return { ...result, chunk: { ...chunk, number }, document: { ...document, id: makeId(id) } };
};
const PASSAGES = [passage(800, 3), passage(801, 0), passage(800, 4), passage(800, 3)];

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

/** Has the test set a question with this verdict, or none. */
function hold(verdict?: TestVerdict): void {
  const created = { created_at: '2026-11-20T09:00:00.000Z', answers: 0, missing: 0 };
  const questions = verdict === undefined ? [] : [{ ...QUESTION, ...created, verdict }];
  mockApi.get(QUESTIONS, () => ({ body: { questions } }));
  mockApi.get(`${QUESTIONS}/${QUESTION.id}`, () => ({
    body: { ...QUESTION, verdict, answers: [] },
  }));
}

/** The server stores what it is sent. */
const store = () =>
  mockApi.post(QUESTIONS, ({ body }) => {
    hold((body as { verdict: TestVerdict }).verdict);
    return { status: 201, body: { id: QUESTION.id } };
  });

const open = ({ role = 'Editor', query = ' how long? ' } = {}) => {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name: role } };
  return renderScreen(
    <RateAnswer
      workspaceId={WORKSPACE}
      query={query}
      passages={PASSAGES}
      citations={[3, 1, 4, 9]}
    />,
    { shell: fakeShell({ user: makeUser({ memberships }) }) },
  );
};

const button = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed });
const press = async (name: string) => userEvent.click(await button(name, false));

test('a good answer makes a test question, whose right answers are the cited passages', async () => {
  hold();
  store();
  const { location } = open();
  await press('Good answer');
  expect(await button('Good answer', true)).toBeTruthy();
  expect(await button('Bad answer', false)).toBeTruthy();
  expect(mockApi.calls('POST').map(({ body }) => body)).toEqual([
    {
      query: 'how long?',
      verdict: 'right',
      answers: [
        { document_id: makeId(800), chunk_number: 4 },
        { document_id: makeId(800), chunk_number: 3 },
      ],
    },
  ]);
  expect(await screen.findByText('Added to the test questions')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Tests' }));
  expect(location().path).toBe(`/workspaces/${WORKSPACE}/tests`);
});

test('a bad answer makes a test question without right answers', async () => {
  hold();
  store();
  open();
  await press('Bad answer');
  expect(await button('Bad answer', true)).toBeTruthy();
  expect(mockApi.calls('POST')[0]?.body).toEqual({
    query: 'how long?',
    verdict: 'wrong',
    answers: [],
  });
});

test('a rating is changed by the other button, and kept by the same one', async () => {
  hold('right');
  store();
  open();
  await userEvent.click(await button('Good answer', true));
  await press('Bad answer');
  expect(await button('Bad answer', true)).toBeTruthy();
  expect(await button('Good answer', false)).toBeTruthy();
  expect(mockApi.calls('POST')).toMatchObject([{ body: { verdict: 'wrong' } }]);
});

test('a refusal is shown, as by a server that has no ratings', async () => {
  hold();
  const message = 'Name at least one right answer';
  mockApi.post(QUESTIONS, () => ({ status: 422, body: { message } }));
  open();
  await press('Bad answer');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await button('Bad answer', false)).toBeTruthy();
});

test.each([
  ['who may not change test questions', { role: 'Viewer' }],
  ['a question that is too long for a test', { query: 'x'.repeat(1001) }],
])('there are no buttons for %s', (_, options) => {
  hold();
  open(options);
  expect(screen.queryByRole('button')).toBeNull();
  expect(mockApi.calls('GET')).toEqual([]);
});
