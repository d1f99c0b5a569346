import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'loadingText' | 'children'> {
  /** What the button does, in words: its name for screen readers. */
  label: string;
  children: ReactNode;
}

/** A square button with an icon only. */
export function IconButton({ label, variant = 'ghost', size = 'md', ...props }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      size={size}
      width={size === 'sm' ? 'var(--control-sm)' : 'var(--control)'}
      px="0"
      aria-label={label}
      {...props}
    />
  );
}
