/**
 * The bit of an index's languages that says how its terms are written: words as `foldWord` returns them, whatever
 * their language. Without it they are stems, and words with "=" in front.
 */
export const PLAIN_TERMS = 2 ** 30;

/** SQL that is true of an index of an earlier version: of one document by its second byte, or of a segment's header. */
export const IS_LEGACY_PART = 'get_byte(substring(part from 2 for 1), 0) < 64';
export const IS_LEGACY_HEADER =
  'length(header) > 3 AND least(get_byte(substring(header from 2 for 3), 0), get_byte(substring(header from 2 for 3), 1), get_byte(substring(header from 2 for 3), 2)) < 128';

/** In front of words of a document's name and title, which its first chunk has. */
export const NAME_FIELD = '@';
/** In front of words of its folders. */
export const FOLDER_FIELD = '/';
/** In front of the ends of compounds. */
export const TAIL = '~';
