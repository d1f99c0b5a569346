import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Folder for screenshots; none are taken without it. */
const PICTURES = process.env['PICTURES'];

/** Returns axe for a page, without details of what passed, which take a third of the time. */
export const newAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Rules of axe about colours: nothing else differs between the themes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Examination {
  /** How many controls work meanwhile. */
  busy?: number;
  /** Whether the screen is not examined in the light theme as well. */
  isOnlyDark?: boolean;
}

/**
 * Expects no accessibility violations and no horizontal scrolling on a screen. In the dark theme, colours are
 * examined only, as the light one has everything else.
 */
export async function examineScreen(
  page: Page,
  name: string,
  { busy = 0, isOnlyDark = false }: Examination = {},
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
  const axe = newAxe(page);
  if (!isOnlyDark && (await themeOf(page)).includes('dark')) axe.withRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
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

/** Examines a screen in both themes, in one visit. The light theme is selected before and after. */
export async function examineThemes(page: Page, name: string): Promise<void> {
  await examineScreen(page, `${name}-light`);
  await selectTheme(page, 'dark');
  await examineScreen(page, `${name}-dark`);
  await selectTheme(page, 'light');
}

/** Has the system ask for a theme, and waits until the page has it. */
export async function selectTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => themeOf(page)).toContain(colorScheme);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
