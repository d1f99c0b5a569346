import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Texts<Name extends string> = Record<Name, string>;

interface Typed<Name extends string> {
  texts: Texts<Name>;
  /** The address's texts when this was last held against them. */
  seen: string;
  /** What was written into the address and may not be there yet. */
  written: readonly string[];
}

/**
 * Texts that a person may come back to, such as a search: each stands in the query of the address
 * under its name, and is out of it while it is empty. What is typed stands at once and the address
 * follows; an address that changes by itself, as with Back, changes the texts.
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
