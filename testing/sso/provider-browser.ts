/** A browser that signs in at a real provider: it keeps cookies, and fills in the provider's forms. */
export function providerBrowser(issuer: string) {
  const cookies = new Map<string, string>();

  const open = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  };

  return {
    /** Signs in, allows what is asked for, and returns where the provider sends the browser. */
    signIn: async (url: string, login: string): Promise<URL> => {
      let next = url;
      let response = await open(next);
      for (let steps = 1; steps < 20; steps += 1) {
        const location = response.headers.get('Location');
        if (location !== null) {
          next = new URL(location, next).href;
          if (!next.startsWith(issuer)) return new URL(next);
          response = await open(next);
          continue;
        }
        const page = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
        if (prompt === '') throw new Error(`The provider says: ${page.slice(0, 2000)}`);
        response = await open(next, { prompt, login, password: 'any' });
      }
      throw new Error('The provider goes round in circles');
    },
  };
}
