import type { chakra as chakraFactory } from '@chakra-ui/react/styled-system';
import { __unsafe_useEmotionCache as useEmotionCache, css } from '@emotion/react';
import type { SerializedStyles } from '@emotion/react';
import { useInsertionEffect } from 'react';
import type { ElementType, FunctionComponent, ReactNode } from 'react';

import { mergeChildProps, onlyChild } from './as-child.ts';
import { insertStyles } from './insert-styles.ts';
import { system } from '../theme/system.ts';

type Props = Record<string, unknown>;
type Cache = NonNullable<ReturnType<typeof useEmotionCache>>;

interface Recipe {
  base?: object;
  variants?: Record<string, object>;
  defaultVariants?: object;
}

interface Options {
  defaultProps?: Props;
  /** Short names of style props, such as `align` of a stack. */
  aliases?: Readonly<Record<string, string>>;
}

/** Native attributes that have the name of a style prop. */
const NATIVE: Readonly<Record<string, string>> = {
  htmlWidth: 'width',
  htmlHeight: 'height',
  htmlSize: 'size',
  htmlTranslate: 'translate',
};
const STRUCTURAL = new Set(['as', 'asChild', 'children', 'className', 'ref', 'theme', 'unstyled']);

/** Combinations that a component keeps. A prop that follows a measured size has any number of values. */
const COMBINATIONS_MAX = 500;

const styleNames = new Map<string, boolean>();

function isStyle(name: string): boolean {
  let known = styleNames.get(name);
  if (known === undefined) {
    known = !STRUCTURAL.has(name) && system.isValidProperty(name);
    styleNames.set(name, known);
  }
  return known;
}

const keyOf = (value: unknown) => (typeof value === 'string' ? `'${value}` : JSON.stringify(value));

function withDefaults(given: Props, defaults: Props): Props {
  const props = { ...given };
  for (const [name, value] of Object.entries(defaults)) props[name] ??= value;
  return props;
}

const isBrowser = typeof document !== 'undefined';

/**
 * Creates a component with Chakra's recipes and style props. It resolves the styles of each combination
 * of variants and style props once: Chakra's own factory does so for each element that it renders.
 */
export function createStyled(
  tag: ElementType,
  { variants = {}, ...rest }: Recipe = {},
  { defaultProps, aliases = {} }: Options = {},
): FunctionComponent<Props> {
  const variantNames = new Set(Object.keys(variants));
  const resolved = new Map<string, SerializedStyles>();
  let recipe: ((variants: Props) => object) | undefined;

  const resolve = (variant: Props, style: Props, inherited: string): SerializedStyles => {
    recipe ??= system.cva({ variants, ...rest } as Parameters<typeof system.cva>[0]) as (
      variants: Props,
    ) => object;
    const { css: nested, ...own } = style;
    const all = [recipe(variant), ...[nested].flat().filter(Boolean), own];
    return css(system.css(...(all as object[])) as Parameters<typeof css>[0], inherited);
  };

  return function Styled(given: Props) {
    const cache = useEmotionCache() as Cache;
    const props = defaultProps === undefined ? given : withDefaults(given, defaultProps);
    const variant: Props = {};
    const style: Props = {};
    let forwarded: Props = {};
    let key = '';
    for (const name in props) {
      const value = props[name];
      if (value === undefined) continue;
      const property = aliases[name] ?? name;
      if (variantNames.has(name)) variant[name] = value;
      else if (isStyle(property)) style[property] = value;
      else {
        if (!STRUCTURAL.has(name)) forwarded[NATIVE[name] ?? name] = value;
        continue;
      }
      key += `${property}:${keyOf(value)};`;
    }

    // A class of another styled element, whose place this one takes: one class holds the styles of both.
    let others = '';
    let inherited = '';
    if (typeof props['className'] === 'string') {
      for (const one of props['className'].split(' ')) {
        const registered = cache.registered[one];
        if (registered === undefined) others += ` ${one}`;
        else inherited += `${registered};`;
      }
      key += inherited;
    }

    let styles = resolved.get(key);
    if (styles === undefined) {
      styles = resolve(variant, style, inherited);
      if (resolved.size >= COMBINATIONS_MAX) resolved.clear();
      resolved.set(key, styles);
    }
    let className = others.trim();
    if (styles.styles !== '') {
      const own = `${cache.key}-${styles.name}`;
      cache.registered[own] ??= styles.styles;
      className = `${others} ${own}`.trim();
      if (!isBrowser) insertStyles(cache, styles);
    }
    useInsertionEffect(() => {
      if (styles.styles !== '') insertStyles(cache, styles);
    }, [cache, styles]);

    if (className !== '') forwarded['className'] = className;
    if (props['ref'] !== undefined) forwarded['ref'] = props['ref'];
    let Tag = (props['as'] ?? tag) as ElementType;
    if (props['asChild'] === true) {
      const child = onlyChild(props['children'] as ReactNode);
      Tag = child.type as ElementType;
      forwarded = mergeChildProps(forwarded, child.props);
    } else if (props['children'] !== undefined) forwarded['children'] = props['children'];
    return <Tag {...forwarded} />;
  };
}

const tags = new Map<string, FunctionComponent<Props>>();

/** Chakra's factory, `chakra('div', recipe)` and `chakra.div`, with styles that are resolved once. */
export const chakra = new Proxy(createStyled, {
  get: (_, tag: string) => {
    const known = tags.get(tag) ?? createStyled(tag as ElementType);
    tags.set(tag, known);
    return known;
  },
}) as unknown as typeof chakraFactory;
