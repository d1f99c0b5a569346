import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

interface SlotRecipe {
  base?: Record<string, object>;
  variants?: Record<string, Record<string, Record<string, object>>>;
  defaultVariants?: object;
}

/** Returns the recipe of one slot of a slot recipe. */
export function slotRecipe({ base, variants = {}, ...rest }: SlotRecipe, slot: string) {
  const own = Object.entries(variants).map(([variant, values]) => [
    variant,
    Object.fromEntries(
      Object.entries(values).map(([value, styles]) => [value, styles[slot] ?? {}]),
    ),
  ]);
  return {
    ...rest,
    base: (base?.[slot] ?? {}) as SystemStyleObject,
    variants: Object.fromEntries(own) as Record<string, Record<string, SystemStyleObject>>,
  };
}
