import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { whenIdle } from './when-idle.ts';

/**
 * Loads a component once the page is idle, or it is asked for; null until then. One that cannot be loaded stays
 * null until it is asked for again. The identity of `load` has to be stable.
 */
export function useIdleComponent<P>(
  load: () => Promise<ComponentType<P>>,
): [component: ComponentType<P> | null, ask: () => void] {
  const [loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const ask = useCallback(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => undefined,
    );
  }, [load]);
  useEffect(() => whenIdle(ask), [ask]);
  return [loaded, ask];
}
