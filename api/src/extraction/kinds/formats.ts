/** The formats that are read from bytes. */
export const OFFICE_FORMATS = [
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'epub',
  'pdf',
  'rtf',
  'doc',
  'xls',
  'ppt',
] as const;

export type OfficeFormat = (typeof OFFICE_FORMATS)[number];

/** A format that is read, or the reason why this one is not. */
export interface Signature {
  format?: OfficeFormat | 'msg' | 'zip';
  image?: ImageFormat;
  refusal?: string;
}

/** Images that OCR reads; `other` for those that it does not. */
export type ImageFormat = 'png' | 'jpeg' | 'tiff' | 'webp' | 'avif' | 'bmp' | 'heic' | 'other';
