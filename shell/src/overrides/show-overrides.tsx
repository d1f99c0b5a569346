import { UiProvider } from '@carrel/shared/ui';
import { createRoot } from 'react-dom/client';

import { OverrideBanner } from './override-banner.tsx';
import type { OverrideNotice } from './override-notice.ts';

/** Room for the banner below what the page ends with. */
const ROOM = '6rem';

/** Puts the banner into the page, apart from the console, which it has nothing to do with. */
export function showOverrides(notices: readonly OverrideNotice[]): void {
  if (notices.length === 0) return;
  const container = document.createElement('div');
  document.body.append(container);
  document.body.style.paddingBottom = ROOM;
  createRoot(container).render(
    <UiProvider>
      <OverrideBanner notices={notices} />
    </UiProvider>,
  );
}
