import type { AskEvent, AskEvents } from '@carrel/shared/contract';
import { makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ASK, delta, done, PASSAGES, respondWith, WORKSPACE } from './testing/ask-events.ts';
import { WorkspaceAskPage } from './workspace-ask-page.tsx';

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: true } }));
});
afterEach(() => mockApi.stop());

const QUESTIONS = `api/v1/workspaces/${WORKSPACE.id}/questions`;

const requests = () => mockApi.calls('POST', ASK).map(({ body }) => body);
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Follow-up question');

async function ask(question: string, ...events: AskEvent[]) {
  respondWith(PASSAGES, ...events);
  renderScreen(<WorkspaceAskPage />, {
    path: `/workspaces/${WORKSPACE.id}/ask`,
    route: '/workspaces/:workspaceId?/ask',
  });
  await userEvent.type(await screen.findByLabelText('Question'), `${question}{Enter}`);
}

async function follow(question: string, ...events: AskEvent[]) {
  const followUp = await screen.findByLabelText('Follow-up question');
  respondWith(PASSAGES, ...events);
  await userEvent.type(followUp, `${question}{Enter}`);
}

/** Found in the answer of a question: it is announced as well. */
const answered = async (question: string, text: string) =>
  within(await screen.findByRole('region', { name: question })).findByText(text);

describe('a follow-up question', () => {
  test('is asked with the answers before it, which stay above', async () => {
    await ask('How long?', delta('Two **years** [1].'), done());
    await follow('From when?', delta('From the day [2].'), done());
    const second = within(await screen.findByRole('region', { name: 'From when?' }));
    expect(await second.findByRole('button', { name: 'Passage 2: oil.md' })).toBeTruthy();
    const first = within(screen.getByRole('region', { name: 'How long?' }));
    expect(first.getByRole('button', { name: 'Passage 1: warranty.md' })).toBeTruthy();
    expect(first.queryByRole('button', { name: 'Ask again' })).toBeNull();
    expect(first.getByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(requests()).toEqual([
      { query: 'How long?' },
      { query: 'From when?', turns: [{ question: 'How long?', answer: 'Two **years** [1].' }] },
    ]);
    expect(field().value).toBe('');
  });

  test('has the focus while it is answered, and says what is searched for', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    await screen.findByLabelText('Follow-up question');
    mockApi.post(ASK, () => new Promise(() => undefined));
    await userEvent.type(field(), 'From when?{Enter}');
    expect(document.activeElement?.textContent).toBe('From when?');
    expect(screen.queryByLabelText('Follow-up question')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Looking for an answer');
    expect(screen.getByRole('button', { name: 'Ask' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(document.activeElement).toBe(field());
    const passages = { passages: [], query: 'warranty from when' };
    respondWith({ name: 'passages', data: passages }, delta('The day.'), done());
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('Searched for: warranty from when')).toBeTruthy();
  });

  test('that fails keeps what was typed, and is asked again in its place', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    const failed: AskEvent = { name: 'failed', data: { message: 'The service is away.' } };
    await follow('From when?', failed);
    expect(await answered('From when?', 'The service is away.')).toBeTruthy();
    expect(field().value).toBe('From when?');
    respondWith(PASSAGES, delta('From the day.'), done());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('From the day.')).toBeTruthy();
    expect(screen.getAllByRole('region', { name: 'From when?' })).toHaveLength(1);
    expect(requests()[2]).toEqual(requests()[1]);
    expect(field().value).toBe('');
  });

  test('is checked like the first one, and keeps its text', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    await userEvent.click(await screen.findByRole('button', { name: 'Ask follow-up' }));
    expect(screen.getByText('Question is required')).toBeTruthy();
    await userEvent.click(field());
    await userEvent.paste('x'.repeat(2001));
    await userEvent.click(screen.getByRole('button', { name: 'Ask follow-up' }));
    expect(screen.getByText('Question must be at most 2000 characters')).toBeTruthy();
    expect(field().value).toHaveLength(2001);
    expect(requests()).toHaveLength(1);
  });

  test('is asked by Enter, but not with Shift or while characters are composed', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    await userEvent.type(
      await screen.findByLabelText('Follow-up question'),
      'From{Shift>}{Enter}{/Shift}when?',
    );
    expect(field().value).toBe('From\nwhen?');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(requests()).toHaveLength(1);
    await userEvent.type(field(), '{Enter}');
    await waitFor(() => expect(requests()).toHaveLength(2));
  });

  test('takes along the last four answers, without what failed', async () => {
    await ask('Q1', delta('A1'), done());
    await follow('Q2', delta('A2'), done());
    await follow('Q3', delta('x'.repeat(11_999) + '😀'), done({ cut: true }));
    await follow('Q4', delta('half'), { name: 'failed', data: { message: 'Away.' } });
    await userEvent.clear(await screen.findByLabelText('Follow-up question'));
    await follow('Q5', delta('A5'), done());
    await follow('Q6', delta('A6'), done());
    await follow('Q7', delta('A7'), done());
    await waitFor(() => expect(requests()).toHaveLength(7));
    expect(requests()[6]).toEqual({
      query: 'Q7',
      turns: [
        { question: 'Q2', answer: 'A2' },
        { question: 'Q3', answer: `${'x'.repeat(11_999)}\uFFFD` },
        { question: 'Q5', answer: 'A5' },
        { question: 'Q6', answer: 'A6' },
      ],
    });
  });

  test('is not offered without an answer', async () => {
    const refused = { reason: 'too_far', message: 'Nothing answers this.' } as const;
    await ask('How long?', { name: 'refused', data: refused });
    expect(await answered('How long?', 'Nothing answers this.')).toBeTruthy();
    expect(screen.queryByLabelText('Follow-up question')).toBeNull();
  });

  test('begins a new thread in the first field', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    await follow('From when?', delta('The day.'), done());
    await screen.findByText('The day.');
    respondWith(PASSAGES, delta('Each year.'), done());
    await userEvent.type(screen.getByLabelText('Question'), ' And oil?{Enter}');
    expect(await screen.findByText('Each year.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'How long?' })).toBeNull();
    expect(requests()[2]).toEqual({ query: 'How long? And oil?' });
  });

  test('is rated by what was searched for it, which stands alone', async () => {
    const created: unknown[] = [];
    mockApi.get(QUESTIONS, () => ({ body: { questions: [] } }));
    mockApi.post(QUESTIONS, ({ body }) => {
      created.push(body);
      return { status: 201, body: { id: makeId(950) } };
    });
    await ask('How long?', delta('Two years [1].'), done());
    const searched = { ...PASSAGES.data, query: 'warranty from when' } as AskEvents['passages'];
    const followUp = await screen.findByLabelText('Follow-up question');
    respondWith({ name: 'passages', data: searched }, delta('The day [1].'), done());
    await userEvent.type(followUp, 'From when?{Enter}');
    const second = within(await screen.findByRole('region', { name: 'From when?' }));
    await userEvent.click(await second.findByRole('button', { name: 'Good answer' }));
    expect(created).toEqual([
      {
        query: 'warranty from when',
        verdict: 'right',
        answers: [{ document_id: makeId(901), chunk_number: 1 }],
      },
    ]);
  });

  test('is refused after twenty questions', async () => {
    await ask('Q1', delta('A'), done());
    for (let number = 2; number <= 20; number += 1) {
      await follow(`Q${number}`, delta('A'), done());
      await screen.findByRole('region', { name: `Q${number}` });
    }
    expect(await screen.findByText(/A thread has at most 20 questions/u)).toBeTruthy();
    expect(screen.queryByLabelText('Follow-up question')).toBeNull();
  });
});

describe('the passages of an earlier answer', () => {
  test('are folded, and unfolded by their button or by a citation', async () => {
    await ask('How long?', delta('Two years [1].'), done());
    await follow('From when?', delta('The day.'), done());
    await screen.findByText('The day.');
    const button = screen.getByRole('button', { name: '2 passages' });
    expect(screen.getAllByRole('link', { name: 'Open warranty.md' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Passage 1: warranty.md' }));
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const list = within(screen.getByRole('region', { name: 'Passages: How long?' }));
    const opener = list.getByRole('button', { name: 'warranty.md' });
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(opener);
    await userEvent.click(button);
    expect(screen.queryByRole('region', { name: 'Passages: How long?' })).toBeNull();
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
  });
});
