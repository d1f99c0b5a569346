import type { ComponentProps } from 'react';

/** A native control's attributes, without those that have the name of a style property. */
export type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'color' | 'content' | 'height' | 'size' | 'translate' | 'width' | 'required'
> & {
  /** Announced to screen readers. The browser's own check is off: the form's schema decides. */
  required?: boolean | undefined;
};
