import { lazy, Suspense, useEffect, useState } from 'react';

import { onFirstToast } from './toast.ts';

const LoadedToaster = lazy(async () => {
  const { SonnerToaster } = await import(/* webpackChunkName: "toasts" */ './sonner-toaster.tsx');
  return { default: SonnerToaster };
});

/** Shows the toasts. Its code comes after the first paint, or with the first toast. Stands once, in the shell. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const load = () => setWanted(true);
    const timer = setTimeout(load, 2000);
    const forget = onFirstToast(load);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <LoadedToaster />
    </Suspense>
  );
}
