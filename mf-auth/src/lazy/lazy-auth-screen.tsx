import { usePage } from '@carrel/shared/shell';
import { AuthCard, Box } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';

import { loadLazyScreens } from './load-lazy-screens.ts';
import type { LazyScreens } from './load-lazy-screens.ts';

interface LazyAuthScreenProps {
  /** The title of the screen, shown until its code is there. */
  title: string;
  description?: string;
  name: 'CompleteRecoveryPage' | 'LinkAccountPage' | 'SingleSignOnPage' | 'StopRecoveryPage';
}

/**
 * A screen whose code is fetched when it is opened. It is loaded by an effect instead of `lazy`, so that what is
 * prerendered is what the browser renders first.
 */
export function LazyAuthScreen({ title, description, name }: LazyAuthScreenProps) {
  usePage({ title });
  const [loaded, setLoaded] = useState<{ screens: LazyScreens } | { error: unknown }>();
  useEffect(() => {
    loadLazyScreens().then(
      (screens) => setLoaded({ screens }),
      (error: unknown) => setLoaded({ error }),
    );
  }, []);
  if (loaded === undefined) {
    return (
      <AuthCard title={title} description={description} footer={<Box height="1.25rem" />}>
        <Box height="7.25rem" />
      </AuthCard>
    );
  }
  // The shell offers to try again.
  if ('error' in loaded) throw loaded.error;
  const Screen = loaded.screens[name];
  return <Screen />;
}
