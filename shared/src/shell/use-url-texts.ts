import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Texts<Name extends string> = Record<Name, string>;

interface Typed<Name extends string> {
  texts: Texts<Name>;
  /** The address's texts at the last comparison. */
  seen: string;
  /** What was written to the address, which may not have it yet. */
  written: readonly string[];
}

/**
 * Returns texts that are kept in the query of the address, such as a search, and a function that changes
 * them. An empty text is not in the query. A change is visible at once and the address follows; an
 * address that changes otherwise, as with Back, changes the texts.
 *
 * @example
 * const [{ q, sort }, setTexts] = useUrlTexts(['q', 'sort']);
 */
export function useUrlTexts<Name extends string>(
  names: readonly Name[],
): readonly [Texts<Name>, (changes: Partial<Texts<Name>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const addressed = Object.fromEntries(
    names.map((name) => [name, parameters.get(name) ?? '']),
  ) as Texts<Name>;
  const address = JSON.stringify(addressed);
  const [typed, setTyped] = useState<Typed<Name>>({ texts: addressed, seen: address, written: [] });

  let { texts } = typed;
  if (typed.seen !== address) {
    if (!typed.written.includes(address)) texts = addressed;
    const caughtUp = JSON.stringify(texts) === address;
    setTyped({ texts, seen: address, written: caughtUp ? [] : typed.written });
  }

  const change = (changes: Partial<Texts<Name>>) => {
    const next = { ...texts, ...changes };
    setTyped({ texts: next, seen: address, written: [...typed.written, JSON.stringify(next)] });
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const name of names) {
          if (next[name] === '') changed.delete(name);
          else changed.set(name, next[name]);
        }
        return changed;
      },
      { replace: true },
    );
  };
  return [texts, change];
}
