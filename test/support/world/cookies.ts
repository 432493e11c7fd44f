/** A browser's cookies of one site. */
export type CookieJar = {
  /** Formatted as the `cookie` header, empty when there is none. */
  header: string;
  /** Stores the cookies of `set-cookie` headers. */
  store(set: string[]): void;
};

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    get header() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set header(text) {
      cookies.clear();
      for (const one of text.split('; ').filter(Boolean)) cookies.set(...nameAndValue(one));
    },
    store(set) {
      for (const one of set) {
        const [name, value] = nameAndValue(one.split(';')[0] ?? '');
        if (value === '' || /max-age=0/iu.test(one)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

function nameAndValue(pair: string): [string, string] {
  return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
}
