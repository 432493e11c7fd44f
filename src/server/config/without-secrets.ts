const SECRET = /SECRET|PASS|KEY|TOKEN|HEADERS|CREDENTIAL/u;

/** The settings present in the environment; secret values are replaced by null. */
export function withoutSecrets(environment: Record<string, string | undefined>, names: string[]): Record<string, string | null> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim();
      if (value === undefined || value === '') return [];
      return [[name, SECRET.test(name) ? null : withoutLogin(value)]];
    }),
  );
}

/** An address without user, password and parameters. */
function withoutLogin(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.username === '' && url.password === '' && url.search === '') return value;
  return Object.assign(url, { username: '', password: '', search: '' }).href;
}
