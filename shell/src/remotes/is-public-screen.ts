import { covers } from '@carrel/shared/releases';

import { registryInUse } from './remote-store.ts';

/** Returns whether the screen at a path is for anybody, by the registry. */
export const isPublicScreen = (pathname: string): boolean =>
  Object.values(registryInUse().remotes).some(({ routes }) =>
    routes.some(({ path, access }) => access === 'public' && covers(path, pathname)),
  );
