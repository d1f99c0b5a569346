import { usePage } from '@carrel/shared/shell';
import { AuthCard, Box } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

interface LaterScreenProps {
  /** The title of the screen, shown until its code is there. */
  title: string;
  description?: string;
  load: () => Promise<ComponentType>;
}

/**
 * A screen whose code is fetched when it is opened. It is loaded by an effect instead of `lazy`, so that what is
 * prerendered is what the browser renders first.
 */
export function LaterScreen({ title, description, load }: LaterScreenProps) {
  usePage({ title });
  const [loaded, setLoaded] = useState<{ Screen: ComponentType } | { error: unknown }>();
  useEffect(() => {
    load().then(
      (Screen) => setLoaded({ Screen }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [load]);
  if (loaded === undefined) {
    return (
      <AuthCard
        title={title}
        {...(description !== undefined && { description })}
        footer={<Box height="1.25rem" />}
      >
        <Box height="7.25rem" />
      </AuthCard>
    );
  }
  // The shell offers to try again.
  if ('error' in loaded) throw loaded.error;
  return <loaded.Screen />;
}
