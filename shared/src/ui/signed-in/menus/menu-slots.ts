import { Menu } from '@ark-ui/react/menu';

import { chakra } from '@chakra-ui/react/styled-system';
import { menuRecipe } from './menu-recipe.ts';

const recipeOf = (slot: 'content' | 'item' | 'separator') => ({
  base: menuRecipe.base?.[slot] ?? {},
});

/** The list of a menu. */
export const MenuContent = chakra(Menu.Content, recipeOf('content'));

/** One line of a menu. */
export const MenuLine = chakra(Menu.Item, recipeOf('item'));

/** A line between two items. */
export const MenuSeparator = chakra(Menu.Separator, recipeOf('separator'));
