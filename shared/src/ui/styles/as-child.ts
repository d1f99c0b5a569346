import { Children, isValidElement } from 'react';
import type { ReactElement, ReactNode, Ref } from 'react';

type Props = Record<string, unknown>;
type Handler = (...args: unknown[]) => void;

/** Returns the only element of `asChild`, whose place the styled element takes. */
export function onlyChild(children: ReactNode): ReactElement<Props> {
  const child = isValidElement(children)
    ? children
    : Children.toArray(children).find((child) => isValidElement(child));
  if (child === undefined) throw new Error('asChild needs one element.');
  return child as ReactElement<Props>;
}

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function';

/** Merges a child's props over those of the element: handlers of both run, classes and styles add up. */
export function mergeChildProps(own: Props, child: Props): Props {
  const merged = { ...own };
  for (const [name, value] of Object.entries(child)) {
    const before = own[name];
    if (value === undefined) continue;
    if (name === 'ref') merged['ref'] = mergeRefs(before as Ref<unknown>, value as Ref<unknown>);
    else if (name === 'className') merged[name] = [before, value].filter(Boolean).join(' ');
    else if (name === 'style') merged[name] = { ...(before as object), ...(value as object) };
    else if (isHandler(name, value) && isHandler(name, before)) {
      merged[name] = (...args: unknown[]) => {
        before(...args);
        value(...args);
      };
    } else merged[name] = value;
  }
  return merged;
}

function assign(ref: Ref<unknown>, value: unknown): void | (() => void) {
  if (typeof ref === 'function') return ref(value);
  if (ref !== null) ref.current = value;
  return undefined;
}

function mergeRefs(first: Ref<unknown> | undefined, second: Ref<unknown>): Ref<unknown> {
  if (first === undefined || first === null) return second;
  return (value: unknown) => {
    const ends = [first, second].map((ref) => assign(ref, value) ?? (() => assign(ref, null)));
    return () => {
      for (const end of ends) end();
    };
  };
}
