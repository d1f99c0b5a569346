import { ErrorState } from '@carrel/shared/ui';
import { Component } from 'react';
import type { ReactNode } from 'react';

/** Keeps a screen that throws inside its own frame: a card with Retry, which renders it anew. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="This screen stopped working"
        message="What you did before is safe. Try again, or go to another screen."
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
