import { media, type OperationDetails } from '../operation.ts';

/** What `sendDownload` reads and returns. */
export const DOWNLOAD = {
  headers: { Range: 'One range of bytes.' },
  sends: {
    'Content-Disposition': 'The name of the file.',
    ETag: 'The SHA-256 of the whole file, in quotation marks.',
  },
  returns: media('application/octet-stream', 'The bytes.'),
  also: { 206: media('application/octet-stream', 'The range of bytes.') },
  errors: [410, 416],
} satisfies OperationDetails;
