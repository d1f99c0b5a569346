import { Box } from '@carrel/shared/ui';
import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';

import { markStyles } from '../../marks/marked-text.tsx';
import { offsetAt } from '../../marks/offset-at.ts';

interface ViewFrameProps {
  ref: Ref<HTMLDivElement>;
  /** Called with the place in the text that was clicked. */
  onPick?: ((place: number) => void) | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

/** The frame in which a document scrolls. The arrow keys scroll it when it has the focus. */
export function ViewFrame({ ref, onPick, style, children }: ViewFrameProps) {
  const pick = (event: MouseEvent) => {
    const place = offsetAt(event);
    if (place !== undefined) onPick?.(place);
  };
  return (
    // The list of chunks does the same by keyboard.
    <Box
      ref={ref}
      as="section"
      aria-label="Document"
      tabIndex={0}
      flex="1"
      minHeight="0"
      overflow="auto"
      position="relative"
      css={markStyles}
      style={style}
      _focusVisible={{ outlineOffset: '-2px' }}
      onClick={pick}
    >
      {children}
    </Box>
  );
}
