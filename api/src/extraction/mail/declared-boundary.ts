/** Declares the line that separates the parts of a mail that does not say it, or that it has one part. */
export function withDeclaredBoundary(mail: string): string {
  const end = /\r?\n\r?\n/.exec(mail)?.index ?? 0;
  const head = mail.slice(0, end);
  const type = /^content-type[ \t]*:[ \t]*multipart\/\w+/im.exec(head);
  if (type === null || /boundary\s*=/i.test(head)) return mail;
  const body = mail.slice(end);
  const line = /\n--([^\s"]{1,200})\r?\n/.exec(body)?.[1];
  const isClosed = line !== undefined && body.includes(`\n--${line}--`);
  const after = type.index + type[0].length;
  const declared = isClosed ? `${type[0]}; boundary="${line}"` : 'Content-Type: text/plain';
  return mail.slice(0, type.index) + declared + mail.slice(after);
}
