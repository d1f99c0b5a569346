import type { SystemContext } from '@chakra-ui/react/styled-system';
import { css as serialize } from '@emotion/react';
import type { CSSObject, SerializedStyles } from '@emotion/react';

/** How many combinations of styles are remembered for each result of a recipe. */
const COMBINATIONS_MAX = 500;

/**
 * Returns a design system that resolves each recipe and each combination of styles once. Chakra builds the
 * function of a recipe for every render of every element, and compares whole styles as text. Class names and
 * rules stay what they are.
 */
export const withCachedStyles = (system: SystemContext): SystemContext => ({
  ...system,
  cva: oncePerObject(system.cva),
  css: serializeOnce(system.css),
});

/** Remembers what a function returns for an object, for as long as that object is there. */
function oncePerObject<Create extends SystemContext['cva']>(create: Create): Create {
  const results = new WeakMap<object, unknown>();
  return ((config: object) => {
    const known = results.get(config);
    if (known !== undefined) return known;
    const result: unknown = create(config);
    results.set(config, result);
    return result;
  }) as Create;
}

/**
 * The first styles are those of a recipe, which are the same object each time. What follows is written in the
 * element and is short. Emotion takes what is serialized already as it is.
 */
function serializeOnce(css: SystemContext['css']): SystemContext['css'] {
  const results = new WeakMap<object, Map<string, SerializedStyles>>();
  const serialized = (ofRecipe: object, ...ofElement: unknown[]) => {
    const combinations = results.get(ofRecipe) ?? new Map<string, SerializedStyles>();
    results.set(ofRecipe, combinations);
    const key = JSON.stringify(ofElement);
    const known = combinations.get(key);
    if (known !== undefined) return known;
    const result = serialize(css(ofRecipe, ...(ofElement as object[])) as CSSObject);
    if (combinations.size === COMBINATIONS_MAX) combinations.clear();
    combinations.set(key, result);
    return result;
  };
  return serialized as SystemContext['css'];
}
