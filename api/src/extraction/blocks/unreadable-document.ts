/** A file that no retry can read. The message is for the user who uploaded it. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** Begins the reason of a document that was not read for a cause outside of it: only that is worth a retry. */
export const GAVE_UP = 'This file could not be read: ';

/** Why a document has no text, in sentences for the user who uploaded it. */
export const reasons = {
  empty: () => 'The file is empty. Fill it and upload it again.',
  tooLarge: (megabytes: number) =>
    `This file is larger than ${megabytes} MB, the most that is read. Split it and upload the parts.`,
  tooMuchText: () =>
    'This file holds more text than can be read at once. Split it and upload the parts.',
  unpacksTooFar: () =>
    'This file unpacks to far more than a document should hold, so it was not opened. Export it anew and upload it again.',
  password: (what: string) =>
    `This ${what} is protected with a password. Remove the password and upload it again.`,
  legacyOffice: (program: string, old: string, current: string) =>
    `This is an old ${program} file (${old}), a format that is not read. Save it as ${current} and upload it again.`,
  otherProgram: (program: string) =>
    `This is a file of ${program}, a format that is not read. Export it as PDF and upload that.`,
  damaged: (what: string) =>
    `This ${what} is damaged and cannot be read. Check that it opens on your computer and upload it again.`,
  scanned: () =>
    'No text was found in this PDF. It seems to be a scan: run text recognition on it and upload it again.',
  noText: () => 'No text was found in this file. Check what is in it and upload it again.',
  sound: () =>
    'This is a sound file; there is no text in it to read. Upload a transcript of it instead.',
  video: () =>
    'This is a video; there is no text in it to read. Upload a transcript of it instead.',
  image: () =>
    'This is an image; text inside images is not read. Run text recognition on it and upload the text.',
  imageFormat: () =>
    'This is an image of a format that is not read. Save it as PNG or JPEG and upload it again.',
  tooManyPixels: (width: number, height: number, most: number) =>
    `This image has ${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} pixels, and at most ${most.toLocaleString('en-US')} are read. Make it smaller and upload it again.`,
  noTextInImage: () => 'No text was found in this image.',
  noTextInScan: () =>
    'No text was found in this PDF, nor in the pictures of its pages. Check what is in it and upload it again.',
  pageTooSlow: (seconds: number) =>
    `Reading a page of this file by OCR took longer than ${seconds} seconds, the most that is allowed. Scan it anew with 200 dots an inch, and upload it again.`,
  archive: () =>
    'This is an archive inside the archive; its files are not read. Unpack it and upload its files.',
  tooManyInside: (max: number) =>
    `This archive holds more than ${max.toLocaleString('en-US')} files, the most that are read of an archive inside of an archive. Upload it as an archive of its own.`,
  program: () =>
    'This is a program file; there is no text in it to read. Upload a description of it instead.',
  font: () => 'This is a font; there is no text in it to read. Upload a description of it instead.',
  database: () => 'This is a database file; export its content as CSV or text and upload that.',
  binary: () =>
    'This file holds binary data; there is no text in it to read. Export it as text or PDF and upload that.',
  notStorable: () =>
    'The text of this file could not be stored. Save it as plain text and upload it again.',
  bytesGone: () =>
    'The archive that holds this file was removed before the file was read. Upload it again.',
  tooSlow: (seconds: number) =>
    `Reading this file took longer than ${seconds} seconds, the most that is allowed for its size. Split it, or export it anew, and upload it again.`,
  tooMuchMemory: () =>
    'Reading this file takes more memory than is allowed for its size. Split it, or export it anew, and upload it again.',
  gaveUp: (tries: number, why: string) => `${GAVE_UP}${why}. It was tried ${tries} times.`,
} as const;
