import * as v from 'valibot';

/** What readers leave out of a file, by its code, in the singular and the plural. */
export const OMISSION_LABELS = {
  attachment: ['attachment', 'attachments'],
  chart_without_data: ['chart without data', 'charts without data'],
  damaged_slide: ['damaged slide', 'damaged slides'],
  deleted_passage: ['deleted passage', 'deleted passages'],
  diagram_without_text: ['diagram without text', 'diagrams without text'],
  drawing_by_hand: ['drawing by hand', 'drawings by hand'],
  embedded_object: ['embedded object', 'embedded objects'],
  error_trace: ['error trace', 'error traces'],
  form_control: ['form control', 'form controls'],
  formula_without_value: ['formula without a value', 'formulas without a value'],
  hidden_column: ['hidden column', 'hidden columns'],
  hidden_part: ['hidden part', 'hidden parts'],
  hidden_row: ['hidden row', 'hidden rows'],
  hidden_section: ['hidden section', 'hidden sections'],
  hidden_sheet: ['hidden sheet', 'hidden sheets'],
  hidden_slide: ['hidden slide', 'hidden slides'],
  hidden_table: ['hidden table', 'hidden tables'],
  inserted_file: ['inserted file', 'inserted files'],
  metadata: ['piece of metadata', 'pieces of metadata'],
  missing_chapter: ['missing chapter', 'missing chapters'],
  missing_sheet: ['missing sheet', 'missing sheets'],
  page_without_text: ['page without text', 'pages without text'],
  picture: ['picture', 'pictures'],
  picture_in_cell: ['picture or data type in a cell', 'pictures or data types in cells'],
  rest_of_output: ['rest of a long output', 'rests of long outputs'],
  sound_or_video: ['sound or video', 'sounds or videos'],
  /** Of further kinds. */
  other: ['other part', 'other parts'],
} as const satisfies Record<string, readonly [singular: string, plural: string]>;

export type OmissionCode = keyof typeof OMISSION_LABELS;

/** Kinds of what was left out of one file that are named: further ones are counted together. */
export const OMISSIONS_MAX = 12;

/**
 * What was left out of a file when it was read, and how many of it. `what` is a code of `OMISSION_LABELS`, or
 * one of a later server.
 */
export const omissionSchema = v.object({
  what: v.string(),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type Omission = v.InferOutput<typeof omissionSchema>;

const numbers = new Intl.NumberFormat('en-US');

/** Returns what was left out in words, such as `2 charts without data, 1 embedded object`. */
export function omissionsText(omitted: readonly Omission[]): string {
  return omitted
    .map(({ what, count }) => `${numbers.format(count)} ${labelOf(what)[count === 1 ? 0 : 1]}`)
    .join(', ');
}

function labelOf(what: string): readonly [string, string] {
  if (Object.hasOwn(OMISSION_LABELS, what)) return OMISSION_LABELS[what as OmissionCode];
  const label = what.replaceAll('_', ' ');
  return [label, label];
}
