/** Replaces the browser's XMLHttpRequest in tests, which decide what happens to each request. */
export class FakeUploadRequest extends EventTarget {
  static readonly all: FakeUploadRequest[] = [];

  static last(): FakeUploadRequest {
    const request = FakeUploadRequest.all.at(-1);
    if (request === undefined) throw new Error('Nothing was sent.');
    return request;
  }

  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  url = '';
  body: unknown = null;
  aborted = false;
  withCredentials = false;
  status = 0;
  responseText = '';

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(): null {
    return null;
  }

  send(body: unknown): void {
    this.body = body;
    FakeUploadRequest.all.push(this);
  }

  abort(): void {
    this.aborted = true;
    this.end('abort');
  }

  progress(loaded: number, total: number): void {
    const event = new Event('progress');
    this.upload.dispatchEvent(Object.assign(event, { loaded, total, lengthComputable: true }));
  }

  respond(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.end('load');
  }

  private end(type: 'load' | 'abort'): void {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}
