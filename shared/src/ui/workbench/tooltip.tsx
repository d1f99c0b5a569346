import { Portal } from '@chakra-ui/react/portal';
import { Tooltip as ChakraTooltip } from '@chakra-ui/react/tooltip';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { tooltipRecipe } from './tooltip-recipe.ts';

/** How long a tooltip stays once left; within this time the next one opens at once. */
const SKIP_DELAY = 300;

export interface TooltipProps {
  content: ReactNode;
  /** One element that takes focus, a button or a link. */
  children: ReactElement<{ id?: string | undefined }>;
  /** Milliseconds; 0 in the sidebar. */
  openDelay?: number | undefined;
  /** Opens on a press too, for fingers, which cannot hover. */
  openOnPress?: boolean | undefined;
  placement?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  disabled?: boolean | undefined;
}

/** Says more about a control on hover and focus. */
export function Tooltip({
  content,
  children,
  openDelay = 700,
  openOnPress = false,
  placement = 'top',
  disabled = false,
}: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <ChakraTooltip.Root
      recipe={tooltipRecipe}
      {...(children.props.id === undefined ? {} : { ids: { trigger: children.props.id } })}
      open={open}
      onOpenChange={(change) => setOpen(change.open)}
      openDelay={openDelay}
      closeDelay={SKIP_DELAY}
      closeOnClick={!openOnPress}
      closeOnPointerDown={!openOnPress}
      disabled={disabled}
      positioning={{ placement, gutter: 6 }}
      lazyMount
      unmountOnExit
    >
      <ChakraTooltip.Trigger asChild onClick={openOnPress ? () => setOpen(true) : undefined}>
        {children}
      </ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
