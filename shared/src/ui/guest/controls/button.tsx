import { chakra } from '@chakra-ui/react/styled-system';
import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';

import { buttonRecipe } from './button-recipe.ts';
import { Spinner } from '../spinner.tsx';
import { useActionLock } from './use-action-lock.ts';

const Root = chakra('button', buttonRecipe);
export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'onClick'> {
  /** An action that returns a promise is not started again until that settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** `primary` is for the one action of a screen. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'sm' | 'md' | undefined;
  /** Shows that the action is running; clicks are ignored until it ends. */
  loading?: boolean | undefined;
  /** The label while loading; the width always fits both. */
  loadingText?: string | undefined;
}

/** A button. With `asChild`, its only child (a link) is styled as one. */
export function Button({ loading = false, loadingText, children, onClick, ...props }: ButtonProps) {
  const runOnce = useActionLock();
  if (props.asChild === true) {
    return (
      <Root onClick={onClick} {...props}>
        {children}
      </Root>
    );
  }
  // Not `disabled`: a keyboard user would lose the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else runOnce(() => onClick?.(event));
  };
  return (
    <Root
      type="button"
      {...props}
      onClick={press}
      aria-disabled={loading || props['aria-disabled']}
      aria-busy={loading || undefined}
    >
      <span
        data-face={loading ? 'veiled' : ''}
        aria-hidden={(loading && loadingText !== undefined) || undefined}
      >
        {children}
      </span>
      {(loading || loadingText !== undefined) && (
        <span data-face={loading ? '' : 'veiled'} aria-hidden={!loading || undefined}>
          <Spinner />
          {loadingText}
        </span>
      )}
    </Root>
  );
}
