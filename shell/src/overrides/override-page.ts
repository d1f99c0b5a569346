import { applyOverrides } from './apply-overrides.ts';
import { showOverrides } from './show-overrides.tsx';

/** Starts the console with the remotes that this page is asked to take from elsewhere, and says so. */
export async function overridePage(start: () => Promise<void>): Promise<void> {
  const notices = await applyOverrides();
  await start();
  showOverrides(notices);
}
