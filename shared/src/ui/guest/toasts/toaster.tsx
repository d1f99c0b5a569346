import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { onFirstToast } from './toast.ts';

/** Milliseconds after which the code is loaded in any case, and after which a failed load is retried. */
const LOAD_DELAY = 2000;

/**
 * Shows the toasts. Its code is loaded after the first paint: when the user types, so that it is there
 * when the server fails, or with the first toast. It is rendered once, in the shell.
 */
export function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let requested = false;
    let timer: ReturnType<typeof setTimeout>;
    // Not through `lazy`: a failed load would break the whole console.
    const fetchCode = () =>
      import(/* webpackChunkName: "toasts" */ './sonner-toaster.tsx').then(
        ({ SonnerToaster }) => setLoaded(() => SonnerToaster),
        () => {
          timer = setTimeout(() => void fetchCode(), LOAD_DELAY);
        },
      );
    const load = () => {
      if (requested) return;
      requested = true;
      clearTimeout(timer);
      void fetchCode();
    };
    timer = setTimeout(load, LOAD_DELAY);
    const unsubscribe = onFirstToast(load);
    window.addEventListener('input', load, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('input', load);
    };
  }, []);
  return Loaded === null ? null : <Loaded />;
}
