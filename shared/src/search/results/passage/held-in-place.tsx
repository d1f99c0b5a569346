import { Component, createRef } from 'react';
import type { ReactNode } from 'react';

interface HeldInPlaceProps {
  /** Changes with what is inserted above. */
  above: number;
  children: ReactNode;
}

/** Keeps its children where they are on the screen while what is above them grows or shrinks. */
export class HeldInPlace extends Component<HeldInPlaceProps> {
  readonly #element = createRef<HTMLDivElement>();

  // Hooks cannot measure before a change.
  override getSnapshotBeforeUpdate({ above }: HeldInPlaceProps): number | null {
    if (above === this.props.above) return null;
    return this.#element.current?.getBoundingClientRect().top ?? null;
  }

  override componentDidUpdate(_: HeldInPlaceProps, __: unknown, top: number | null) {
    const element = this.#element.current;
    if (top === null || element === null) return;
    const moved = element.getBoundingClientRect().top - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render() {
    return <div ref={this.#element}>{this.props.children}</div>;
  }
}
