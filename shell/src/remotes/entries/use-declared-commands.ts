import { use, useMemo } from 'react';

import { RegistryContext } from '../registry-context.ts';
import { unreadableNames } from '../registry-store.ts';
import { declaredCommands } from './declared-commands.ts';
import { useViewer } from './use-viewer.ts';

/** Returns the declared commands that the signed-in user sees, links included. Follows the registry. */
export function useDeclaredCommands(): ReturnType<typeof declaredCommands> {
  const registry = use(RegistryContext);
  const viewer = useViewer();
  return useMemo(() => declaredCommands(registry, unreadableNames(), viewer), [registry, viewer]);
}
