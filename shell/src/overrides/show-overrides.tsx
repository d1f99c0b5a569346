import { UiProvider } from '@carrel/shared/ui';
import { createRoot } from 'react-dom/client';

import { OverrideBanner } from './override-banner.tsx';
import type { OverrideNotice } from './override-notice.ts';

/** Space for the banner below the page's content. */
const BANNER_SPACE = '6rem';

/** Renders the banner into the page, in a root of its own. */
export function showOverrides(notices: readonly OverrideNotice[]): void {
  if (notices.length === 0) return;
  const container = document.createElement('div');
  document.body.append(container);
  document.body.style.paddingBottom = BANNER_SPACE;
  createRoot(container).render(
    <UiProvider>
      <OverrideBanner notices={notices} />
    </UiProvider>,
  );
}
