import { applyOverrides } from './apply-overrides.ts';
import { showOverrides } from './show-overrides.tsx';

/** Starts the console with the page's overrides, and shows the banner. */
export async function overridePage(start: () => Promise<void>): Promise<void> {
  const notices = await applyOverrides();
  await start();
  showOverrides(notices);
}
