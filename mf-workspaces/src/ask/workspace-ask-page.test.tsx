import { consolePaths } from '@carrel/shared/paths';
import { makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ASK, delta, done, PASSAGES, respondWith, WORKSPACE, write } from './testing/ask-events.ts';
import { WorkspaceAskPage } from './workspace-ask-page.tsx';

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: true } }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

async function ask(question = 'How long?') {
  renderScreen(<WorkspaceAskPage />, {
    path: `/workspaces/${WORKSPACE.id}/ask`,
    route: '/workspaces/:workspaceId?/ask',
  });
  await userEvent.type(await screen.findByLabelText('Question'), `${question}{Enter}`);
}

describe('a question', () => {
  test('is answered, and its citations open their passage', async () => {
    respondWith(PASSAGES, delta('Two '), delta('years [1].\n\nNot three [7].'), done());
    await ask();
    const citation = await screen.findByRole('button', { name: 'Passage 1: warranty.md' });
    expect(citation.closest('p')?.textContent).toBe('Two years [1].');
    expect(screen.getByText('Not three [7].')).toBeTruthy();
    const opener = screen.getByRole('button', { name: 'warranty.md' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(citation);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(opener);
    await userEvent.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(mockApi.calls('POST', ASK).map(({ body }) => body)).toEqual([{ query: 'How long?' }]);
  });

  test('that nothing answers shows the nearest passages', async () => {
    const message = 'Nothing in these datasets answers this.';
    respondWith(PASSAGES, { name: 'refused', data: { reason: 'too_far', message } });
    await ask();
    expect(
      within(await screen.findByRole('region', { name: 'How long?' })).getByText(message),
    ).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Nearest passages' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy();
  });

  test('that fails keeps what was sent, and can be tried again', async () => {
    respondWith(PASSAGES, delta('Two'), {
      name: 'failed',
      data: { message: 'The service is away.' },
    });
    await ask();
    expect(await screen.findByText('The answer above is not complete.')).toBeTruthy();
    expect(screen.getByText('Two')).toBeTruthy();
    respondWith(PASSAGES, delta('Two years [1].'), done());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Passage 1: warranty.md' })).toBeTruthy();
    expect(screen.queryByText('The answer above is not complete.')).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('How long?');
  });

  test('that is refused by the server shows its sentence', async () => {
    mockApi.post(ASK, () => ({ status: 429, body: { message: 'You have asked many questions.' } }));
    await ask();
    const answer = within(await screen.findByRole('region', { name: 'How long?' }));
    expect(await answer.findByText('You have asked many questions.')).toBeTruthy();
  });

  test('whose stream ends early has failed', async () => {
    respondWith(PASSAGES, delta('Two'));
    await ask();
    const answer = within(await screen.findByRole('region', { name: 'How long?' }));
    expect(await answer.findByText('The answer ended early. Please try again.')).toBeTruthy();
  });

  test('is stopped by the person', async () => {
    let aborted = false;
    vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
      if (!path.endsWith('/ask') || !path.includes('workspaces')) {
        const body = path.endsWith('/ask') ? { available: true } : { workspaces: [WORKSPACE] };
        return Promise.resolve(Response.json(body));
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(write(PASSAGES, delta('Two'))));
          signal?.addEventListener('abort', () => {
            aborted = true;
            controller.error(signal.reason);
          });
        },
      });
      return Promise.resolve(
        new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      );
    });
    await ask();
    await screen.findByText('Two');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped. The answer is not complete.')).toBeTruthy();
    expect(screen.getByText('Two')).toBeTruthy();
    expect(aborted).toBe(true);
  });

  test.each([
    ['{ }', 'Question is required'],
    ['x'.repeat(2001), 'Question must be at most 2000 characters'],
    ['half%00', 'The text contains a character that cannot be stored'],
  ])('is needed, not too long, and a text', async (text, message) => {
    renderScreen(<WorkspaceAskPage />, {
      path: `/workspaces/${WORKSPACE.id}/ask?q=${text.replaceAll(/[{}]/gu, '')}`,
      route: '/workspaces/:workspaceId?/ask',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mockApi.calls('POST', ASK)).toEqual([]);
  });
});

describe('an answer', () => {
  test.each([
    [{ citations: [] }, /cites no passage/u],
    [{ dropped: 1 }, /One citation was left out/u],
    [{ cut: true }, /limit of its length/u],
    [{ cut: true, cut_by: 'length' }, /limit of its length/u],
    [{ cut: true, cut_by: 'filter' }, /A content filter of the answering service ended/u],
  ])('says what to know about it: %j', async (more, sentence) => {
    respondWith(PASSAGES, delta('Two years.'), done(more));
    await ask();
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('begins again where the text so far was reasoning', async () => {
    respondWith(
      PASSAGES,
      delta('Let me think.'),
      { name: 'restarted', data: {} },
      delta('Two.'),
      done(),
    );
    await ask();
    expect(await screen.findByText('Two.')).toBeTruthy();
    expect(screen.queryByText(/Let me think/u)).toBeNull();
  });

  test('is copied as text, and with its sources', async () => {
    respondWith(PASSAGES, delta('Two *years* [1].'), done());
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    await ask();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copy with sources' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
    const [plain, markdown] = writeText.mock.calls.map(([text]) => text);
    expect(plain).toBe('Two *years* [1].');
    const place = consolePaths.document(makeId(600), makeId(901), 1, ['warranty']);
    const url = `<${window.location.origin}${place}>`;
    expect(screen.getByRole('link', { name: 'Open warranty.md' }).getAttribute('href')).toBe(place);
    expect(markdown).toBe(
      `# How long?\n\nTwo *years* [\\[1\\]](${url}).\n\n## Sources\n\n- \\[1\\] [Manuals/warranty.md](${url}), Handbook\n\n`,
    );
  });
});

test('a server without answers says so', async () => {
  mockApi.get('api/v1/ask', () => ({ status: 404, body: { message: 'Not found' } }));
  renderScreen(<WorkspaceAskPage />, {
    path: `/workspaces/${WORKSPACE.id}/ask`,
    route: '/workspaces/:workspaceId?/ask',
  });
  expect(await screen.findByText('This server does not answer questions')).toBeTruthy();
  expect(screen.queryByLabelText('Question')).toBeNull();
});
