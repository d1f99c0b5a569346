import * as v from 'valibot';

import { ROLE_NAMES, showsNothing } from '../../contract/public.ts';

/** The most that one release may declare, and the longest texts in it, in UTF-16 code units. */
export const ENTRY_LIMITS = {
  routes: 100,
  reads: 20,
  sidebar: 20,
  commands: 100,
  keywords: 20,
  label: 60,
  group: 30,
  path: 300,
} as const;

/** Characters that are no plain text: of markup, controls, and those that turn the text around them. */
const NO_PLAIN_TEXT = /[<>\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** A text of one line that is shown as it is. */
export const plainText = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most, `A text here has at most ${most} characters.`),
    v.check(
      (text) => !NO_PLAIN_TEXT.test(text) && !showsNothing(text),
      'A text here is plain: one line, visible, without < and >.',
    ),
  );

/** A list of limited length. */
export const atMost = <T>(most: number, schema: v.GenericSchema<unknown, T>) =>
  v.pipe(v.array(schema), v.maxLength(most, `There are at most ${most} of these.`));

const name = v.pipe(
  v.string(),
  v.maxLength(60, 'A name has at most 60 characters.'),
  v.regex(/^[a-z][a-z0-9-]*$/, 'A name has small letters, digits and dashes only.'),
);

const placed = {
  /**
   * Address of a screen of the same remote, with a query where it needs one, such as `/reports?view=all`.
   * `:organizationId` is replaced by the id of the selected organization.
   */
  to: v.pipe(
    v.string(),
    v.maxLength(ENTRY_LIMITS.path, `A path has at most ${ENTRY_LIMITS.path} characters.`),
    v.regex(
      /^\/(?!\/)[^\s<>"'`\\#]*$/,
      'A path begins with one slash, and has no spaces or quotes.',
    ),
  ),
  /** What it says, such as "Reports". */
  label: plainText(ENTRY_LIMITS.label),
  /** Lower comes first; 100 where it is absent. Equal ones keep the order of the registry. */
  order: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
  /**
   * The roles in the selected organization that see it; absent for everybody who may see the screen. It
   * hides a link: what a person may do is decided by the server.
   */
  roles: v.optional(v.pipe(v.array(v.picklist(ROLE_NAMES)), v.nonEmpty('Name a role, or none.'))),
};

export const sidebarEntrySchema = v.object({
  ...placed,
  /** One of `ICON_NAMES`; a neutral one is drawn for a name that is not. */
  icon: name,
  /** The heading that it is listed under; "Database" where it is absent. Its place is that of its first entry. */
  group: v.optional(plainText(ENTRY_LIMITS.group)),
});

/** A link in the sidebar to a screen of the remote. The palette has it too, as "Go to". */
export type SidebarEntry = v.InferOutput<typeof sidebarEntrySchema>;

export const commandEntrySchema = v.object({
  ...placed,
  /** Unique among all remotes, and stable: the palette stores it. */
  id: name,
  /** The heading that it is listed under, such as "Create" or "Go to". */
  group: plainText(ENTRY_LIMITS.group),
  icon: v.optional(name),
  /** Other words that find it. */
  keywords: v.optional(atMost(ENTRY_LIMITS.keywords, plainText(ENTRY_LIMITS.label))),
  /** What the screen is to do on arrival: it reads this with `useIntent`. */
  intent: v.optional(name),
  /** A heading on the screen, which is brought into view and gets the focus. The route needs its title. */
  section: v.optional(plainText(ENTRY_LIMITS.label)),
  /** Whether it is only listed where it matches what is typed. */
  typedOnly: v.optional(v.boolean()),
});

/** A command of the palette that leads to a screen of the remote, before any code of it is loaded. */
export type CommandEntry = v.InferOutput<typeof commandEntrySchema>;
