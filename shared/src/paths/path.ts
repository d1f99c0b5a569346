/** A template tag: writes a path in which each value is one encoded segment. */
export const path = (literals: TemplateStringsArray, ...segments: readonly string[]): string =>
  String.raw({ raw: literals }, ...segments.map((segment) => encodeURIComponent(segment)));

/** The same for a path of the API, relative to the API's origin. */
export const apiPath: typeof path = (literals, ...segments) =>
  `api/v1${path(literals, ...segments)}`;
