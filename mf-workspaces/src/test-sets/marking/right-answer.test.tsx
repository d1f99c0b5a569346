import { makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import type { SearchResult } from '@carrel/shared/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { RightAnswer } from './right-answer.tsx';

const WORKSPACE = makeId(500);
const QUESTIONS = `api/v1/workspaces/${WORKSPACE}/questions`;
const QUESTION = {
  id: makeId(950),
  query: 'how long?',
  created_at: '2026-11-20T09:00:00.000Z',
  answers: 1,
  missing: 0,
};
const DATASET = { id: makeId(600), name: 'Handbook' };
const ANSWER = {
  id: makeId(960),
  dataset: DATASET,
  path: 'warranty.txt',
  passage: 'The warranty lasts two years.',
  grade: 1,
  missing: false,
};

const result = (text: string): SearchResult => ({
  chunk: { number: 3, pages: [], headings: [] },
  document: {
    id: makeId(800),
    name: 'warranty.txt',
    path: 'warranty.txt',
    kind: 'text',
    changed_at: '2026-11-20T09:00:00.000Z',
    dataset: DATASET,
    url: '/',
  },
  text,
  highlights: [],
  score: 1,
  ranks: { words: 1, meaning: null, rerank: null },
  before: [],
  after: [],
});

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const button = (pressed: boolean) => screen.findByRole('button', { name: 'Right answer', pressed });
const open = (text: string) =>
  renderScreen(<RightAnswer workspaceId={WORKSPACE} query=" how long? " result={result(text)} />);

const answerWith = (answers: unknown[]) => {
  mockApi.get(QUESTIONS, () => ({ body: { questions: answers.length > 0 ? [QUESTION] : [] } }));
  mockApi.get(`${QUESTIONS}/${QUESTION.id}`, () => ({
    body: { id: QUESTION.id, query: QUESTION.query, answers },
  }));
};

test('a result is marked as a right answer to its query', async () => {
  answerWith([]);
  mockApi.post(QUESTIONS, () => {
    answerWith([ANSWER]);
    return { status: 201, body: { id: QUESTION.id } };
  });
  open(ANSWER.passage);
  await userEvent.click(await button(false));
  expect(await button(true)).toBeTruthy();
  expect(mockApi.calls('GET', QUESTIONS)[0]?.path).toBe(`${QUESTIONS}?query=how+long%3F`);
  expect(mockApi.calls('POST')[0]?.body).toEqual({
    query: 'how long?',
    answers: [{ document_id: makeId(800), chunk_number: 3 }],
  });
});

test('a result that is marked is so in other chunks too, and is unmarked', async () => {
  answerWith([ANSWER]);
  mockApi.delete(`${QUESTIONS}/${QUESTION.id}/answers/${ANSWER.id}`, () => {
    answerWith([]);
    return { status: 204 };
  });
  open(`Before. ${ANSWER.passage} After.`);
  await userEvent.click(await button(true));
  expect(await button(false)).toBeTruthy();
});

test('another result of the document is not marked', async () => {
  answerWith([ANSWER]);
  open('Change the oil each year.');
  expect(await button(false)).toBeTruthy();
});

test('a refusal is shown', async () => {
  answerWith([]);
  const message = 'Only an Owner, Admin or Editor can change the questions of a workspace.';
  mockApi.post(QUESTIONS, () => ({ status: 403, body: { message } }));
  open(ANSWER.passage);
  await userEvent.click(await button(false));
  expect(await screen.findByText(message)).toBeTruthy();
});
