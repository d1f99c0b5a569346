import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { placeBeside } from './place-beside.ts';
import type { Side } from './place-beside.ts';
import { useTooltip } from './use-tooltip.ts';

const Control = chakra('span');
const Face = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    zIndex: 'popover',
    width: 'max-content',
    maxWidth: 'min(20rem, calc(100vw - 1rem))',
    m: '0',
    px: '2',
    py: '1',
    borderRadius: 'md',
    bg: 'fg.default',
    color: 'bg.panel',
    fontFamily: 'body',
    fontSize: 'xs',
    fontWeight: 'normal',
    lineHeight: '1.4',
    textAlign: 'start',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    boxShadow: 'raised',
    animation: 'appear 120ms ease-out',
  },
});

export interface TooltipProps {
  content: ReactNode;
  /** One element that can be focused: a button or a link. */
  children: ReactElement;
  /** Milliseconds; 0 in the sidebar. */
  openDelay?: number | undefined;
  /** Opens on a tap too: touch screens cannot hover. */
  openOnPress?: boolean | undefined;
  placement?: Side | undefined;
  disabled?: boolean | undefined;
}

/**
 * Describes a control on hover and focus. It costs nearly nothing while closed, so a table may have
 * hundreds. When open it is in the browser's top layer: above dialogs, and not clipped by any frame.
 */
export function Tooltip({
  content,
  children,
  openDelay = 700,
  openOnPress = false,
  placement = 'top',
  disabled = false,
}: TooltipProps) {
  const id = useId();
  const face = useRef<HTMLDivElement>(null);
  const { anchor, control, tooltip } = useTooltip({ openDelay, openOnPress, disabled });
  useLayoutEffect(() => {
    const element = face.current;
    if (anchor === null || element === null) return;
    element.setAttribute('popover', 'manual');
    if ('showPopover' in element) element.showPopover();
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { left, top } = placeBeside(
      placement,
      anchor.getBoundingClientRect(),
      element.getBoundingClientRect(),
      view,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, placement]);
  return (
    <>
      <Control asChild {...control} aria-describedby={anchor === null ? undefined : id}>
        {children}
      </Control>
      {anchor !== null && (
        <Face ref={face} id={id} role="tooltip" {...tooltip}>
          {content}
        </Face>
      )}
    </>
  );
}
