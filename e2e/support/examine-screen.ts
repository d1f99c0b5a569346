import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Folder for screenshots; none are taken without it. */
const PICTURES = process.env['PICTURES'];

/** Returns axe for a page, without details of what passed, which take a third of the time. */
export const newAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Expects no accessibility violations and no horizontal scrolling on a screen; `busy` controls work meanwhile. */
export async function examineScreen(
  page: Page,
  name: string,
  { busy = 0 }: { busy?: number } = {},
): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(busy);
  await page.evaluate(() => document.fonts.ready);
  // Elements that are fading in do not have their final colours, nor do those that inherit from them: their own
  // transitions start when the others end.
  await page.evaluate(async () => {
    for (;;) {
      const running = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        );
      if (running.length === 0) return;
      await Promise.all(running.map(({ finished }) => finished.catch(() => null)));
    }
  });
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
  const { violations } = await newAxe(page).analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      name,
    )
    .toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(sideways, name).toBe(0);
}
