import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Texts<Name extends string> = Record<Name, string>;

/**
 * Texts that a person may come back to, each kept in the query of the address under its name, and out
 * of it while it is empty. What is typed stands at once; the address follows.
 */
export function useUrlTexts<Name extends string>(
  names: readonly Name[],
): readonly [Texts<Name>, (changes: Partial<Texts<Name>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [texts, setTexts] = useState(
    () =>
      Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Texts<Name>,
  );
  const change = (changes: Partial<Texts<Name>>) => {
    const next = { ...texts, ...changes };
    setTexts(next);
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
