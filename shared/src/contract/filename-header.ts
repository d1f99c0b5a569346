/** Carries the zip's name, URL-encoded. */
export const FILENAME_HEADER = 'X-Filename';
