/** Follows a link that the server sends as an attachment: the page stays. */
export function followLink(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  // The server names the file.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
