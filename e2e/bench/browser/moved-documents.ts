import { consolePaths } from '@carrel/shared/paths';
import type { Page } from '@playwright/test';

/** Milliseconds of a move. */
export interface MoveFigures {
  /** From the folder that it goes to until its plan is shown. */
  planned: number;
  /** From the press of the button until the result is shown. */
  shown: number;
  /** Until all documents are there. */
  moved: number;
}

interface Moved {
  url: string;
  datasetId: string;
  folder: string;
  to: string;
  documents: number;
  /** Counts the documents of a folder. */
  count: (folder: string) => Promise<number>;
}

const TIMEOUT = { timeout: 300_000 };

/** Moves a folder at the top of a dataset into another one, as a person does, and measures how long that takes. */
export async function moveFolder(
  page: Page,
  { url, datasetId, folder, to, documents, count }: Moved,
): Promise<MoveFigures> {
  await page.goto(url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('row', { name: folder }).hover();
  await page.getByRole('checkbox', { name: `Choose ${folder}` }).check();
  const bar = page.getByRole('region', { name: 'Chosen documents' });
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog');
  let began = performance.now();
  const since = () => performance.now() - began;
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(to);
  await dialog.getByText(/documents will be moved/).waitFor(TIMEOUT);
  const planned = since();
  const press = dialog.getByRole('button', { name: 'Move here', exact: true });
  began = performance.now();
  await press.click();
  await page.getByText(`Moved ${folder} to ${to}`).waitFor(TIMEOUT);
  const shown = since();
  while ((await count(`${to}/${folder}`)) < documents) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { planned, shown, moved: since() };
}
