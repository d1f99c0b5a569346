import type { ComponentProps, FunctionComponent } from 'react';

import { chakra } from '@chakra-ui/react/styled-system';
import { slotRecipe } from './slot-recipe.ts';
import { dialogRecipe, drawerRecipe } from './dialog-recipe.ts';

type Slot<Tag extends 'div' | 'h2' | 'button'> = FunctionComponent<
  ComponentProps<(typeof chakra)[Tag]> & {
    bare?: boolean | undefined;
    size?: 'sm' | 'md' | 'lg' | undefined;
  }
>;

const slotsOf = (recipe: typeof dialogRecipe | typeof drawerRecipe) => {
  const slot = (name: string) => chakra('div', slotRecipe(recipe as never, name)) as Slot<'div'>;
  return {
    backdrop: slot('backdrop'),
    positioner: slot('positioner'),
    content: slot('content'),
    header: slot('header'),
    title: chakra('h2', slotRecipe(recipe as never, 'title')) as Slot<'h2'>,
    description: slot('description'),
    body: slot('body'),
    footer: slot('footer'),
    closeTrigger: chakra('button', slotRecipe(recipe as never, 'closeTrigger')) as Slot<'button'>,
  };
};

/** The elements of a window over the screen. */
export const dialogSlots = slotsOf(dialogRecipe);

/** The elements of a panel that slides in. */
export const drawerSlots = slotsOf(drawerRecipe);
