import { foldText } from '../contract/public.ts';

interface Named {
  id: string;
  name: string;
}

const comparable = (name: string) => foldText(name).replaceAll(/\s+/gu, ' ').trim();

/** Returns a question for the field of a name that something else in the list has already; undefined if none has. */
export function duplicateNameQuestion(
  noun: 'dataset' | 'workspace',
  name: string,
  listed: readonly Named[] | undefined,
  ownId?: string,
): string | undefined {
  const taken = listed?.some(
    (other) => other.id !== ownId && comparable(other.name) === comparable(name),
  );
  return taken === true
    ? `There is a ${noun} of this name already. Press the button again to use it twice.`
    : undefined;
}
