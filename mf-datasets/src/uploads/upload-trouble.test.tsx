import type { ShellApi } from '@carrel/shared/shell';
import { fakeShell, makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ArchivesPage } from '../archives/archives-page.tsx';
import { FakeUploadRequest } from '../testing/fake-upload-request.ts';

const DATASET = makeId(600);
const zip = new File(['PK'.repeat(512)], 'مكتبة 📚 <script>alert(1)</script>.zip');

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
});
afterEach(() => mockApi.stop());

async function startUpload() {
  const setTask = vi.fn<NonNullable<ShellApi['setTask']>>();
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
    shell: fakeShell({ setTask }),
  });
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('ZIP file'), zip);
  await user.click(screen.getByRole('button', { name: 'Upload Archive' }));
  return { ...page, user, setTask, request: FakeUploadRequest.last() };
}

/** The file is still there, and one click sends it again. */
async function expectAnotherTry() {
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(zip.name)).toBeDefined();
  const before = FakeUploadRequest.all.length;
  await userEvent.click(again);
  expect(FakeUploadRequest.all).toHaveLength(before + 1);
  expect(FakeUploadRequest.last().body).toBe(zip);
}

describe('an upload that fails keeps its file and shows the reason', () => {
  test.each([
    [507, { message: 'The disk of the server is full.' }, 'The disk of the server is full.'],
    [415, { message: 'This file is not a zip archive.' }, 'This file is not a zip archive.'],
    [500, 'no JSON', 'HTTP 500'],
    [201, 'no JSON', 'Failed to parse response'],
  ])('the server responds with %i', async (status, body, text) => {
    const { request } = await startUpload();
    act(() => request.respond(status, body));
    expect(await screen.findByText(text)).toBeDefined();
    await expectAnotherTry();
  });

  test.each([
    ['the network is lost', false, /It is still chosen/],
    ['the file vanishes', true, /moved, changed or deleted/],
  ])('%s', async (_, vanishes, why) => {
    const { request } = await startUpload();
    act(() => request.progress(512, 1024));
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer');
    if (vanishes) reading.mockRejectedValue(new DOMException('Gone', 'NotFoundError'));
    act(() => void request.dispatchEvent(new Event('error')));
    expect(await screen.findByText('Upload failed')).toBeDefined();
    expect(await screen.findByText(why)).toBeDefined();
    reading.mockRestore();
    await expectAnotherTry();
  });

  test('an expired session is refreshed and the file sent again', async () => {
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    const { request } = await startUpload();
    act(() => request.respond(401, { message: 'Not signed in' }));
    await waitFor(() => expect(FakeUploadRequest.all).toHaveLength(2));
    act(() => FakeUploadRequest.last().respond(201, { id: makeId(700) }));
    expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
  });
});

describe('an upload in the sidebar', () => {
  test('is shown with its progress until it ends', async () => {
    const { request, setTask } = await startUpload();
    act(() => request.progress(256, 1024));
    expect(setTask).toHaveBeenLastCalledWith(
      `upload-${DATASET}/archive`,
      expect.objectContaining({
        label: `Handbook: ${zip.name}`,
        value: 25,
        to: `/datasets/${DATASET}/archives`,
      }),
    );
    act(() => request.respond(201, { id: makeId(700) }));
    await screen.findByText('Archive uploaded successfully!');
    expect(setTask).toHaveBeenLastCalledWith(`upload-${DATASET}/archive`, null);
  });

  test('is cancelled by the shell when the user signs out', async () => {
    const { request, setTask } = await startUpload();
    act(() => setTask.mock.lastCall?.[1]?.cancel());
    expect(request.aborted).toBe(true);
  });
});
