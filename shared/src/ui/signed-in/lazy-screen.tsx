import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

import { ErrorState } from '../guest/error-state.tsx';

interface LazyOptions<Code, Props> {
  load: () => Promise<Code>;
  /** Which component of the code it is. */
  screen: (code: Code) => ComponentType<Props>;
  /** What is shown until the code is loaded; by default nothing. */
  waiting?: ReactNode;
  /** The title of a failure. With null, a failure looks like waiting. */
  failure?: string | null;
  /** Returns what is shown around waiting or a failure. */
  frame?: (content: ReactNode, failed: boolean) => ReactNode;
}

/** A component whose code is loaded when it is first shown, or before that. */
export type LazyScreen<Props, Code = unknown> = ComponentType<Props> & {
  /** Loads the code. A failure is not kept. */
  load: () => Promise<Code>;
  /** Loads the code ahead. A failure is shown when the component is. */
  preload: () => void;
};

/** Returns a component that the first paint does not need. A failure is shown with a Retry. */
export function lazyScreen<Code, Props extends object>({
  load: request,
  screen,
  waiting = null,
  failure = 'This could not be loaded',
  frame = (content) => content,
}: LazyOptions<Code, Props>): LazyScreen<Props, Code> {
  let loaded: { code: Code } | undefined;
  let loading: Promise<Code> | undefined;
  const load = async () => {
    loading ??= request();
    try {
      loaded = { code: await loading };
      return loaded.code;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };

  function Lazy(props: Props) {
    const [shown, setShown] = useState(loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (shown !== undefined || failed) return undefined;
      let mounted = true;
      load().then(
        (code) => mounted && setShown({ code }),
        () => mounted && setFailed(true),
      );
      return () => {
        mounted = false;
      };
    }, [shown, failed]);

    if (shown !== undefined) {
      const Screen = screen(shown.code);
      return <Screen {...props} />;
    }
    if (!failed || failure === null) return frame(waiting, false);
    return frame(
      <ErrorState
        title={failure}
        message="Check your connection and try again."
        onRetry={() => setFailed(false)}
      />,
      true,
    );
  }

  return Object.assign(Lazy, { load, preload: () => void load().catch(() => undefined) });
}
