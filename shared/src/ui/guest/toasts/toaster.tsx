import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { onFirstToast } from './toast.ts';

/** Milliseconds after which the code comes in any case, and after which a failed fetch is repeated. */
const PATIENCE = 2000;

/**
 * Shows the toasts. Its code comes after the first paint: when somebody types, so that it is here when
 * the server is not, or with the first toast. Stands once, in the shell.
 */
export function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let asked = false;
    let timer: ReturnType<typeof setTimeout>;
    // Not through `lazy`, which would take the whole console down with a fetch that failed.
    const fetchCode = () =>
      import(/* webpackChunkName: "toasts" */ './sonner-toaster.tsx').then(
        ({ SonnerToaster }) => setLoaded(() => SonnerToaster),
        () => {
          timer = setTimeout(() => void fetchCode(), PATIENCE);
        },
      );
    const load = () => {
      if (asked) return;
      asked = true;
      clearTimeout(timer);
      void fetchCode();
    };
    timer = setTimeout(load, PATIENCE);
    const forget = onFirstToast(load);
    window.addEventListener('input', load, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      forget();
      window.removeEventListener('input', load);
    };
  }, []);
  return Loaded === null ? null : <Loaded />;
}
