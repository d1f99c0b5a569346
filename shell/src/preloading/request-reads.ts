import { preload } from '@carrel/shared/api';
import { screenReads } from '@carrel/shared/releases';

import { dashboardRoute } from '../state/dashboard-route.ts';
import { registryInUse } from '../remotes/remote-store.ts';

const shell = { routes: [dashboardRoute] };

/** Sends the first reads of the screen at a URL ahead of a navigation to it. */
export function requestReads(address: URL, organizationId: string | null): void {
  for (const { path, inOrganization } of screenReads(
    { shell, ...registryInUse().remotes },
    address,
  )) {
    if (!inOrganization) preload(path);
    else if (organizationId !== null) preload(path, organizationId);
  }
}
