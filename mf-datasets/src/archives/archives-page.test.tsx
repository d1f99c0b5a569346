import { makeArchive, makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ArchivesPage } from './archives-page.tsx';
import { FakeUploadRequest } from '../testing/fake-upload-request.ts';

const DATASET = makeId(600);
const ROUTE = '/datasets/:datasetId?/archives';
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;
const zip = new File(['PK'.repeat(512)], 'Über uns.ZIP');

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [] } }));
});
afterEach(() => mockApi.stop());

function open() {
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: ROUTE,
  });
  // A user can choose any file in the dialog, whatever the input accepts.
  return { ...page, user: userEvent.setup({ applyAccept: false }) };
}

const input = () => screen.getByLabelText<HTMLInputElement>('ZIP file');
const dropOn = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('group', { name: 'Archive to upload' }), {
    dataTransfer: { files },
  });
const button = (name: string) => screen.getByRole('button', { name });

async function startUpload() {
  const page = open();
  await page.user.upload(input(), zip);
  await page.user.click(button('Upload Archive'));
  return { ...page, request: FakeUploadRequest.last() };
}

describe('choosing an archive', () => {
  test('a browsed file that is no zip is refused and the input reset', async () => {
    const { user } = open();
    await user.upload(input(), new File(['x'], 'notes.txt'));
    expect(screen.getByRole('alert').textContent).toBe('Only ZIP files are accepted');
    expect(input().files).toHaveLength(0);
    expect(button('Upload Archive')).toHaveProperty('disabled', true);
  });

  test('of several dropped files only the first counts', () => {
    open();
    dropOn(new File(['x'], 'first.zip'), new File(['x'], 'second.zip'));
    expect(screen.getByText('first.zip')).toBeDefined();
    expect(screen.queryByText('second.zip')).toBeNull();
    dropOn(new File(['x'], 'notes.txt'), new File(['x'], 'third.zip'));
    expect(screen.getByText('Only ZIP files are accepted')).toBeDefined();
    expect(screen.queryByText('third.zip')).toBeNull();
  });

  test('a drop anywhere on the page counts', async () => {
    open();
    fireEvent.drop(await screen.findByRole('heading', { name: 'Upload history' }), {
      dataTransfer: { files: [zip], types: ['Files'] },
    });
    expect(screen.getByText(zip.name)).toBeDefined();
  });

  test('Clear removes the file', async () => {
    const { user } = open();
    await user.upload(input(), zip);
    expect(screen.getByText('1.00 KB')).toBeDefined();
    await user.click(button('Clear'));
    expect(screen.queryByText(zip.name)).toBeNull();
  });
});

/** Returns whether the browser would ask before it leaves the page. */
const leaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('uploading', () => {
  test('sends the zip with its encoded name and the default options', async () => {
    const { request } = await startUpload();
    expect(request.url).toContain(
      `${ARCHIVES}?sync=true&delete_orphans=false&purge_on_completion=true`,
    );
    expect(request.headers).toMatchObject({
      'Content-Type': 'application/zip',
      'X-Filename': '%C3%9Cber%20uns.ZIP',
      'X-Organization-Id': makeId(100),
    });
    expect(request.body).toBe(zip);
  });

  test('sends the options that were chosen', async () => {
    const { user } = open();
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
    for (const name of ['Delete orphans', 'Purge on completion']) {
      await user.click(screen.getByRole('checkbox', { name }));
    }
    dropOn(zip);
    await user.click(button('Upload Archive'));
    expect(FakeUploadRequest.last().url).toContain(
      '?sync=true&delete_orphans=true&purge_on_completion=false',
    );
  });

  test('without Sync, Delete orphans is off and cannot be chosen', async () => {
    const { user } = open();
    const orphans = screen.getByRole('checkbox', { name: 'Delete orphans' });
    await user.click(orphans);
    await user.click(screen.getByRole('checkbox', { name: 'Sync' }));
    expect(orphans).toMatchObject({ checked: false, disabled: true });
    dropOn(zip);
    await user.click(button('Upload Archive'));
    expect(FakeUploadRequest.last().url).toContain('?sync=false&delete_orphans=false');
  });

  test('Delete orphans is not kept for the next upload', async () => {
    const { user } = open();
    const orphans = screen.getByRole('checkbox', { name: 'Delete orphans' });
    await user.click(orphans);
    dropOn(zip);
    await user.click(button('Upload Archive'));
    act(() => FakeUploadRequest.last().respond(201, { id: makeId(700) }));
    await screen.findByText('Archive uploaded successfully!');
    expect(orphans).toHaveProperty('checked', false);
  });

  test('shows how far it is, and ignores what is dropped meanwhile', async () => {
    const { request } = await startUpload();
    act(() => request.progress(256, 1024));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByText(/^256\.00 B of 1\.00 KB/)).toBeDefined();
    dropOn(new File(['x'], 'other.zip'));
    expect(screen.queryByText('other.zip')).toBeNull();
    act(() => request.progress(1024, 1024));
    expect(screen.getByText('Checking the archive')).toBeDefined();
  });

  test('after success the file is cleared, the history reloaded, and the documents linked', async () => {
    const { user, request, location } = await startUpload();
    mockApi.get(ARCHIVES, () => ({ body: { archives: [makeArchive({ name: zip.name })] } }));
    act(() => request.respond(201, { id: makeId(700) }));
    expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
    expect(await screen.findByRole('row', { name: new RegExp(zip.name) })).toBeDefined();
    expect(button('Upload Archive')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('link', { name: 'Watch its documents' }));
    expect(location().path).toBe(`/datasets/${DATASET}/documents`);
  });

  test.each([
    [422, { message: 'The archive is encrypted.' }, 'The archive is encrypted.'],
    [413, {}, 'HTTP 413'],
  ])(
    'a response of %i is shown, and the file is retried with one click',
    async (status, body, text) => {
      const { user, request } = await startUpload();
      act(() => request.respond(status, body));
      expect(await screen.findByText(text)).toBeDefined();
      // It stays with the file when the toast has gone.
      expect(await screen.findByText(`Reason: ${text}`)).toBeDefined();
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(FakeUploadRequest.all).toHaveLength(2);
      expect(FakeUploadRequest.last().body).toBe(zip);
    },
  );

  test('a cancelled upload keeps its file and shows no failure', async () => {
    const { user, request } = await startUpload();
    await user.click(button('Cancel upload'));
    expect(request.aborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(screen.getByText(zip.name)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('continues when its screen is left, and shows its end', async () => {
    const user = userEvent.setup();
    renderScreen(
      <Routes>
        <Route path={ROUTE} element={<ArchivesPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>,
      { path: `/datasets/${DATASET}/archives` },
    );
    await user.upload(input(), zip);
    await user.click(button('Upload Archive'));
    await user.click(screen.getByRole('link', { name: 'Documents' }));
    expect(screen.getByText('Elsewhere')).toBeDefined();
    expect(FakeUploadRequest.last().aborted).toBe(false);
    act(() => FakeUploadRequest.last().respond(201, { id: makeId(700) }));
    expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
  });

  test('leaving the page is warned about only as long as it lasts', async () => {
    const { request } = await startUpload();
    expect(leaving()).toBe(true);
    act(() => request.respond(201, { id: makeId(700) }));
    await screen.findByText('Archive uploaded successfully!');
    expect(leaving()).toBe(false);
  });
});

test('without a dataset in its address the page shows that and links back', async () => {
  const { location } = renderScreen(<ArchivesPage />, { path: '/datasets/archives', route: ROUTE });
  expect(screen.getByText('Invalid Dataset')).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Back to datasets' }));
  expect(location().path).toBe('/datasets');
});
