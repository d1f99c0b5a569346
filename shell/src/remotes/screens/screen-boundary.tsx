import { describeFailure } from '@carrel/shared/api';
import { Component } from 'react';
import type { ReactNode } from 'react';

import { ScreenProblem } from './screen-problem.tsx';

interface ScreenBoundaryProps {
  /** The screen's path. A change of it resets the error. */
  at: string;
  children: ReactNode;
}

interface ScreenBoundaryState {
  at: string;
  failure: { error: unknown } | undefined;
}

/** Replaces a screen that throws by a card with Retry, which renders it again. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { at: this.props.at, failure: undefined };

  static getDerivedStateFromProps(
    { at }: ScreenBoundaryProps,
    state: ScreenBoundaryState,
  ): ScreenBoundaryState | null {
    return at === state.at ? null : { at, failure: undefined };
  }

  static getDerivedStateFromError(error: unknown): Pick<ScreenBoundaryState, 'failure'> {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <ScreenProblem
        title="This screen stopped working"
        message="What you did before is safe. Try again, or go to another screen."
        requestId={describeFailure(failure.error).requestId}
        onRetry={() => this.setState({ failure: undefined })}
      />
    );
  }
}
