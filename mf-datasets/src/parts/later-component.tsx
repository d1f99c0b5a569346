import { ErrorState } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

interface LaterOptions<Props> {
  request: () => Promise<ComponentType<Props>>;
  /** What is shown until the code is loaded. */
  waiting: ReactNode;
  /** Nothing more is shown where the code cannot be loaded. */
  isOptional?: boolean;
}

/** A component whose code is loaded when it is first shown, or before that by `load`. */
type LaterComponent<Props> = ComponentType<Props> & { load: () => void };

/** Returns a component that the first paint of a screen does not need. A failure is shown with a Retry. */
export function laterComponent<Props extends object>({
  request,
  waiting,
  isOptional = false,
}: LaterOptions<Props>): LaterComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded ??= await request();
    return loaded;
  };

  function Later(props: Props) {
    const [state, setState] = useState<{ Loaded?: ComponentType<Props>; failed?: true }>(() =>
      loaded === undefined ? {} : { Loaded: loaded },
    );
    const { Loaded, failed } = state;
    useEffect(() => {
      if (Loaded !== undefined || failed) return undefined;
      let mounted = true;
      load().then(
        (code) => mounted && setState({ Loaded: code }),
        () => mounted && setState({ failed: true }),
      );
      return () => {
        mounted = false;
      };
    }, [Loaded, failed]);

    if (Loaded !== undefined) return <Loaded {...props} />;
    if (failed && !isOptional) {
      return (
        <ErrorState
          title="This could not be loaded"
          message="Check your connection and try again."
          onRetry={() => setState({})}
        />
      );
    }
    return waiting;
  }

  // A failure is shown when the component is.
  return Object.assign(Later, { load: () => void load().catch(() => undefined) });
}
