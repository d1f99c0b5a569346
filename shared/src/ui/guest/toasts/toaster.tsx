import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { onFirstToast } from './toast.ts';

/** Milliseconds after which the code is loaded in any case, and after which a failed load is retried. */
const PATIENCE = 2000;

/**
 * Shows the toasts. Its code is loaded after the first paint: when the user types, so that it is there
 * when the server fails, or with the first toast. It is rendered once, in the shell.
 */
export function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let asked = false;
    let timer: ReturnType<typeof setTimeout>;
    // Not through `lazy`: a failed load would break the whole console.
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
