import type { ComponentProps } from 'react';

/** A native control's attributes, less those that a style property of the same name would swallow. */
export type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'color' | 'content' | 'height' | 'size' | 'translate' | 'width' | 'required'
> & {
  /** Told to screen readers. The browser's own check stays off: the form's schema decides. */
  required?: boolean | undefined;
};
