import { consolePaths } from '@carrel/shared/paths';
import type { BrowserContext, Page } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';

const TIMEOUT_MS = 600_000;

/** Milliseconds. */
export interface AddedFiles {
  /** From the moment when the page has the chosen files until their plan is shown. */
  planned: number;
  /** From pressing Upload until all is stored and checked. Reading the files may be a part of it. */
  stored: number;
  /** The longest time in which the page drew no frame, while files were read with their plan shown. */
  longestFrame: number;
}

interface Watched {
  /** When the page got the files. */
  chosenAt: number;
  longest: number;
}

/** Notes when files are chosen, and the longest pause between two frames since `restart`. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const watched: Watched = { chosenAt: 0, longest: 0 };
    Object.assign(globalThis, { watched });
    document.addEventListener(
      'change',
      () => {
        watched.chosenAt = performance.now();
      },
      true,
    );
    let last = performance.now();
    const next = (now: number) => {
      watched.longest = Math.max(watched.longest, now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

/** Returns the milliseconds since the files were chosen, and begins to look for the longest pause anew. */
const sinceChosen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    watched.longest = 0;
    return performance.now() - watched.chosenAt;
  });

const longestPause = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.longest);

/** Chooses a folder or an archive in a page that is open, and uploads it as soon as its plan is shown. */
async function measureAdding(
  page: Page,
  { choose, upload, done }: { choose: () => Promise<void>; upload: RegExp; done: string },
): Promise<AddedFiles> {
  await networkIdle(page);
  await watch(page);
  await choose();
  await page.getByRole('region', { name: 'What this upload will do' }).waitFor();
  const planned = await sinceChosen(page);
  const pressed = performance.now();
  const button = page.getByRole('button', { name: upload });
  await button.click({ trial: true, timeout: TIMEOUT_MS });
  const longestFrame = await longestPause(page);
  await button.click();
  await page.getByText(done).waitFor({ timeout: TIMEOUT_MS });
  return { planned, stored: performance.now() - pressed, longestFrame };
}

/** Adds a folder to a dataset. */
export async function addFolder(
  context: BrowserContext,
  { url, datasetId, folder }: { url: string; datasetId: string; folder: string },
): Promise<AddedFiles> {
  const page = await context.newPage();
  await page.goto(url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('button', { name: 'Add files' }).click();
  const input = page
    .getByRole('dialog', { name: 'Add files' })
    .getByLabel('Folder', { exact: true });
  const figures = await measureAdding(page, {
    choose: () => input.setInputFiles(folder),
    upload: /^Upload [\d,]+ files$/,
    done: 'Files uploaded successfully!',
  });
  await page.close();
  return figures;
}

/** Uploads an archive into a dataset. */
export async function addArchive(
  context: BrowserContext,
  { url, datasetId, zip }: { url: string; datasetId: string; zip: string },
): Promise<AddedFiles> {
  const page = await context.newPage();
  await page.goto(url + consolePaths.datasetArchives(datasetId));
  const input = page.locator('input[type=file]');
  const figures = await measureAdding(page, {
    choose: () => input.setInputFiles(zip),
    upload: /^Upload Archive$/,
    done: 'Archive uploaded successfully!',
  });
  await page.close();
  return figures;
}
