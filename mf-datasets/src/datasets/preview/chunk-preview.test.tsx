import { mockApi, renderScreen } from '@carrel/shared/testing';
import type { PreviewChunksInput } from '@carrel/shared/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetsPage } from '../datasets-page.tsx';

const PREVIEW = 'api/v1/datasets/preview-chunks';

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
  mockApi.post(PREVIEW, ({ body }) => {
    const { text, chunk_template } = body as PreviewChunksInput;
    if (chunk_template === '{{') {
      return {
        status: 422,
        body: {
          message: 'The input is invalid',
          issues: [{ path: 'chunk_template', message: 'Not a template' }],
        },
      };
    }
    const chunks = [text, 'one two', 'two three'].map((chunk, index) => ({
      index,
      text: chunk,
      rendered: chunk_template === undefined ? null : `${chunk_template}: ${chunk}`,
    }));
    return { body: { chunks } };
  });
});
afterEach(() => mockApi.stop());

/** Opens the form with its preview, and puts a short text of one's own there. */
async function open() {
  renderScreen(<DatasetsPage />, { path: '/datasets' });
  await screen.findByText('No datasets found');
  await userEvent.click(screen.getByRole('button', { name: 'Create Dataset' }));
  const dialog = within(await screen.findByRole('dialog'));
  const details = (await dialog.findByText('Preview of the chunks')).closest('details');
  if (details === null) throw new Error('There is no preview.');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  write(dialog.getByLabelText('Sample text'), 'My own words');
  return dialog;
}

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const inputs = () => mockApi.calls('POST', PREVIEW).map(({ body }) => body);

test('a sample text is shown as its chunks, with what they repeat', async () => {
  const dialog = await open();
  expect(await dialog.findByText('3 chunks')).toBeDefined();
  expect(await dialog.findByText('My own words', { selector: 'p' })).toBeDefined();
  expect(dialog.getByText('Chunk 3, 9 characters, 3 of them repeated')).toBeDefined();
});

test('settings are previewed while they are typed, with one request per pause', async () => {
  const dialog = await open();
  const template = dialog.getByLabelText('Chunk template');
  for (const text of ['N', 'No', 'Not', 'Note']) write(template, text);
  write(dialog.getByLabelText('Metadata parameters'), '{ "chunk_size": 50 }');
  expect(await dialog.findByText('Note: one two')).toBeDefined();
  const settings = { chunk_template: 'Note', metadata_parameters: { chunk_size: 50 } };
  expect(inputs().at(-1)).toEqual({ text: 'My own words', ...settings });
  expect(inputs().filter((input) => JSON.stringify(input).includes('"No"'))).toEqual([]);
});

test('invalid settings are not sent', async () => {
  const dialog = await open();
  write(dialog.getByLabelText('Metadata parameters'), '[1]');
  expect(
    await dialog.findByText('The preview goes on once the settings above are right.'),
  ).toBeDefined();
  expect(JSON.stringify(inputs())).not.toContain('[1]');
});

test('a template that does not parse shows the message of the server', async () => {
  const dialog = await open();
  write(dialog.getByLabelText('Chunk template'), '{{');
  expect(await dialog.findByText('Not a template')).toBeDefined();
});

test('a role without previews reads who may', async () => {
  const message = 'Only an Owner, Admin or Editor can preview chunks.';
  mockApi.post(PREVIEW, () => ({ status: 403, body: { message } }));
  const dialog = await open();
  expect(await dialog.findByText(message, { selector: 'output' })).toBeDefined();
});

test('a server without previews shows that', async () => {
  mockApi.post(PREVIEW, () => ({ status: 404, body: { message: 'Not found' } }));
  const dialog = await open();
  expect(await dialog.findByText('This server cannot preview chunks.')).toBeDefined();
});
