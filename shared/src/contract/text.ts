import * as v from 'valibot';

import { showsNothing, storedName } from './names.ts';
import { storable } from './storable.ts';

export const NAME_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 1024;

/** What JSON Schema says of a text that has something to read, where a transformation comes before the check. */
export const SHOWN = { pattern: String.raw`\S` };

/** Counts code points: an emoji is one, while a string's length counts two for most. */
const maxCharacters = (most: number, message: string) =>
  v.check((text: string) => text.length <= most || Array.from(text).length <= most, message);

export const idSchema = v.pipe(v.string(), v.uuid('Must be a valid UUID'));

/** An ISO 8601 instant in UTC. */
export const timestampSchema = v.pipe(v.string(), v.isoTimestamp());

export const EMAIL_MAX = 254;
export const EMAIL_MESSAGE = 'Please enter a valid email address';

/** An e-mail address, trimmed. At most 254 characters (RFC 5321). */
export const emailAddressSchema = v.pipe(
  v.string(EMAIL_MESSAGE),
  v.trim(),
  v.email(EMAIL_MESSAGE),
  v.maxLength(EMAIL_MAX, EMAIL_MESSAGE),
);

/** A required name in one line; `label` names it in the messages of the specification ("Dataset name"). */
export const nameSchema = (label: string) =>
  v.pipe(
    v.string(`${label} is required`),
    v.metadata({ ...SHOWN, maxLength: NAME_MAX }),
    storable,
    v.transform(storedName),
    v.check((name) => !showsNothing(name), `${label} is required`),
    maxCharacters(NAME_MAX, `${label} must be less than ${NAME_MAX} characters`),
  );

/** A text of several lines that may be empty, trimmed; `label` names it in the message. */
export const limitedTextSchema = (label: string, most: number) =>
  v.pipe(
    v.string(),
    v.metadata({ maxLength: most }),
    v.trim(),
    maxCharacters(most, `${label} must be less than ${most} characters`),
    storable,
  );

export const descriptionSchema = limitedTextSchema('Description', DESCRIPTION_MAX);

/** A password being chosen: 8 to 1,024 characters. */
export const newPasswordSchema = v.pipe(
  v.string('Password is required'),
  v.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
  v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  storable,
);

/** A password being entered. */
export const passwordSchema = v.pipe(
  v.string('Password is required'),
  v.nonEmpty('Password is required'),
);

export const tokenSchema = v.pipe(
  v.string('Token is required'),
  v.nonEmpty('Token is required'),
  v.maxLength(512, 'The token is too long'),
);

export const createdSchema = v.object({ id: idSchema });

export type Created = v.InferOutput<typeof createdSchema>;

/** A response that says nothing besides its status. */
export const emptySchema = v.object({});
