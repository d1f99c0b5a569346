import { ErrorState } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

type Body = ComponentType<{ workspaceId: string }>;

/** The code of a screen below its head, which the remote's first screens do not need. */
export interface LaterBody {
  loaded: Body | undefined;
  load: () => Promise<Body>;
}

/** Returns the code of a screen that is loaded when the screen is opened. A failure is not kept. */
export function laterBody(request: () => Promise<Body>): LaterBody {
  const body: LaterBody = {
    loaded: undefined,
    load: async () => {
      body.loaded ??= await request();
      return body.loaded;
    },
  };
  return body;
}

interface LoadedBodyProps {
  body: LaterBody;
  workspaceId: string;
}

/** A screen below its head, once its code is loaded. */
export function LoadedBody({ body, workspaceId }: LoadedBodyProps) {
  const [state, setState] = useState<{ Screen?: Body; failed?: true }>(() =>
    body.loaded === undefined ? {} : { Screen: body.loaded },
  );
  const { Screen, failed } = state;
  useEffect(() => {
    if (Screen !== undefined || failed) return undefined;
    let mounted = true;
    body.load().then(
      (code) => mounted && setState({ Screen: code }),
      () => mounted && setState({ failed: true }),
    );
    return () => {
      mounted = false;
    };
  }, [body, Screen, failed]);

  if (Screen !== undefined) return <Screen workspaceId={workspaceId} />;
  if (failed) {
    return (
      <ErrorState
        title="This screen could not be loaded"
        message="Check your connection and try again."
        onRetry={() => setState({})}
      />
    );
  }
  return <Skeleton height="8rem" />;
}
