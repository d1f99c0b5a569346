import {
  createSourceInputSchema,
  sourcePlaceSchema,
  SOURCE_KINDS,
  TOKEN_KINDS,
} from '@carrel/shared/contract/sources';
import type {
  CreateSourceInput,
  Source,
  SourceKindName,
  SourcePlace,
  SourceSecret,
  UpdateSourceInput,
} from '@carrel/shared/contract/sources';
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';

import { parseSize, writeSize } from '../../data/find/parse-size.ts';
import { KIND_FIELDS, PLACE_FIELDS } from './kind-fields.ts';
import type { PlaceField } from './kind-fields.ts';

type OtherField =
  | 'name'
  | 'kind'
  | 'username'
  | 'password'
  | 'target'
  | 'include'
  | 'exclude'
  | 'size_max'
  | 'every_minutes'
  | 'gone';

/** What is typed: `target` is the folder of the dataset; lists have an item a line. */
export type SourceForm = Record<PlaceField | OtherField, string> & {
  /** Whether what is stored to sign in with goes. */
  removes_secret: boolean;
};

/** What is sent: null removes what is stored to sign in with. */
export type SourceInput = Omit<CreateSourceInput, 'secret'> & { secret?: SourceSecret | null };

export type SourceFormReturn = UseFormReturn<SourceForm, unknown, SourceInput>;

/** What a source signs in with already, and by what else it could. */
export interface SignIn {
  /** Whether there is something stored, which is never shown. */
  isStored: boolean;
  /** Whether that is a password or a token, which can be removed. */
  hasSecret: boolean;
  /** Kinds that a person can connect by signing in there. */
  connects: readonly SourceKindName[];
}

/** Whether a source of a kind cannot be read without what is typed. */
export const asksForSecret = (kind: SourceKindName, { isStored, connects }: SignIn): boolean => {
  if (isStored || connects.includes(kind)) return false;
  const isToken = (TOKEN_KINDS as readonly string[]).includes(kind);
  return isToken || KIND_FIELDS[kind].secret?.required === true;
};

/** Whether a source of a kind can be read without what is stored. */
export const canRemoveSecret = (kind: SourceKindName, signIn: SignIn): boolean =>
  signIn.hasSecret && !asksForSecret(kind, { ...signIn, isStored: false });

const PLACE_NAMES: ReadonlySet<string> = new Set(PLACE_FIELDS);
const INVALID_SIZE = 'Enter a size such as 20 MB';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The kind that is chosen; undefined until one is. */
export const kindOf = ({ kind }: Pick<SourceForm, 'kind'>): SourceKindName | undefined =>
  SOURCE_KINDS.find((one) => one === kind);

/** Returns the values that the form begins with: those of a source, or of a new one. */
export function sourceFormOf(source?: Source): SourceForm {
  const place: Record<string, unknown> = { ...source?.place };
  const fields = Object.fromEntries(
    PLACE_FIELDS.map((field) => [field, textOf(place[field])]),
  ) as Record<PlaceField, string>;
  return {
    ...fields,
    name: source?.name ?? '',
    kind: source?.kind ?? '',
    username: '',
    password: '',
    target: source?.folder ?? '',
    include: source?.include.join('\n') ?? '',
    exclude: source?.exclude.join('\n') ?? '',
    size_max: sizeText(source?.size_max ?? null),
    every_minutes: source === undefined ? '1440' : String(source.every_minutes ?? ''),
    gone: source?.gone ?? 'delete',
    removes_secret: false,
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the place as it is sent, whose schema finds what is wrong. Empty fields are left out. */
export function placeInput(form: SourceForm): Record<string, unknown> {
  const fields: Record<string, unknown> = { kind: form.kind };
  for (const { name, type, required } of KIND_FIELDS[kindOf(form) ?? 'feed'].place) {
    const text = form[name].trim();
    if (text === '' && required !== true) continue;
    if (type === 'number') fields[name] = Number(text);
    else fields[name] = type === 'lines' ? linesOf(text) : text;
  }
  return fields;
}

/** Returns what it signs in with; undefined where nothing is typed, which keeps what is stored. */
export function secretInput(form: SourceForm): SourceInput['secret'] {
  const { username, password } = form;
  if (form.removes_secret) return null;
  const kind = kindOf(form);
  if (kind === undefined || KIND_FIELDS[kind].secret === undefined) return undefined;
  if (username.trim() === '' && password === '') return undefined;
  return {
    ...(username.trim() !== '' && { username: username.trim() }),
    ...(password !== '' && { password }),
  };
}

/** Returns the field that shows the issue at a path of the request. */
export function fieldOf(path: string): keyof SourceForm {
  const [first = '', second = ''] = path.split('.');
  if (first === 'place') return PLACE_NAMES.has(second) ? (second as PlaceField) : 'kind';
  if (first === 'secret') return second === 'username' ? 'username' : 'password';
  return first === 'folder' ? 'target' : (first as OtherField);
}

interface Issue {
  field: keyof SourceForm;
  message: string;
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[] = [], below = ''): Issue[] =>
  issues.map((issue) => ({
    field: fieldOf(`${below}${v.getDotPath(issue) ?? ''}`),
    message: issue.message,
  }));

/** What is wrong with the fields to sign in with. Both are replaced together. */
function secretIssues(form: SourceForm, signIn: SignIn): Issue[] {
  const kind = kindOf(form);
  const fields = kind === undefined ? undefined : KIND_FIELDS[kind].secret;
  if (kind === undefined || fields === undefined || form.removes_secret) return [];
  const [hasName, hasPassword] = [form.username.trim() !== '', form.password !== ''];
  const isAsked = asksForSecret(kind, signIn);
  const issues: Issue[] = [];
  if (!hasName && fields.needsName === true && (hasPassword || isAsked)) {
    issues.push({ field: 'username', message: `${fields.username} is required` });
  }
  if (!hasPassword && (hasName || isAsked)) {
    issues.push({ field: 'password', message: `${fields.password} is required` });
  }
  return issues;
}

/** Returns the place that is typed, or what is wrong with it. */
export function readPlace(
  form: SourceForm,
  signIn: SignIn,
): { place: SourcePlace } | { issues: Issue[] } {
  const result = v.safeParse(sourcePlaceSchema, placeInput(form));
  const found = [...issuesOf(result.issues, 'place.'), ...secretIssues(form, signIn)];
  // The first one of a field says most.
  const issues = found.filter(
    ({ field }, at) => found.findIndex((other) => other.field === field) === at,
  );
  return result.success && issues.length === 0 ? { place: result.output } : { issues };
}

/** The schema of the form, by that of the request. */
export const sourceFormSchema = (signIn: SignIn) =>
  v.pipe(
    v.custom<SourceForm>(() => true),
    v.rawTransform(({ dataset: { value: form }, addIssue, NEVER }): SourceInput => {
      const secret = secretInput(form);
      const size = form.size_max.trim();
      const bytes = size === '' ? null : parseSize(size);
      const result = v.safeParse(createSourceInputSchema, {
        name: form.name,
        place: placeInput(form),
        ...(secret && { secret }),
        folder: form.target,
        include: linesOf(form.include),
        exclude: linesOf(form.exclude),
        size_max: bytes ?? null,
        every_minutes: form.every_minutes === '' ? null : Number(form.every_minutes),
        gone: form.gone,
      });
      const issues = [
        ...issuesOf(result.issues),
        ...secretIssues(form, signIn),
        ...(bytes === undefined ? [{ field: 'size_max' as const, message: INVALID_SIZE }] : []),
      ];
      for (const { field: key, message } of issues) {
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: form, key, value: form[key] }],
        });
      }
      if (!result.success || issues.length > 0) return NEVER;
      const { secret: typed, ...others } = result.output;
      const sent = secret === null ? null : typed;
      return { ...others, ...(sent !== undefined && { secret: sent }) };
    }),
  );

/** Returns what of a source has changed. Its folder stays. */
export function changesOf(source: Source, input: SourceInput): UpdateSourceInput {
  const { secret, ...after } = input;
  const changes: UpdateSourceInput = secret === undefined ? {} : { secret };
  if (after.name !== source.name) changes.name = after.name;
  if (!isSame(after.place, source.place)) changes.place = after.place;
  if (!isSame(after.include, source.include)) changes.include = after.include;
  if (!isSame(after.exclude, source.exclude)) changes.exclude = after.exclude;
  if (sizeText(after.size_max) !== sizeText(source.size_max)) changes.size_max = after.size_max;
  if (after.every_minutes !== source.every_minutes) changes.every_minutes = after.every_minutes;
  if (after.gone !== source.gone) changes.gone = after.gone;
  return changes;
}

// As it is typed: a stored one may have more digits.
const sizeText = (bytes: number | null): string => (bytes === null ? '' : writeSize(bytes));

const isSame = (a: object, b: object): boolean => sorted(a) === sorted(b);

const sorted = (value: object): string =>
  JSON.stringify(
    Array.isArray(value) ? value : Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
